import CollectionLayout
import CollectionModel
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

/// Contents of a source that is asked for them: loads as pictures are.
@Suite struct ContentTests {
    /// A collection of such a source, 4 columns of cells of 100 px, 12 in view.
    private struct Scene {
        let clock = ManualClock()
        let source: AskedSource
        let engine: GridEngine
        let viewer: ViewerID
        private let events: Events

        private final class Events: Sendable {
            let updates = Mutex<[CellUpdate]>([])
        }

        init(
            items: Int = 2000, loaders: Int = 2, timeLimit: Duration = .seconds(60), havePictures: Bool = false,
            policy: PrefetchPolicy = .standard
        ) async throws {
            source = AskedSource(items: (0..<items).map { "i\($0)" }, havePictures: havePictures)
            engine = GridEngine(
                configuration: .init(loaders: loaders, loadTimeLimit: timeLimit), loader: ScriptedLoader(), clock: clock
            )
            #if DEBUG
                engine.loads.state.withLock { $0.scheduler.checksInvariants = true }
            #endif
            let (engine, source) = (engine, source)
            _ = try await withCheckedContinuation { continuation in
                engine.add(source) { continuation.resume(returning: $0) }
            }.get()
            let layout = try LayoutDescription(
                kind: "column", options: ["minColumnWidth": 100, "cellHeight": 100, "spacing": 0, "inset": 0])
            viewer = try engine.createViewer(
                of: "c", ViewerSettings(layout: layout, width: 400, height: 300, policy: policy)
            ).viewer
            let events = Events()
            _ = try engine.subscribe(to: [viewer], after: nil) { record in
                if case .cells(let cells) = record.event { events.updates.withLock { $0 += cells } }
                return true
            }
            self.events = events
        }

        @discardableResult
        func look(_ sequence: Int, y: Double = 0, have: ClosedRange<Int>? = nil) throws -> RangeAnswer {
            try engine.range(
                viewer,
                RangeEvent(
                    sequence: sequence, version: 1, visible: .rect(Rect(x: 0, y: y, width: 400, height: 300)),
                    have: have))
        }

        /// What streams were told of an item, the newest last.
        func updates(of item: String) -> [CellUpdate] { events.updates.withLock { $0.filter { $0.id == item } } }

        /// Waits for something that another thread does.
        func until(_ what: String = "", _ condition: () -> Bool) async throws {
            for _ in 0..<2000 {
                if condition() { return }
                try await Task.sleep(for: .milliseconds(5))
            }
            Issue.record("not within ten seconds: \(what)")
        }
    }

    @Test func `cells whose contents are not there are loading, and change when they come`() async throws {
        let scene = try await Scene()
        let answer = try scene.look(1)
        #expect(answer.cells.prefix(12).allSatisfy { $0.state == .loading && $0.item.title.isEmpty })
        try await scene.until("a call") { !scene.source.waiting.isEmpty }
        scene.source.answer()
        try await scene.until("an update") { scene.updates(of: "i0").last?.state == .ready }
        let update = try #require(scene.updates(of: "i11").last)
        #expect(update.item?.title == "Title of i11" && update.item?.revision == 1)
        #expect(try scene.engine.item("i0", of: "c").item.title == "Title of i0")
    }

    @Test func `what is in view is asked for first, in one call, and what is predicted in others of at most 256`()
        async throws
    {
        let scene = try await Scene(loaders: 4)
        try scene.look(1)
        try await scene.until("calls") { scene.source.asked.count >= 2 }
        let asked = scene.source.asked
        #expect(asked.contains { Set($0) == Set((0..<12).map { "i\($0)" }) })
        #expect(asked.allSatisfy { 1...256 ~= $0.count && Set($0).count == $0.count })
        #expect(Set(asked.joined()).count == asked.joined().count)
    }

