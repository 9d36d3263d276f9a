import LookaheadKit
import Synchronization

/// Sources that fail in each way, and routes to mend them.
final class Switches: Sendable {
    static let isMended = Atomic(false)
    /// The next delivery ends the program.
    static let crashes = Atomic(false)
}

enum Fault: String, CaseIterable {
    case throwing, hanging, fewer, late, refusing, failing
}

/// Forty items. People may move them.
struct Faulty: CollectionMoving {
    let fault: Fault
    let order = CollectionOrder.source
    var id: String { fault.rawValue }
    let items: Mutex<[String]>.Holder

    init(_ fault: Fault) {
        self.fault = fault
        items = Mutex<[String]>.Holder((0..<40).map { "\(fault.rawValue)-\($0)" })
    }

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        snapshot.appendSection("all")
        for item in items.value { snapshot.append(item) }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        let all = ids.map { CollectionItem(id: $0, title: "Title of \($0)") }
        if Switches.isMended.load(ordering: .relaxed) { return all }
        switch fault {
        case .throwing: throw CollectionError("away", "The table is away.")
        case .hanging: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        case .fewer: return Array(all.dropFirst()) + [CollectionItem(id: "nobody", title: "Nobody asked")]
        // Says nothing of having been cancelled.
        case .late: await Task.detached { try? await Task.sleep(for: .seconds(2)) }.value
        case .refusing, .failing: break
        }
        return all
    }

    func canMoveItem(_ id: String, by author: ChangeAuthor) -> MoveDecision {
        id.hasSuffix("-7") ? .refused("Seven stays\(author.isProgram ? ", programs" : "").") : .allowed
    }

    func didCommit(_ change: CollectionChange) async throws {
        if Switches.crashes.load(ordering: .relaxed) {
            // Once the move has been acknowledged.
            try await Task.sleep(for: .milliseconds(500))
            fatalError("as a program may")
        }
        if fault == .refusing { throw CollectionError.refusal("The shelf is full.") }
        if fault == .failing, !Switches.isMended.load(ordering: .relaxed) {
            throw CollectionError("away", "The table is away.")
        }
        items.change { items in
            for case .move(let id, _, let to, _) in change.operations {
                items.removeAll { $0 == id }
                items.insert(id, at: to.item)
            }
        }
    }
}

extension Mutex where Value == [String] {
    /// A list that values share.
    final class Holder: Sendable {
        private let list: Mutex<[String]>
        init(_ list: [String]) { self.list = Mutex(list) }
        var value: [String] { list.withLock { $0 } }
        func change(_ body: (inout [String]) -> Void) { list.withLock { body(&$0) } }
    }
}

let words = CommandLine.arguments.dropFirst()
var configuration = Configuration()
configuration.port = 0
// faulty [DATABASE], or faulty CERTIFICATE KEY
configuration.storage = words.count == 1 ? .postgres(words.first ?? "") : .folder("faulty.orders")
if words.count == 2 { (configuration.tlsCertificate, configuration.tlsKey) = (words.first, words.last) }
let server = try CollectionServer(configuration)
let sources = Fault.allCases.map { Faulty($0) }
for source in sources { try server.add(source) }
try server.get("/list/{name}") { request in
    Response(text: sources.first { $0.id == request.parameters["name"] }?.items.value.joined(separator: " ") ?? "")
}
try server.get("/mend") { _ in
    Switches.isMended.store(true, ordering: .relaxed)
    return Response(text: "mended")
}
try server.get("/crash") { _ in
    Switches.crashes.store(true, ordering: .relaxed)
    return Response(text: "soon")
}
try server.get("/echo/{word}/{number}") { request in
    Response(
        status: 201,
        text:
            "\(request.path) \(request.parameters["word"] ?? "") \(request.parameters["number"] ?? "") \(request.query)"
    )
}
try server.get("/page") { _ in Response(contentType: "text/html", bytes: Array("<!doctype html>".utf8)) }
try server.get("/refused") { _ in throw CollectionError("no", "Not today.") }
try server.get("/broken") { _ in throw CancellationError() }
try server.get("/slow") { _ in
    try await Task.sleep(for: .seconds(1))
    return Response(text: "slow")
}
try await server.run { address in print("Serving at \(address)") }
