import CollectionLayout
import CollectionModel
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

@Suite struct RangeTests {
    /// 100 items, four to a row of 100 px, three rows in view.
    private static let items = (0..<100).map { "i\($0)" }

    private func event(_ sequence: Int, y: Double, velocity: Double = 0, version: Int = 1) -> RangeEvent {
        RangeEvent(
            sequence: sequence, version: version, visible: .rect(Rect(x: 0, y: y, width: 400, height: 300)),
            velocity: velocity, phase: velocity == 0 ? .settled : .dragging)
    }

    @Test func `the answer holds the cells of the window with frames and index paths`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        let answer = try harness.engine.range(viewer, event(1, y: 0))
        #expect(answer.visible == 0..<12)
        #expect(answer.window == 0..<20)
        #expect(answer.cells.map(\.index) == Array(answer.window))
        #expect(answer.cells[5].frame == Rect(x: 100, y: 100, width: 100, height: 100))
        #expect(answer.cells[5].indexPath == IndexPath(0, 5))
        #expect(answer.contentSize == Size(width: 400, height: 2500))
    }

    @Test func `cells that the browser holds are not sent again`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        var event = event(1, y: 300)
        event.have = 0...15
        #expect(try harness.engine.range(viewer, event).cells.first?.index == 16)
    }

    @Test func `loads start with what is in view and never twice`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 4)
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        #expect(harness.loader.running == ["i0", "i1", "i2", "i3"])
        _ = try harness.engine.range(viewer, event(2, y: 0))
        _ = try harness.engine.range(viewer, event(3, y: 10))
        for item in 0..<12 { #expect(harness.loader.finish("i\(item)")) }
        #expect(Set(harness.loader.started).count == harness.loader.started.count)
    }

    @Test func `what is asked for is named, and what left the window is called off by name`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 2)
        let viewer = try harness.viewer()
        let first = try harness.engine.range(viewer, event(1, y: 0))
        #expect(first.prefetch.first == "i12")
        #expect(!first.prefetch.contains("i0"))
        let far = try harness.engine.range(viewer, event(2, y: 2000))
        #expect(far.cancel.contains("i0") && far.cancel.contains("i12"))
    }

    @Test func `a jump loads the place of arrival, not what lies between`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 2)
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        _ = try harness.engine.range(viewer, event(2, y: 2200))
        for item in ["i0", "i1"] { harness.loader.finish(item) }
        let arrived = harness.loader.running.compactMap { Int($0.dropFirst()) }
        #expect(!arrived.isEmpty && arrived.allSatisfy { $0 >= 80 })
    }

    @Test func `an event older than one that was seen schedules nothing`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(5, y: 0))
        let started = harness.loader.started
        let answer = try harness.engine.range(viewer, event(4, y: 2000))
        #expect(answer.prefetch.isEmpty && answer.cancel.isEmpty)
        #expect(!answer.cells.isEmpty)
        #expect(harness.loader.started == started)
    }

    @Test func `when a load begins or ends only viewers that show the item hear of it`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 2)
        let (near, far) = (try harness.viewer(), try harness.viewer())
        _ = try harness.engine.range(near, event(1, y: 0))
        _ = try harness.engine.range(far, event(1, y: 2000))
        harness.loader.finish("i0")
        func heard(_ viewer: ViewerID) throws -> [CellUpdate] {
            try harness.engine.events(of: viewer, after: 0).flatMap { record -> [CellUpdate] in
                guard case .cells(let cells) = record.event else { return [] }
                return cells
            }
        }
        let (toNear, toFar) = (try heard(near), try heard(far))
        #expect(toNear.map { "\($0.id) \($0.state)" } == ["i0 loading", "i1 loading", "i0 ready", "i2 loading"])
        #expect(try harness.engine.events(of: near, after: 0).count == 2, "what ends and what begins go together")
        #expect(toNear.first { $0.state == .ready }?.item?.width == 3000)
        #expect(toFar.isEmpty)
    }

    @Test func `after a jump what costs little is loaded first, too`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        harness.source.script.withLock { script in
            for item in Self.items { script.files[item] = PictureFile(format: .jpeg, bytes: 8_000_000) }
            for item in ["i0", "i86"] { script.files[item] = PictureFile(format: .jpeg, bytes: 100_000) }
        }
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        for milliseconds in [10, 300] {
            harness.clock.advance(by: .milliseconds(milliseconds))
            harness.loader.finish(try #require(harness.loader.running.first))
        }
        let before = harness.loader.started
        #expect(before.prefix(2) == ["i0", "i1"])
        _ = try harness.engine.range(viewer, event(2, y: 2000))
        while let next = harness.loader.running.first, harness.loader.started.count < before.count + 3 {
            harness.loader.finish(next)
        }
        #expect(harness.loader.started.dropFirst(before.count).first == "i86")
    }

    @Test func `a broken picture is a failed cell with its reason, and loads anew when asked`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        harness.loader.finish("i2", with: .unreadable(.notAPicture))
        let cell = try harness.engine.range(viewer, event(2, y: 0)).cells[2]
        #expect(cell.state == .failed && cell.failure == .notAPicture)
        try harness.engine.retry("i2", in: "c")
        while let next = harness.loader.running.first, next != "i2" { harness.loader.finish(next) }
        #expect(harness.loader.finish("i2"))
        #expect(try harness.engine.range(viewer, event(3, y: 0)).cells[2].state == .ready)
    }

    @Test func `patches since the browser's version come with the answer`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        try await harness.move("i0", to: IndexPath(0, 5))
        let answer = try harness.engine.range(viewer, event(1, y: 0))
        #expect(answer.version == 2)
        #expect(answer.patches?.map(\.patch.to) == [2])
        #expect(answer.cells[0].item.id == "i1")
    }

    @Test func `a held picture request is answered when the load ends, and demands it from beyond any window`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let engine = harness.engine
        let loader = harness.loader
        let bytes: [UInt8] = try await withCheckedThrowingContinuation { continuation in
            do {
                let answer = try engine.image(of: "i77", in: "c", width: 100, revision: 1) { result in
                    continuation.resume(with: result.map(\.rendition.bytes).mapError { $0 as any Error })
                }
                guard case .later(_) = answer else { return }
                loader.finish("i77")
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(bytes == Array("i77".utf8))
        guard
            case .ready(_, let isCurrent) = try engine.image(
                of: "i77", in: "c", width: 100, revision: 1, completion: { _ in })
        else {
            Issue.record("not cached")
            return
        }
        #expect(isCurrent)
    }

    @Test func `a held picture request whose client goes away is wanted no more`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let (engine, loader) = (harness.engine, harness.loader)
        let answered = Mutex<[String]>([])
        func ask(_ item: String) throws -> PictureDemand? {
            let answer = try engine.image(of: item, in: "c", width: 100, revision: 1) { result in
                answered.withLock { $0.append("\(item) \((try? result.get()) == nil ? "gone" : "made")") }
            }
            guard case .later(let demand) = answer else { return nil }
            return demand
        }
        _ = try ask("i1")
        let (second, twin) = (try #require(try ask("i77")), try #require(try ask("i77")))
        engine.withdraw(second)
        engine.withdraw(second)
        #expect(answered.withLock { $0 } == ["i77 gone"])
        let third = try #require(try ask("i78"))
        engine.withdraw(third)
        #expect(loader.finish("i1"))
        #expect(loader.running == ["i77"], "its twin still waits; nobody wants i78")
        loader.finish("i77")
        engine.withdraw(twin)
        #expect(answered.withLock { $0 } == ["i77 gone", "i78 gone", "i1 made", "i77 made"])
        #expect(loader.started == ["i1", "i77"])
    }

    @Test func `a viewer without word for 60 seconds is dropped and its loads are called off`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        harness.clock.advance(by: .seconds(61))
        harness.engine.expire()
        #expect(throws: GridError.self) { try harness.engine.range(viewer, event(2, y: 0)) }
        // What was running may finish for the caches; nothing that waited starts any more.
        for item in ["i0", "i1", "i2", "i3"] { harness.loader.finish(item) }
        #expect(harness.loader.running.isEmpty)
    }

    @Test func `a viewer that leaves during its own range event leaves no load behind`() async throws {
        let harness = try await EngineHarness(sections: [("s", (0..<40).map { "i\($0)" })])
        let viewer = try harness.viewer()
        let engine = harness.engine
        // The event reads items after it has found its viewer.
        harness.source.script.withLock { $0.whenLookedUp = { try? engine.removeViewer(viewer) } }
        let rect = Rect(x: 0, y: 0, width: 400, height: 300)
        _ = try engine.range(viewer, RangeEvent(sequence: 1, version: 1, visible: .rect(rect)))
        harness.source.script.withLock { $0.whenLookedUp = nil }
        engine.loads.state.withLock { #expect($0.scheduler.viewerCount == 0) }
        for item in harness.loader.started { harness.loader.finish(item, with: .cancelled) }
        engine.loads.state.withLock { state in
            #expect(state.scheduler.keyCount == 0 && state.scheduler.runningCount == 0)
        }
    }

    @Test func `scripts may say flat indices in place of a rect`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let viewer = try harness.viewer()
        let answer = try harness.engine.range(
            viewer, RangeEvent(sequence: 1, version: 1, visible: .items(40...51)))
        #expect(answer.visible == 40..<52)
    }
}