    @Test func `contents that are there are answered with the cells, and not asked for again`() async throws {
        let scene = try await Scene()
        scene.source.answersAtOnce = true
        try scene.look(1)
        try await scene.until("everything") {
            scene.engine.loadStatistics().running == 0 && !scene.source.asked.isEmpty
        }
        try await scene.until("i0") { scene.updates(of: "i0").last?.state == .ready }
        let calls = scene.source.asked.joined().filter { $0 == "i0" }.count
        let answer = try scene.look(2)
        #expect(answer.cells.first?.item.title == "Title of i0" && answer.cells.first?.state == .ready)
        #expect(scene.source.asked.joined().filter { $0 == "i0" }.count == calls)
    }

    @Test func `neither scrolling nor another window asks for anything twice`() async throws {
        let scene = try await Scene(loaders: 4)
        scene.source.answersAtOnce = true
        let other = try scene.engine.createViewer(of: "c", try scene.engine.viewer(scene.viewer).settings).viewer
        for step in 0..<20 {
            try scene.look(step + 1, y: Double(step % 10) * 100)
            let event = RangeEvent(
                sequence: step + 1, version: 1, visible: .rect(Rect(x: 0, y: 0, width: 400, height: 300)))
            _ = try scene.engine.range(other, event)
            scene.clock.advance(by: .milliseconds(60))
            try await Task.sleep(for: .milliseconds(5))
        }
        try await scene.until("i39") { scene.updates(of: "i39").last?.state == .ready }
        let asked = scene.source.asked.joined()
        #expect(Set(asked).count == asked.count)
    }

    @Test func `a jump cancels what nobody wants any more: the task of its call is cancelled`() async throws {
        let scene = try await Scene()
        try scene.look(1)
        try await scene.until("calls") { scene.source.waiting.count == 2 }
        let calls = scene.source.waiting
        let answer = try scene.look(2, y: 40_000)
        #expect(answer.cancel.contains("i0"))
        scene.clock.advance(by: .seconds(5))
        scene.engine.loads.tick()
        try await scene.until("cancelled tasks") { calls.allSatisfy(\.isCancelled) }
        // Late answers are shown to nobody, and the loaders are free for what is in view now.
        scene.source.answer()
        scene.source.answer()
        try await scene.until("the view") { scene.source.asked.contains { $0.contains("i1600") } }
        #expect(scene.updates(of: "i0").allSatisfy { $0.state != .ready })
    }

    @Test func `a call of which one item is still wanted goes on`() async throws {
        let scene = try await Scene(policy: .none)
        try scene.look(1)
        try await scene.until("a call") { scene.source.waiting.count == 1 }
        let call = scene.source.waiting[0]
        // One row further: eight of twelve stay in view.
        try scene.look(2, y: 100)
        scene.clock.advance(by: .seconds(5))
        scene.engine.loads.tick()
        scene.source.answer()
        try await scene.until("an update") { scene.updates(of: "i4").last?.state == .ready }
        #expect(!call.isCancelled)
    }

    @Test func `an error is tried again with pauses, then shown with its sentence, and a person can retry`()
        async throws
    {
        let scene = try await Scene()
        let sentence = Reason("table-away", "The table is away.")
        scene.source.fail(sentence)
        try scene.look(1)
        // A pause of half a second, and one of a second, more or less.
        for _ in 0..<8 where scene.updates(of: "i0").last?.state != .failed {
            try await Task.sleep(for: .milliseconds(30))
            scene.clock.advance(by: .milliseconds(700))
            scene.engine.loads.tick()
        }
        try await scene.until("failed cells") { scene.updates(of: "i0").last?.state == .failed }
        #expect(scene.updates(of: "i0").last?.failure == sentence)
        // Twelve items, three tries: what failed together is tried again together.
        #expect(scene.source.asked.filter { $0.contains("i0") }.count == 3)
        let again = try scene.look(2)
        #expect(again.cells.first?.state == .failed && again.cells.first?.failure == sentence)
        scene.source.fail(nil)
        scene.source.answersAtOnce = true
        scene.clock.advance(by: .seconds(10))
        try scene.engine.retry("i0", in: "c")
        scene.engine.loads.tick()
        try await scene.until("the content") { scene.updates(of: "i0").last?.state == .ready }
    }

