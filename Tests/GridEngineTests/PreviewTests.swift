import CollectionLayout
import GridEngine
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@Suite struct PreviewTests {
    /// 400 items, four to a row of 100 px, three rows in view.
    private static let items = (0..<400).map { "i\($0)" }

    private func harness(loaders: Int = 2, sizeBytes: Int? = nil) async throws -> EngineHarness {
        try await EngineHarness(
            sections: [("s", Self.items)], loaders: loaders,
            loader: ScriptedLoader(makesPreviews: true, sizeBytes: sizeBytes))
    }

    private func event(
        _ sequence: Int, y: Double, velocity: Double = 0, phase: ScrollPhase = .settled,
        have: ClosedRange<Int>? = nil, pictureDelay: Double? = nil
    ) -> RangeEvent {
        var event = RangeEvent(
            sequence: sequence, version: 1, visible: .rect(Rect(x: 0, y: y, width: 400, height: 300)),
            velocity: velocity, phase: phase, pictureDelay: pictureDelay)
        event.have = have
        return event
    }

    /// - Parameters:
    ///   - harness: whose loads are finished.
    ///   - limit: how many.
    ///   - full: what each full picture takes.
    private func finishAll(
        _ harness: EngineHarness, atMost limit: Int = 1000, full: Duration = .milliseconds(20)
    ) {
        for _ in 0..<limit {
            guard let next = harness.loader.running.first else { return }
            harness.clock.advance(by: next.hasPrefix("~") ? .milliseconds(1) : full)
            harness.loader.finish(next)
        }
    }

    @Test func `the previews of what is in view are loaded first, pushed, and followed by the full pictures`()
        async throws
    {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        for _ in 0..<12 {
            let next = try #require(harness.loader.running.first)
            harness.loader.finish(next)
        }
        #expect(Array(harness.loader.started.prefix(12)) == (0..<12).map { "~i\($0)" })
        let pushed = harness.engine.takePreviews(of: viewer)
        #expect(pushed.map(\.item) == (0..<12).map { "i\($0)" })
        #expect(pushed.first?.bytes == Array("i0".utf8))
        #expect(harness.engine.takePreviews(of: viewer).isEmpty)
        finishAll(harness)
        #expect(harness.loader.started.contains("i0") && harness.loader.started.contains("i11"))
        #expect(Set(harness.loader.started).count == harness.loader.started.count)
    }

    @Test func `lines hear once that previews wait, and again when there are more than one event holds`() async throws {
        let harness = try await harness(loaders: 12, sizeBytes: 1000)
        let viewer = try harness.viewer()
        let heard = Mutex(0)
        let numbers = Mutex<[Int]>([harness.engine.lastEventID])
        _ = try harness.engine.subscribe(to: [viewer], after: nil) { record in
            if case .previews = record.event { heard.withLock { $0 += 1 } }
            numbers.withLock { $0.append(record.id) }
            return true
        }
        _ = try harness.engine.range(viewer, event(1, y: 0))
        for item in 0..<12 { harness.loader.finish("~i\(item)") }
        #expect(heard.withLock { $0 } == 1)
        #expect(harness.engine.takePreviews(of: viewer).count == 5)
        #expect(heard.withLock { $0 } == 2)
        #expect(harness.engine.takePreviews(of: viewer).map(\.item) == (5..<10).map { "i\($0)" })
        #expect(harness.engine.takePreviews(of: viewer).count == 2)
        #expect(heard.withLock { $0 } == 3)
        let all = numbers.withLock { $0 }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "pages drop what comes twice by its number")
    }

    @Test func `a line that only looks on takes no preview from the one that draws`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        let heard = Mutex((drawing: 0, looking: 0))
        func listen(takesPreviews: Bool) throws {
            _ = try harness.engine.subscribe(to: [viewer], after: nil, takesPreviews: takesPreviews) { record in
                guard case .previews = record.event else { return true }
                heard.withLock { if takesPreviews { $0.drawing += 1 } else { $0.looking += 1 } }
                return true
            }
        }
        try listen(takesPreviews: false)
        _ = try harness.engine.range(viewer, event(1, y: 0))
        harness.loader.finish("~i0")
        #expect(heard.withLock { $0 } == (0, 0))
        try listen(takesPreviews: true)
        #expect(heard.withLock { $0 } == (1, 0))
        #expect(harness.engine.takePreviews(of: viewer).map(\.item) == ["i0"])
        harness.loader.finish("~i1")
        #expect(heard.withLock { $0 } == (2, 0))
    }

    @Test func `a line that opens later is told of what waits, a long poll too`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        harness.loader.finish("~i0")
        let polled = try harness.engine.events(of: viewer, after: harness.engine.lastEventID)
        guard case .previews? = polled.last?.event else {
            Issue.record("the poll does not say it")
            return
        }
        let heard = Mutex(0)
        _ = try harness.engine.subscribe(to: [viewer], after: nil) { _ in
            heard.withLock { $0 += 1 }
            return true
        }
        #expect(heard.withLock { $0 } == 1)
    }

    @Test func `what the viewer has left behind is not pushed, what is in view goes first`() async throws {
        let harness = try await harness(loaders: 40)
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        for item in [14, 3, 15] { harness.loader.finish("~i\(item)") }
        harness.clock.advance(by: .seconds(1))
        _ = try harness.engine.range(viewer, event(2, y: 100, velocity: 1, phase: .wheel))
        #expect(harness.engine.takePreviews(of: viewer).map(\.item) == ["i14", "i15", "i3"])
        harness.loader.finish("~i4")
        harness.clock.advance(by: .seconds(1))
        _ = try harness.engine.range(viewer, event(3, y: 5000, phase: .jump))
        #expect(harness.engine.takePreviews(of: viewer).isEmpty)
    }

    @Test func `a preview in memory goes out with the cells that are new to the browser, and is not loaded again`()
        async throws
    {
        let harness = try await harness()
        let first = try harness.viewer()
        _ = try harness.engine.range(first, event(1, y: 0))
        for item in 0..<12 { harness.loader.finish("~i\(item)") }
        let second = try harness.viewer()
        let answer = try harness.engine.range(second, event(1, y: 0))
        #expect(harness.engine.takePreviews(of: second).map(\.item) == (0..<12).map { "i\($0)" })
        #expect(answer.cells[0].tier == .preview && answer.cells[0].colour == 0x00_1aff)
        #expect(answer.cells[15].tier == .none && answer.cells[15].colour == nil)
        // The browser holds them now.
        harness.clock.advance(by: .seconds(1))
        _ = try harness.engine.range(second, event(2, y: 10, have: 0...19))
        #expect(harness.engine.takePreviews(of: second).isEmpty)
        finishAll(harness)
        #expect(harness.loader.started.filter { $0 == "~i0" }.count == 1)
        let third = try harness.viewer()
        #expect(try harness.engine.range(third, event(1, y: 0)).cells[0].tier == .full)
    }

    @Test func `where the full picture is at hand no preview is made`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        let engine = harness.engine
        guard case .later = try engine.image(of: "i1", in: "c", width: 100, revision: 1, completion: { _ in }) else {
            Issue.record("it was there already")
            return
        }
        harness.loader.finish("i1")
        _ = try engine.range(viewer, event(1, y: 0))
        finishAll(harness)
        #expect(!harness.loader.started.contains("~i1") && harness.loader.started.contains("~i2"))
    }

    @Test func `while the scroll bar flies over, previews are all that is loaded`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0, phase: .hidden))
        // So much more than previews that these go first.
        finishAll(harness, full: .milliseconds(400))
        let before = harness.loader.started.count
        for step in 1...5 {
            harness.clock.advance(by: .milliseconds(60))
            let y = Double(step) * 400
            _ = try harness.engine.range(viewer, event(1 + step, y: y, velocity: 4000, phase: .scrubbing))
            finishAll(harness, atMost: 4)
        }
        let flown = harness.loader.started.dropFirst(before)
        #expect(!flown.isEmpty && flown.allSatisfy { $0.hasPrefix("~") }, "\(flown)")
        harness.clock.advance(by: .milliseconds(60))
        _ = try harness.engine.range(viewer, event(10, y: 2000))
        finishAll(harness)
        #expect(harness.loader.started.contains("i80"))
    }

    @Test func `a preview that cannot be made is no failure of the cell`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        harness.loader.finish("~i0", with: .unreadable(.notAPicture))
        finishAll(harness)
        let failed = try harness.engine.events(of: viewer, after: 0).contains { record in
            guard case .cells(let cells) = record.event else { return false }
            return cells.contains { $0.state == .failed }
        }
        #expect(!failed)
        #expect(try harness.engine.range(viewer, event(2, y: 0)).cells[0].state == .ready)
    }

    @Test func `without previews configured none are made`() async throws {
        let loader = ScriptedLoader(makesPreviews: true)
        let engine = GridEngine(configuration: .init(previews: false), loader: loader, store: nil, clock: ManualClock())
        let source = ScriptedSource(sections: [("s", Self.items)])
        _ = try await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }.get()
        let settings = ViewerSettings(
            layout: try LayoutDescription(kind: "column", options: [:]), width: 400, height: 300)
        let viewer = try engine.createViewer(of: "c", settings).viewer
        _ = try engine.range(viewer, event(1, y: 0))
        #expect(!loader.started.isEmpty && !loader.started.contains { $0.hasPrefix("~") })
    }

    @Test func `a cell that the browser holds hears that it needs no load`() async throws {
        let harness = try await harness()
        let (first, second) = (try harness.viewer(), try harness.viewer())
        // The second viewer's page holds the cells 12–19 before anyone has loaded them.
        _ = try harness.engine.range(second, event(1, y: 0, phase: .hidden))
        _ = try harness.engine.range(first, event(1, y: 300))
        finishAll(harness)
        let before = harness.engine.lastEventID
        harness.clock.advance(by: .seconds(1))
        _ = try harness.engine.range(second, event(2, y: 300, have: 0...40))
        let told = try harness.engine.events(of: second, after: before).flatMap { record -> [String] in
            guard case .cells(let cells) = record.event else { return [] }
            return cells.filter { $0.state == .ready }.map(\.id)
        }
        #expect(Set((12..<20).map { "i\($0)" }).isSubset(of: Set(told)), "\(told)")
    }

    // MARK: One read a picture

    @Test
    func `a preview that came out of the whole picture brings the full one: it is announced, and not loaded again`()
        async throws
    {
        let harness = try await harness()
        let viewer = try harness.viewer()
        let ready = Mutex<[String]>([])
        _ = try harness.engine.subscribe(to: [viewer], after: nil) { record in
            guard case .cells(let cells) = record.event else { return true }
            ready.withLock { $0 += cells.filter { $0.state == .ready }.map(\.id) }
            return true
        }
        _ = try harness.engine.range(viewer, event(1, y: 0))
        #expect(harness.loader.running.first == "~i0")
        harness.clock.advance(by: .milliseconds(100))
        harness.loader.finish("~i0", withByProduct: true)
        #expect(ready.withLock { $0 } == ["i0"])
        #expect(harness.engine.takePreviews(of: viewer).map(\.item) == ["i0"])
        finishAll(harness)
        #expect(!harness.loader.started.contains("i0"))
    }

    @Test func `where previews come out of whole pictures, the full pictures are loaded, and bring the previews`()
        async throws
    {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        for _ in 0..<2 {
            harness.clock.advance(by: .milliseconds(100))
            harness.loader.finish(try #require(harness.loader.running.first), withByProduct: true)
        }
        _ = harness.engine.takePreviews(of: viewer)
        harness.loader.forget()
        let begun = harness.loader.started.count
        // Far away: nothing of it is known.
        _ = try harness.engine.range(viewer, event(2, y: 4000, phase: .jump))
        for _ in 0..<12 {
            harness.clock.advance(by: .milliseconds(100))
            harness.loader.finish(try #require(harness.loader.running.first), withByProduct: true)
        }
        #expect(harness.engine.takePreviews(of: viewer).count > 8)
        // One in sixteen tries its preview.
        let names = harness.loader.started.dropFirst(begun).filter { name in
            (Int(name.drop { !$0.isNumber }) ?? 0) % 16 != 0
        }
        #expect(
            names.count >= 9 && names.allSatisfy { !$0.hasPrefix("~") } && Set(names).count == names.count, "\(names)")
    }

    @Test func `where pictures are seen at once, no preview is sent together with its picture`() async throws {
        let harness = try await harness(loaders: 6)
        let (near, far) = (try harness.viewer(), try harness.viewer())
        let silent = try harness.viewer()
        func see(_ viewer: ViewerID, _ sequence: Int, _ delay: Double?) throws {
            _ = try harness.engine.range(viewer, event(sequence, y: 0, have: 0...50, pictureDelay: delay))
            harness.clock.advance(by: .seconds(1))
        }
        try see(near, 1, nil)
        try see(near, 3, 12)
        // An event that comes late.
        try see(near, 2, 900)
        try see(far, 1, 51)
        try see(silent, 1, 12)
        try see(silent, 2, nil)
        func finish(_ name: String, withByProduct: Bool) -> [[String]] {
            harness.loader.finish(name, withByProduct: withByProduct)
            return [near, far, silent].map { harness.engine.takePreviews(of: $0).map(\.item) }
        }
        #expect(finish("~i0", withByProduct: true) == [[], ["i0"], ["i0"]])
        #expect(finish("~i1", withByProduct: false) == [["i1"], ["i1"], ["i1"]], "its picture is not made yet")
    }

    @Test func `where pictures are seen at once, cells out of view come without the previews of made pictures`()
        async throws
    {
        let harness = try await harness(loaders: 8)
        let first = try harness.viewer()
        _ = try harness.engine.range(first, event(1, y: 0))
        for item in 4..<7 { harness.loader.finish("~i\(item)", withByProduct: item < 6) }
        // Their row is above the view, or in it.
        let all = ["i4", "i5", "i6"]
        for (y, delay, previews) in [(300.0, 50.0, ["i6"]), (300, 51, all), (100, 50, all)] {
            let viewer = try harness.viewer()
            let cells = try harness.engine.range(viewer, event(1, y: y, pictureDelay: delay)).cells
            let tiers = (4..<7).map { number in cells.first { $0.index == number }?.tier }
            #expect(tiers == [.full, .full, .preview])
            #expect(Set(harness.engine.takePreviews(of: viewer).map(\.item)) == Set(previews))
        }
    }

    @Test func `what a load of its own is still to bring is announced once, when that has ended`() async throws {
        let harness = try await EngineHarness(
            sections: [("s", ["i0", "i1"])], loaders: 4, loader: ScriptedLoader(makesPreviews: true))
        let viewer = try harness.viewer()
        let ready = Mutex<[String]>([])
        _ = try harness.engine.subscribe(to: [viewer], after: nil) { record in
            guard case .cells(let cells) = record.event else { return true }
            ready.withLock { $0 += cells.filter { $0.state == .ready }.map(\.id) }
            return true
        }
        _ = try harness.engine.range(viewer, event(1, y: 0))
        #expect(Set(harness.loader.running) == ["~i0", "~i1", "i0", "i1"])
        harness.loader.finish("~i0", withByProduct: true)
        #expect(ready.withLock { $0 }.isEmpty)
        harness.loader.finish("i0")
        #expect(ready.withLock { $0 } == ["i0"])
        _ = harness.engine.takePreviews(of: viewer)
        harness.loader.finish("i1", withByProduct: true)
        #expect(harness.engine.takePreviews(of: viewer).isEmpty)
        harness.loader.finish("~i1")
        #expect(harness.engine.takePreviews(of: viewer).map(\.item) == ["i1"])
    }

    @Test func `what a load of changed content made besides is neither shown nor kept`() async throws {
        let harness = try await EngineHarness(
            sections: [("s", ["i0"])], loaders: 1, loader: ScriptedLoader(makesPreviews: true))
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        #expect(harness.loader.running == ["~i0"])
        harness.source.script.withLock { $0.revisions["i0"] = 2 }
        _ = try await harness.refresh()
        harness.loader.finish("~i0", withByProduct: true)
        #expect(harness.engine.takePreviews(of: viewer).isEmpty)
        harness.loader.finish("~i0")
        #expect(harness.loader.running == ["i0"])
    }

    @Test func `a held request is answered by what a preview's read made besides`() async throws {
        let harness = try await harness(loaders: 1)
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        let answered = Mutex(0)
        let answer = try harness.engine.image(of: "i0", in: "c", width: 160, revision: nil) { result in
            if case .success = result { answered.withLock { $0 += 1 } }
        }
        guard case .later = answer else { return #expect(Bool(false), "it is not there yet") }
        harness.loader.finish("~i0", withByProduct: true)
        #expect(answered.withLock { $0 } == 1)
    }
}
