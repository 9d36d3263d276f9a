import CollectionLayout
import CollectionModel
import LookaheadTesting
import Prefetching
import Testing

@testable import GridEngine

/// What one range event leads to, compared as one value.
@Suite struct RangePassTests {
    private static let items = (0..<80).map { "i\($0)" }

    /// Twenty rows of four cells, 100 px each. One row is in view, and 2.5 rows above and below it are loaded ahead.
    private struct Scene {
        let harness: EngineHarness
        let viewer: Viewer

        init(makesPreviews: Bool = false) async throws {
            harness = try await EngineHarness(
                sections: [("s", RangePassTests.items)], loaders: 2,
                loader: ScriptedLoader(makesPreviews: makesPreviews))
            let id = try harness.viewer(height: 100)
            _ = try harness.engine.updateViewer(id) { (settings) throws(GridError) in settings.policy = .nearest }
            viewer = try harness.engine.findViewer(id)
        }

        /// Decides without carrying anything out.
        func decide(_ event: RangeEvent) -> RangeAction {
            viewer.state.withLock { state in
                RangePass(engine: harness.engine, viewer: viewer, event: event, now: harness.engine.loads.now)
                    .run(&state)
            }
        }

        /// The answer to an event, before its cells and lists.
        func answer(_ sequence: Int, visible: Range<Int>, window: Range<Int>) -> RangeAnswer {
            RangeAnswer(
                collection: "c", sequence: sequence, version: 1, visible: visible, window: window,
                contentSize: Size(width: 400, height: 2000), itemCount: 80, patches: [], cells: [], headers: [],
                prefetch: [], cancel: [])
        }

        func cell(_ index: Int, _ state: Cell.State) throws -> Cell {
            var cell = Cell(
                item: try harness.engine.item("i\(index)", of: "c").item, index: index, indexPath: IndexPath(0, index),
                frame: Rect(x: Double(index % 4) * 100, y: Double(index / 4) * 100, width: 100, height: 100),
                state: state)
            cell.imageWidth = 160
            if state == .ready { cell.tier = .full }
            return cell
        }

        func key(_ item: Int) -> LoadKey {
            LoadKey(collection: viewer.collection.number, item: UInt32(item), rendition: 0)
        }

        func start(_ key: LoadKey, _ number: UInt64, for viewers: [ViewerID]) -> LoadEffect {
            .start(key, LoadToken(rawValue: number), Cancellation(), viewer.collection, viewers)
        }
    }

    private func event(_ sequence: Int, y: Double, have: ClosedRange<Int>? = nil) -> RangeEvent {
        RangeEvent(
            sequence: sequence, version: 1, visible: .rect(Rect(x: 0, y: y, width: 400, height: 100)), have: have)
    }

    @Test func `the first event: the window's cells, loads of what is in view, the rest is prefetched`() async throws {
        let scene = try await Scene()
        var answer = scene.answer(1, visible: 0..<4, window: 0..<16)
        answer.cells =
            try (0..<2).map { try scene.cell($0, .loading) } + (2..<16).map { try scene.cell($0, .queued) }
        answer.prefetch = (4..<16).map { "i\($0)" }
        let expected = RangeAction(
            answer: answer,
            loads: [
                scene.start(scene.key(0), 1, for: [scene.viewer.id]),
                scene.start(scene.key(1), 2, for: [scene.viewer.id]),
            ])
        #expect(scene.decide(event(1, y: 0)) == expected)
    }

    @Test func `the same event again: an answer and nothing else`() async throws {
        let scene = try await Scene()
        _ = scene.decide(event(1, y: 0))
        let expected = RangeAction(answer: scene.answer(2, visible: 0..<4, window: 0..<16))
        #expect(scene.decide(event(2, y: 0, have: 0...15)) == expected)
    }

    @Test func `a late event is answered with its cells, and changes neither loads nor the viewer`() async throws {
        let scene = try await Scene()
        _ = scene.decide(event(5, y: 0))
        var answer = scene.answer(4, visible: 40..<44, window: 28..<56)
        answer.cells = try (28..<56).map { try scene.cell($0, .idle) }
        #expect(scene.decide(event(4, y: 1000)) == RangeAction(answer: answer))
        let state = scene.viewer.state.withLock { ($0.viewport.visible, $0.window, $0.lastSequence) }
        #expect(state == (0..<4, 0..<16, 5))
    }

    @Test func `a jump cancels what it leaves and names it`() async throws {
        let scene = try await Scene()
        _ = scene.decide(event(1, y: 0))
        // Past the lifetime of the first plan.
        scene.harness.clock.advance(by: .seconds(1))
        let action = scene.decide(event(2, y: 1000, have: 0...15))
        #expect(action.answer.cancel == (0..<16).map { "i\($0)" })
        #expect(action.answer.prefetch.count == 24)
        #expect(action.loads.isEmpty, "both loaders are taken until the grace is over")
    }

    @Test func `a cell that the browser holds is reported when its picture turns out to be ready`() async throws {
        let scene = try await Scene()
        scene.harness.loader.remember(["i4", "i5"])
        let action = scene.decide(event(1, y: 0, have: 0...15))
        let updates = try ["i4", "i5"].map { id in
            let item = try scene.harness.engine.item(id, of: "c").item
            return CellUpdate(id: id, state: .ready, item: item, imageWidth: 160)
        }
        var answer = scene.answer(1, visible: 0..<4, window: 0..<16)
        answer.prefetch = (6..<16).map { "i\($0)" }
        let expected = RangeAction(
            answer: answer, updates: updates,
            loads: [
                scene.start(scene.key(0), 1, for: [scene.viewer.id]),
                scene.start(scene.key(1), 2, for: [scene.viewer.id]),
            ])
        #expect(action == expected)
    }

    @Test func `previews in memory go beside the answer, and the loads of the others begin with them`() async throws {
        let scene = try await Scene(makesPreviews: true)
        scene.harness.loader.remember(["~i0", "~i1", "~i2", "~i3"])
        let action = scene.decide(event(1, y: 0))
        let previews = (0..<4).map {
            PreviewPicture(
                item: "i\($0)", ordinal: ItemOrdinal(rawValue: UInt32($0)), bytes: Array("i\($0)".utf8),
                colour: 0x00_1aff)
        }
        #expect(action.previews == previews)
        #expect(action.answer.cells.prefix(4).allSatisfy { $0.tier == .preview })
        #expect(action.updates.isEmpty)
        #expect(action.loads.count == 2)
    }
}
