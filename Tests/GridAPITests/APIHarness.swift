import CollectionModel
import GridEngine
import HTTPServer
import ItemSources
import JSONText
import LookaheadTesting
import Testing

@testable import GridAPI

/// The whole interface over a live socket, on an engine with everything around it in the test's hands.
final class APIHarness: Sendable {
    let clock = ManualClock()
    let loader = ScriptedLoader(texels: ScriptedTexels())
    let store: MemoryStore
    let source: ScriptedSource
    let engine: GridEngine
    let api: GridAPI
    let server: HTTPServer
    let port: Int

    /// Opens one collection, `c`, and waits for it.
    init(
        sections: [(id: String, items: [String])] = [("s", (0..<100).map { "i\($0)" })],
        capabilities: Capabilities = Capabilities(), store: MemoryStore = MemoryStore(),
        postedItemLimit: Int = 20_000_000, postedBytesLimit: Int = 1 << 30, pairs: [[String]] = []
    ) async throws {
        self.store = store
        source = ScriptedSource(sections: sections, capabilities: capabilities, pairs: pairs)
        let engine = GridEngine(
            configuration: .init(postedItemLimit: postedItemLimit, postedBytesLimit: postedBytesLimit), loader: loader,
            store: store,
            postedSource: { PostedItems(id: $0, title: $1) }, clock: clock)
        self.engine = engine
        var router = Router()
        api = GridAPI(engine: engine)
        api.register(in: &router)
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        configuration.threads = 2
        server = HTTPServer(configuration: configuration, router: router)
        port = try server.start()
        let source = source
        let result = await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }
        _ = try result.get()
        for posted in try store.postedCollections() {
            let opened: Result<CollectionSummary, GridError> = await withCheckedContinuation { continuation in
                engine.add(PostedItems(id: posted.id, title: posted.title), postingKey: posted.postingKey) {
                    continuation.resume(returning: $0)
                }
            }
            _ = try opened.get()
        }
    }

    deinit {
        server.stop()
        engine.close()
    }

    func client() -> RawClient { RawClient(port: port) }

    /// One request on a connection of its own.
    func ask(
        _ method: String, _ target: String, headers: [String] = [], _ body: String = ""
    ) throws -> RawClient.Answer {
        var headers = headers
        if !body.isEmpty, !headers.contains(where: { $0.hasPrefix("Content-Type") }) {
            headers.append("Content-Type: application/json")
        }
        return try #require(client().ask(method, target, port: port, headers: headers, body: body))
    }

    /// What can be asked for in the collection, once every item was looked at.
    func fields() throws -> JSONValue {
        while true {
            let fields = try ask("GET", "/api/v1/collections/c/fields").json
            if fields["complete"] == .bool(true) { return fields }
        }
    }

    /// Opens a folder of pictures as the collection `photos`, and waits for it.
    func open(_ folder: TemporaryFolder) async throws {
        let source = PhotoFolder(id: "photos", title: "Photos", folders: [folder.path])
        let opened = await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }
        _ = try opened.get()
    }

    /// A viewer that shows four columns of square cells, 100 px each.
    func viewer(height: Int = 300) throws -> String {
        let answer = try ask(
            "POST", "/api/v1/collections/c/viewers",
            #"{"layout":{"kind":"column","minColumnWidth":100,"cellHeight":100,"spacing":0,"inset":0},"width":400,"height":\#(height)}"#
        )
        #expect(answer.status == 201)
        guard case .string(let name) = answer.json["viewer"] else { throw UnexpectedAnswer(text: answer.text) }
        return name
    }
}

struct UnexpectedAnswer: Error {
    var text: String
}

extension RawClient.Answer {
    var json: JSONValue { (try? JSONValue(decoding: body)) ?? .null }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    subscript(index: Int) -> JSONValue? {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
    }

    var count: Int? {
        if case .array(let values) = self { values.count } else { nil }
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Int? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The value as compact JSON text.
    var compact: String { String(decoding: encoded, as: UTF8.self) }
}