extension RangeTests {
    @Test func `a viewer at rest has its first screen loaded in the order of reading`() async throws {
        let harness = try await EngineHarness(sections: [("s", (0..<40).map { "i\($0)" })], loaders: 1)
        let viewer = try harness.viewer()
        let rect = Rect(x: 0, y: 0, width: 400, height: 300)
        _ = try harness.engine.range(viewer, RangeEvent(sequence: 1, version: 1, visible: .rect(rect)))
        for item in 0..<12 { #expect(harness.loader.finish("i\(item)"), "i\(item) does not run") }
    }

    @Test func `a picture that could not be made is not tried again when it comes back`() async throws {
        let harness = try await EngineHarness(sections: [("s", (0..<200).map { "i\($0)" })], loaders: 1)
        let viewer = try harness.viewer()
        func look(_ sequence: Int, y: Double) throws -> RangeAnswer {
            harness.clock.advance(by: .seconds(1))
            let rect = Rect(x: 0, y: y, width: 400, height: 300)
            return try harness.engine.range(
                viewer, RangeEvent(sequence: sequence, version: 1, visible: .rect(rect), phase: .jump))
        }
        _ = try look(1, y: 0)
        harness.loader.finish("i0", with: .unreadable(.notAPicture))
        _ = try look(2, y: 4500)
        let cell = try look(3, y: 0).cells[0]
        #expect(cell.state == .failed && cell.failure == .notAPicture)
        #expect(harness.loader.started.filter { $0 == "i0" }.count == 1)
    }

    @Test func `events in a flood go by one plan, and the next one after it is planned anew`() async throws {
        let harness = try await EngineHarness(sections: [("s", (0..<200).map { "i\($0)" })], loaders: 1)
        let viewer = try harness.viewer()
        func look(_ sequence: Int, y: Double) throws -> RangeAnswer {
            let rect = Rect(x: 0, y: y, width: 400, height: 300)
            return try harness.engine.range(
                viewer,
                RangeEvent(
                    sequence: sequence, version: 1, visible: .rect(rect), velocity: 900, phase: .dragging))
        }
        let first = try look(1, y: 1000)
        harness.clock.advance(by: .milliseconds(10))
        let second = try look(2, y: 1060)
        #expect(second.window == first.window && second.visible != first.visible)
        #expect(second.prefetch.isEmpty && second.cancel.isEmpty)
        harness.clock.advance(by: .milliseconds(50))
        #expect(try look(3, y: 1120).window != first.window)
    }
}

extension RangeTests {
    @Test func `scrolling works out no layout, another width or another layout does`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)])
        let (viewer, second) = (try harness.viewer(), try harness.viewer())
        let collection = try harness.engine.collection("c")
        func preparations() -> Int { collection.state.withLock { $0.own.layouts.preparations } }
        _ = try harness.engine.range(viewer, event(1, y: 0))
        let before = preparations()
        for step in 2..<40 {
            harness.clock.advance(by: .milliseconds(60))
            _ = try harness.engine.range(viewer, event(step, y: Double(step) * 40))
        }
        // Another browser of the same width shares it.
        _ = try harness.engine.range(second, event(1, y: 900))
        #expect(preparations() == before)
        let wider = RangeEvent(sequence: 50, version: 1, visible: .rect(Rect(x: 0, y: 0, width: 500, height: 300)))
        _ = try harness.engine.range(viewer, wider)
        #expect(preparations() == before + 1)
        _ = try harness.engine.updateViewer(viewer) { (settings) throws(GridError) in settings.height = 200 }
        #expect(preparations() == before + 1, "height alone changes no frame")
    }

    @Test func `a rect of another width lays everything out anew`() async throws {
        let harness = try await EngineHarness(sections: [("s", (0..<40).map { "i\($0)" })])
        let viewer = try harness.viewer()
        let rect = Rect(x: 0, y: 0, width: 800, height: 300)
        let answer = try harness.engine.range(viewer, RangeEvent(sequence: 1, version: 1, visible: .rect(rect)))
        #expect(answer.visible == 0..<24)
        #expect(answer.contentSize == Size(width: 800, height: 500))
    }
}