    @Test func `a source that fails again and again is left alone: a call counts once for the breaker`() async throws {
        let scene = try await Scene(items: 20_000, loaders: 1)
        scene.source.fail(Reason("table-away", "The table is away."))
        var calls: [Int] = []
        for step in 0..<40 {
            try scene.look(step + 1, y: Double(step) * 5000)
            scene.clock.advance(by: .milliseconds(20))
            scene.engine.loads.tick()
            try await Task.sleep(for: .milliseconds(10))
            calls.append(scene.source.asked.count)
        }
        #expect((8...10).contains(calls[39]), "\(calls)")
    }

    @Test func `an answer without an item fails that one only, and items that nobody asked for are ignored`()
        async throws
    {
        let scene = try await Scene()
        try scene.look(1)
        try await scene.until("a call") { !scene.source.waiting.isEmpty }
        scene.source.answer { ids in
            .success(
                ids.filter { $0 != "i3" }.map { AskedSource.content($0) } + [
                    AskedSource.content("i1999", " by mistake"), AskedSource.content(ids[0], " twice"),
                ])
        }
        try await scene.until("updates") { scene.updates(of: "i3").last?.state == .failed }
        #expect(scene.updates(of: "i3").last?.failure == .contentsMissing)
        #expect(scene.updates(of: "i0").last?.item?.title == "Title of i0")
        #expect(try scene.engine.item("i1999", of: "c").item.title.isEmpty)
    }

    @Test func `a call that hangs fails in its time, and its late answer is dropped`() async throws {
        let scene = try await Scene(timeLimit: .milliseconds(200))
        try scene.look(1)
        try await scene.until("failed cells") { scene.updates(of: "i0").last?.state == .failed }
        #expect(scene.updates(of: "i0").last?.failure?.code == "contents-took-too-long")
        scene.source.answer()
        try await Task.sleep(for: .milliseconds(100))
        #expect(scene.updates(of: "i0").last?.state == .failed)
        #expect(try scene.engine.item("i0", of: "c").item.title.isEmpty)
    }

