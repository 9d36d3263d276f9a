import CollectionQuery
import JSONText
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

/// Queries whose values come from the files of pictures.
@Suite struct QueryMetadataTests {
    @Test func `what stands in files moves items in results, and is no version of the collection`() async throws {
        let reader = ScriptedMetadata(stars: ["a": 5, "d": 3])
        let harness = try await QueryTests.harness(metadata: reader)
        harness.source.script.withLock { script in
            for item in ["a", "d"] { script.files[item] = PictureFile(format: .jpeg, bytes: 1000) }
        }
        let result = try await harness.result(#"{"where":{"field":"stars","from":1},"sort":[{"field":"stars"}]}"#)
        let viewer = try harness.viewer(of: result.id)
        // What reads is not to find the fields complete before the files.
        #expect(try harness.engine.fields(of: "c").reading.progress != nil)
        reader.release()
        try await until { try harness.engine.summary(of: result.id).itemCount >= 2 }
        #expect(try harness.order(of: result.id) == [["d", "a"]])
        #expect(try harness.version == 1)
        let answer = try harness.engine.range(viewer, .top(version: result.version))
        #expect(answer.cells.map(\.item.id) == ["d", "a"])
        let values = try harness.engine.fieldValues(of: "a", in: "c")
        #expect(values.contains { $0.field == "stars" && $0.value == .number(5) })
        try await until { try harness.engine.fields(of: "c").reading.progress == nil }
    }

    @Test func `stars in a file are the start value, which marks replace and undo returns to`() async throws {
        let reader = ScriptedMetadata(stars: ["a": 5, "b": 3])
        let harness = try await QueryTests.harness(metadata: reader)
        harness.source.script.withLock { script in
            for item in ["a", "b"] { script.files[item] = PictureFile(format: .jpeg, bytes: 1000) }
        }
        try await harness.mark(["b"], ["stars": .int(1)])
        try await harness.readFields()
        reader.release()
        try await until { try harness.engine.fields(of: "c").reading.progress == nil }
        func stars(_ item: String) throws -> JSONValue? {
            try harness.engine.item(item, of: "c").item.attributes["stars"]
        }
        func found() throws -> [FieldValue?] {
            try ["a", "b"].map { item in
                try harness.engine.fieldValues(of: item, in: "c").first { $0.field == "stars" }?.value
            }
        }
        #expect(try [stars("a"), stars("b")] == [.int(5), .int(1)])
        #expect(try found() == [.number(5), .number(1)])
        try await harness.mark(["a"], ["stars": .int(0)])
        #expect(try stars("a") == nil && found() == [nil, .number(1)])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try [stars("a"), stars("b")] == [.int(5), .int(3)])
    }

    @Test func `what cannot be read for now keeps the fields incomplete, delays no query, and is read again`()
        async throws
    {
        let reader = AwayMetadata()
        let harness = try await QueryTests.harness(metadata: reader)
        harness.source.script.withLock { script in
            for item in ["a", "d"] { script.files[item] = PictureFile(format: .jpeg, bytes: 1000) }
        }
        func reading() throws -> FieldReading { try harness.engine.fields(of: "c").reading }
        func untilRead() async throws {
            try await until { try reading().isFilled && reading().progress == nil }
        }
        _ = try reading()
        try await untilRead()
        try await until { try reading().waiting == 2 }
        #expect(try !reading().isComplete)
        let result = try await harness.result(#"{"where":{"field":"width","exists":true}}"#)
        #expect(result.itemCount == 0 && !result.reading.isComplete && result.reading.waiting == 2)
        // Not before it is time.
        harness.engine.expire()
        #expect(reader.asked == 2)
        reader.isAway.withLock { $0 = false }
        harness.clock.advance(by: .seconds(5))
        harness.engine.expire()
        try await until { try reading().isComplete }
        #expect(try reading().waiting == 0 && harness.engine.summary(of: result.id).itemCount == 2)
        // What the list says and what a query finds is one.
        #expect(try harness.engine.item("a", of: "c").item.width == 400)
        let values = try harness.engine.fieldValues(of: "a", in: "c")
        #expect(values.contains { $0.field == "shape" && $0.value == .keywords(["landscape"]) })
    }

    @Test func `what waits is read at once when the collection was read again`() async throws {
        let reader = AwayMetadata()
        let harness = try await QueryTests.harness(metadata: reader)
        harness.source.script.withLock { $0.files["a"] = PictureFile(format: .jpeg, bytes: 1000) }
        try await until { try harness.engine.fields(of: "c").reading.waiting == 1 }
        reader.isAway.withLock { $0 = false }
        _ = try harness.engine.refresh("c")
        try await until { try harness.engine.fields(of: "c").reading.isComplete }
    }

    @Test func `a query of few items waits a moment for their files, and one that waits for a disk does not`()
        async throws
    {
        let reader = ScriptedMetadata(stars: ["a": 5])
        let harness = try await QueryTests.harness(metadata: reader)
        harness.source.script.withLock { $0.files["a"] = PictureFile(format: .jpeg, bytes: 1000) }
        let engine = harness.engine
        let found = OneShot<Bool?>()
        engine.whenRead("c") { found.fulfill(try? engine.fields(of: "c").reading.isComplete) }
        reader.release()
        #expect(await blocking { found.wait() } == true)
    }
}

/// Metadata on a disk that is away.
private final class AwayMetadata: MetadataReader {
    let isAway = Mutex(true)
    private let count = Mutex(0)

    var asked: Int { count.withLock { $0 } }

    func readMetadata(
        of items: [MetadataRequest], in source: any ItemSource, cancellation: Cancellation,
        found: @escaping @Sendable ([(index: Int, answer: MetadataAnswer)]) -> Void
    ) {
        count.withLock { $0 += items.count }
        found(items.indices.map { (index: $0, answer: metadata(of: items[$0].item, in: source)) })
    }

    func metadata(of item: String, in source: any ItemSource) -> MetadataAnswer {
        if isAway.withLock({ $0 }) { return .waiting }
        var metadata = PictureMetadata()
        (metadata.width, metadata.height) = (400, 300)
        return .read(metadata)
    }
}

/// Metadata that a test has in its hands: nothing is found before `release`.
final class ScriptedMetadata: MetadataReader {
    private let stars: [String: Int]
    private let cameras: [String: String]
    private let gate = Cancellation()

    init(stars: [String: Int] = [:], cameras: [String: String] = [:]) { (self.stars, self.cameras) = (stars, cameras) }

    func release() { gate.cancel() }

    func readMetadata(
        of items: [MetadataRequest], in source: any ItemSource, cancellation: Cancellation,
        found: @escaping @Sendable ([(index: Int, answer: MetadataAnswer)]) -> Void
    ) {
        let answers = items.enumerated().map { (index: $0, answer: metadata(of: $1.item, in: source)) }
        gate.onCancel { for answer in answers { found([answer]) } }
    }

    func metadata(of item: String, in source: any ItemSource) -> MetadataAnswer {
        var metadata = PictureMetadata()
        (metadata.stars, metadata.camera) = (stars[item], cameras[item])
        return .read(metadata.isEmpty ? nil : metadata)
    }
}
