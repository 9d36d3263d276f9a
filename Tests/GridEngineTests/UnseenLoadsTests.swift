import CollectionLayout
import CollectionModel
import LookaheadTesting
import Prefetching
import Preparing
import Testing

@testable import GridEngine

/// Pictures that are made while nobody waits for one.
@Suite struct UnseenLoadsTests {
    private static let items = (0..<400).map { "i\($0)" }

    private func harness(
        _ ahead: ScriptedLoader, scope: PreparationScope = .all, lanes: Int = 2
    ) async throws -> EngineHarness {
        let files = Dictionary(uniqueKeysWithValues: Self.items.map { ($0, PictureFile(format: .jpeg, bytes: 1000)) })
        return try await EngineHarness(
            sections: [("s", Self.items)], capabilities: Capabilities(paths: true), files: files,
            ahead: AheadLoading(scope: scope, loader: ahead, lanes: lanes))
    }

    private func look(_ harness: EngineHarness, _ viewer: ViewerID, _ sequence: Int, y: Double = 0) throws {
        let rect = Rect(x: 0, y: y, width: 400, height: 300)
        _ = try harness.engine.range(viewer, RangeEvent(sequence: sequence, version: 1, visible: .rect(rect)))
    }

    private func finishAll(_ harness: EngineHarness) {
        while let item = harness.loader.running.first { harness.loader.finish(item) }
    }

    @Test func `each load is followed by the next, never more at once than there are lanes`() async throws {
        let ahead = ScriptedLoader(diskLimitBytes: 1_000_000)
        let harness = try await harness(ahead)
        #expect(ahead.started.isEmpty, "nothing before the engine's clock has ticked")
        // Who looks before that knows that there is something to come.
        #expect(try harness.engine.summary(of: "c").prepared == PreparationProgress(done: 0, total: 400, isFull: false))
        harness.engine.expire()
        #expect(ahead.running == ["i0", "i1"])
        ahead.finish("i0")
        #expect(ahead.running == ["i1", "i2"])
        while let item = ahead.running.first { ahead.finish(item) }
        #expect(ahead.started == Self.items)
        #expect(harness.engine.preparedPictures == 400)
        let progress = try #require(try harness.engine.summary(of: "c").prepared)
        #expect(progress == PreparationProgress(done: 400, total: 400, isFull: false))
        harness.engine.expire()
        #expect(ahead.started.count == 400, "none is made again")
    }

    @Test func `nothing begins while somebody waits for a picture, and it goes on near what they see`() async throws {
        let ahead = ScriptedLoader(diskLimitBytes: 1_000_000)
        let harness = try await harness(ahead)
        harness.engine.expire()
        #expect(ahead.started == ["i0", "i1"])
        let viewer = try harness.viewer()
        // The screen at items 200 to 211.
        try look(harness, viewer, 1, y: 5000)
        #expect(!harness.loader.running.isEmpty)
        while let item = ahead.running.first { ahead.finish(item) }
        harness.engine.expire()
        #expect(ahead.started == ["i0", "i1"], "not while the viewer waits")
        finishAll(harness)
        harness.engine.expire()
        let next = ahead.started.dropFirst(2).compactMap { Int($0.dropFirst()) }
        #expect(next.count == 2 && next.allSatisfy { (190..<222).contains($0) }, "\(next)")
    }

    @Test func `nothing is made beyond nine tenths of the disk cache`() async throws {
        let ahead = ScriptedLoader(sizeBytes: 100, diskLimitBytes: 1000)
        let harness = try await harness(ahead, lanes: 1)
        harness.engine.expire()
        while let item = ahead.running.first { ahead.finish(item) }
        #expect(ahead.started.count == 9)
        let progress = try #require(try harness.engine.summary(of: "c").prepared)
        #expect(progress.isFull && progress.total == 400)
    }

    @Test func `what fails is not tried again, and the next goes on`() async throws {
        let ahead = ScriptedLoader(diskLimitBytes: 1_000_000)
        let harness = try await harness(ahead, lanes: 1)
        harness.engine.expire()
        ahead.finish("i0", with: .unreadable(Reason("broken", "broken")))
        ahead.finish("i1")
        harness.engine.expire()
        #expect(ahead.started == ["i0", "i1", "i2"] && harness.engine.preparedPictures == 1)
    }

    @Test func `nothing is made where the owner says so`() async throws {
        let ahead = ScriptedLoader(diskLimitBytes: 1_000_000)
        let harness = try await harness(ahead, scope: .none)
        harness.engine.expire()
        #expect(ahead.started.isEmpty)
        #expect(try harness.engine.summary(of: "c").prepared == nil)
    }
}
