import LookaheadKit

/// 2,000 tiles that people arrange, with values that change all the time.
struct Tiles: CollectionMoving {
    let id = "tiles", title = "Dashboard"
    static let names = (1...2000).map { "tile-\($0)" }

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        for (index, name) in Self.names.enumerated() {
            if index % 500 == 0 { snapshot.appendSection("hall-\(index / 500)", title: "Hall \(index / 500 + 1)") }
            snapshot.append(name)
        }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        ids.map { CollectionItem(id: $0, title: "Sensor \($0.dropFirst(5))", attributes: ["unit": .string("°C")]) }
    }
}

// dashboard [PORT]: what people arrange is stored in the folder dashboard.orders.
var configuration = Configuration()
configuration.port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
configuration.storage = .folder("dashboard.orders")
let server = try CollectionServer(configuration)
let tiles = try server.add(Tiles())

let feed = Task {
    try await tiles.opened()
    var temperatures: [String: Double] = [:]
    // 50 values a second: in memory, without a version, sent only to those who see the tile.
    while true {
        try await Task.sleep(for: .milliseconds(20))
        let name = Tiles.names.randomElement() ?? "tile-1"
        let value = temperatures[name, default: 20] + Double.random(in: -1...1)
        temperatures[name] = value
        try tiles.show([name: ["value": .number((value * 10).rounded() / 10)]])
    }
}

try await server.run { address in print("Serving at \(address)") }
feed.cancel()
