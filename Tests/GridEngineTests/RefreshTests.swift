import CollectionLayout
import CollectionModel
import LookaheadTesting
import Synchronization
import Testing

@testable import GridEngine

@Suite struct RefreshTests {
    @Test func `what vanished leaves, what is new comes beside its neighbour, the rest stays as people put it`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c", "d"])])
        try await harness.move("d", to: IndexPath(0, 0))
        harness.source.script.withLock { $0.sections = [("s", ["0", "a", "b", "b2", "b3", "d"])] }
        let end = try await harness.refresh()
        #expect(end.reason == nil)
        #expect(try harness.order() == [["0", "d", "a", "b", "b2", "b3"]])
        #expect(try harness.version == 3)
    }

    @Test func `an item that was moved to another section stays there`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"]), ("t", ["c"])])
        try await harness.move("a", to: IndexPath(1, 1))
        harness.source.script.withLock { $0.sections = [("s", ["a", "b", "new"]), ("t", ["c"])] }
        _ = try await harness.refresh()
        #expect(try harness.order() == [["b", "new"], ["c", "a"]])
    }

    @Test func `a section that is gone stays while moved items live in it`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"]), ("t", ["c"]), ("u", ["d"])])
        try await harness.move("a", to: IndexPath(1, 0))
        harness.source.script.withLock { $0.sections = [("s", ["a", "b"]), ("v", ["e"])] }
        _ = try await harness.refresh()
        #expect(try harness.order() == [["b"], ["e"], ["a"]])
    }

    @Test func `a source that lists nothing any more empties nothing, unless that is said to be right`() async throws {
        let store = MemoryStore()
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])], store: store)
        try await harness.move("b", to: IndexPath(0, 0))
        for lost in [[], [("s", [])]] as [[(id: String, items: [String])]] {
            harness.source.script.withLock { $0.sections = lost }
            let end = try await harness.refresh()
            #expect(end.reason?.code == "source-empty")
            #expect(try harness.order() == [["b", "a"]])
        }
        // Nor does a restart.
        let second = try await EngineHarness(sections: [], store: store)
        #expect(try second.order() == [["b", "a"]])
        #expect(try second.engine.summary(of: "c").problem?.code == "source-empty")
        let end = try await second.refresh(acceptsEmpty: true)
        #expect(end.reason == nil)
        #expect(try second.engine.summary(of: "c").problem == nil)
        #expect(try second.order().joined().isEmpty)
    }

    @Test func `nothing new makes no version`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        _ = try await harness.refresh()
        #expect(try harness.version == 1)
    }

    @Test func `another content of the same item is a reload`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        harness.source.script.withLock { $0.revisions = ["b": 9] }
        _ = try await harness.refresh()
        let change = try #require(try harness.engine.changes(of: "c", since: 1)?.first)
        #expect(change.patch.patch.reloads.map { change.identities.itemID($0) } == ["b"])
        #expect(change.patch.patch.changesNoOrder)
    }

    @Test func `a move made while the source is listed is kept`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let engine = harness.engine
        harness.source.script.withLock {
            $0.sections = [("s", ["a", "b", "c", "d"])]
            $0.whileListing = {
                try? engine.move("a", in: "c", toAfter: IndexPath(0, 2)) { _ in }
            }
        }
        _ = try await harness.refresh()
        #expect(try harness.order() == [["b", "c", "d", "a"]])
    }

    @Test func `a second refresh while one runs is that one, and the source is read once`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let (engine, viewer) = (harness.engine, try harness.viewer())
        let seen = Mutex<(refresh: String, isNew: Bool, visible: Range<Int>)?>(nil)
        harness.source.script.withLock {
            $0.whileListing = {
                // Meanwhile everything else works.
                let event = RangeEvent(
                    sequence: 1, version: 1, visible: .rect(Rect(x: 0, y: 0, width: 400, height: 300)))
                guard let second = try? engine.refresh("c"), let answer = try? engine.range(viewer, event) else {
                    return
                }
                seen.withLock { $0 = (second.refresh, second.isNew, answer.visible) }
            }
        }
        let end = try await harness.refresh()
        let second = try #require(seen.withLock { $0 })
        #expect(second.refresh == end.refresh && !second.isNew)
        #expect(second.visible == 0..<3)
        #expect(harness.source.script.withLock { $0.listings } == 2, "at the opening, and now")
        harness.source.script.withLock { $0.whileListing = nil }
        #expect(try await harness.refresh().refresh != end.refresh, "afterwards there is another")
    }

    /// The refresh names the new item while the move's transaction is under way: it is named again on the version that follows.
    @Test func `an item named during another change's commit is stored with its own`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let (engine, source) = (harness.engine, harness.source)
        harness.store.whileCommitting {
            source.script.withLock { $0.sections = [("s", ["a", "b", "c", "d"])] }
            guard (try? engine.refresh("c")) != nil else { return }
            let deadline = ContinuousClock.now + .seconds(20)
            while source.script.withLock({ $0.listings }) < 2, ContinuousClock.now < deadline {}
        }
        try await harness.move("a", to: IndexPath(0, 2))
        _ = try await harness.refresh()
        #expect(try harness.order() == [["b", "c", "d", "a"]] || harness.order() == [["b", "c", "a", "d"]])
        #expect(try harness.store.restore("c").map { Array($0.items) } == ["a", "b", "c", "d"])
    }

    @Test func `a source that cannot be read ends the refresh with its reason and changes nothing`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])])
        harness.source.script.withLock { $0.error = .unreadable(Reason("disk-gone", "The disk is gone.")) }
        let end = try await harness.refresh()
        #expect(end.reason?.code == "source-unreadable" && end.reason?.sentence.contains("The disk is gone.") == true)
        #expect(try harness.order() == [["a"]])
        harness.source.script.withLock { $0.error = nil }
        #expect(try await harness.refresh().reason == nil)
    }
}