    @Test func `after a new revision the old content is shown until the new one is there`() async throws {
        let scene = try await Scene()
        scene.source.answersAtOnce = true
        try scene.look(1)
        try await scene.until("contents") { scene.updates(of: "i0").last?.state == .ready }
        scene.source.answersAtOnce = false
        scene.source.setRevision(2)
        _ = try scene.engine.refresh("c")
        try await scene.until("the new version") { (try? scene.engine.summary(of: "c").version) == 2 }
        let item = try scene.engine.item("i0", of: "c").item
        #expect(item.title == "Title of i0" && item.revision == 2)
        try await scene.until("a call") { scene.source.waiting.contains { $0.ids.contains("i0") } }
        while !scene.source.waiting.isEmpty {
            scene.source.answer { .success($0.map { AskedSource.content($0, ", again") }) }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await scene.until("the new content") { scene.updates(of: "i0").last?.item?.title == "Title of i0, again" }
    }

    @Test func `pages and lists have the contents that they need, read in batches of 256`() async throws {
        let scene = try await Scene(items: 1500)
        scene.source.answersAtOnce = true
        let engine = scene.engine
        let page = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<ItemPage?, any Error>) in
            do throws(GridError) {
                try engine.readItems(of: "c", section: nil, offset: 100, limit: 1000) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(page?.items.map(\.item.title) == (100..<1100).map { "Title of i\($0)" })
        #expect(scene.source.asked.count == 4 && scene.source.asked.allSatisfy { $0.count <= 256 })
        let list = try engine.itemList(of: "c")
        #expect(try list.rows(from: 1400, limit: 256).map(\.item.title) == (1400..<1500).map { "Title of i\($0)" })
    }

    @Test func `a page of a source that fails is refused with its sentence`() async throws {
        let scene = try await Scene()
        scene.source.fail(Reason("table-away", "The table is away."))
        let engine = scene.engine
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<ItemPage?, GridError>, Never>) in
            do throws(GridError) {
                try engine.readItems(of: "c", section: nil, offset: 0, limit: 10) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        guard case .failure(.notReady(let reason)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.sentence == "The table is away.")
    }

    @Test func `queries find by contents that were read for them`() async throws {
        let scene = try await Scene(items: 600)
        scene.source.answersAtOnce = true
        while try !scene.engine.fields(of: "c").reading.isFilled { try await Task.sleep(for: .milliseconds(1)) }
        let query = try EngineHarness.query(#"{"search":"i599"}"#)
        let engine = scene.engine
        let result = try await withCheckedContinuation { continuation in
            engine.openResult(of: "c", query) { continuation.resume(returning: $0) }
        }.get()
        #expect(result.itemCount == 1)
        #expect(scene.source.asked.count == 3)
    }

    @Test func `pictures and contents of an item are loaded beside each other`() async throws {
        let scene = try await Scene(havePictures: true)
        scene.source.answersAtOnce = true
        let answer = try scene.look(1)
        #expect(answer.cells.first?.imageWidth != nil)
        try await scene.until("contents") { scene.updates(of: "i0").contains { $0.item?.title == "Title of i0" } }
        let item = try scene.engine.item("i0", of: "c").item
        #expect(item.hasImage && item.contentRevision == 1)
    }

    @Test func `the log of steps shows prefetch, cancel and will display for data`() async throws {
        let scene = try await Scene()
        let steps = Mutex<[String]>([])
        _ = try scene.engine.watchLifecycle(of: scene.viewer) { report in
            steps.withLock { $0 += report.steps.map { "\($0.kind.rawValue) \($0.item)" } }
            return true
        }
        try scene.look(1)
        scene.engine.reportLifecycle()
        let first = steps.withLock { $0 }
        // In view is no prefetch; the next row is one.
        #expect(first.contains("willDisplay i0") && !first.contains("prefetch i0") && first.contains("prefetch i12"))
        try await scene.until("a call") { !scene.source.waiting.isEmpty }
        try scene.look(2, y: 40_000)
        scene.engine.reportLifecycle()
        let all = steps.withLock { $0 }
        #expect(all.contains("loadBegan i0"))
        #expect(all.contains("cancelPrefetch i12") && all.contains("didEndDisplaying i0"))
        #expect(all.contains("willDisplay i1600"))
    }
}

/// The contents that are kept.
@Suite struct ContentCacheTests {
    private func item(_ number: Int) -> (ordinal: ItemOrdinal, item: SourceItem) {
        (ItemOrdinal(rawValue: UInt32(number)), SourceItem(id: "i\(number)", title: "t", revision: 1))
    }

    @Test func `what was read longest ago is dropped, unless viewers hold it`() {
        let cache = ContentCache(limitBytes: 100 * 300)
        for number in 0..<1000 where cache.put([item(number)]) {
            cache.turn(keeping: cache.oldest.filter { $0.ordinal.rawValue < 10 }.map(\.id))
        }
        #expect((0..<10).allSatisfy { cache["i\($0)"] != nil })
        #expect(cache["i999"] != nil && cache["i500"] == nil)
        let kept = (0..<1000).filter { cache["i\($0)"] != nil }.count
        #expect((50...130).contains(kept), "\(kept)")
    }

    @Test func `content of an older revision is shown, and not taken for known`() {
        let cache = ContentCache()
        _ = cache.put([item(1)])
        #expect(cache.isFresh("i1"))
        cache.outdate([("i1", 2)])
        #expect(!cache.isFresh("i1") && cache["i1"]?.revision == 2)
        cache.remove(["i1"])
        #expect(cache["i1"] == nil)
    }
}
