import LookaheadKit

/// Friends that come, go and change places, several at once: `performBatchUpdates` in UIKit.
actor Friends: CollectionMoving {
    nonisolated let id = "friends", title = "Friends"
    nonisolated let order = CollectionOrder.source
    private var names = ["ada", "grace", "alan", "barbara", "edsger"]
    private var moods: [String: String] = [:]
    private var newest = 0

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        for name in names { snapshot.append(name) }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        ids.map { CollectionItem(id: $0, title: $0.capitalized, attributes: ["mood": .string(moods[$0] ?? "fine")]) }
    }

    /// People move friends too: the new order is the program's from now on.
    func didCommit(_ change: CollectionChange) async throws {
        for case .move(let name, _, let to, _) in change.operations {
            names.removeAll { $0 == name }
            names.insert(name, at: min(to.item, names.count))
        }
    }

    /// The third comes to the front, and the fourth says something new.
    func update() -> String {
        names.insert(names.remove(at: 2), at: 0)
        moods[names[3]] = ["fine", "tired", "busy", "away"].randomElement()
        return names[3]
    }

    func insert() {
        newest += 1
        names.insert("friend \(newest)", at: .random(in: 0...names.count))
    }

    func removeLast() { if names.count > 5 { names.removeLast() } }
}

// friends [PORT]: a timer presses the three buttons of the program in UIKit.
var configuration = Configuration()
configuration.port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let (server, friends) = (try CollectionServer(configuration), Friends())
let collection = try server.add(friends)
Task {
    for press in 0... {
        try await Task.sleep(for: .seconds(1))
        if press % 3 == 0 { await friends.insert() }
        let changed = press % 3 == 1 ? [await friends.update()] : []
        if press % 3 == 2 { await friends.removeLast() }
        var snapshot = CollectionSnapshot()
        try await friends.snapshot(into: &snapshot)
        try await collection.apply(snapshot)
        try await collection.reconfigure(changed)
    }
}
try await server.run { address in print("Serving at \(address)") }
