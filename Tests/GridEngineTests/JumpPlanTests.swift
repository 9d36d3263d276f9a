import CollectionLayout
import LookaheadTesting
import Testing

@testable import GridEngine
@testable import Prefetching

@Suite struct JumpPlanTests {
    @Test func `after a jump to pictures of another format, what that format costs decides on previews`() async throws {
        let items = (0..<400).map { "i\($0)" }
        let harness = try await EngineHarness(
            sections: [("s", items)], loaders: 60, loader: ScriptedLoader(makesPreviews: true))
        let photo = PictureFile(format: .jpeg, bytes: 100_000)
        let screenshot = PictureFile(format: .png, bytes: 100_000)
        harness.source.script.withLock { script in
            for (index, item) in items.enumerated() { script.files[item] = index < 200 ? photo : screenshot }
        }
        let number = try harness.engine.collection("c").number
        harness.engine.loads.state.withLock { state in
            let key = LoadKey(collection: number, item: 0, rendition: 0)
            for file in [photo, screenshot] { state.scheduler.costs.observe(key, file.costClass, seconds: 0.1) }
            for _ in 0..<8 { state.scheduler.costs.observePreview(key.preview, screenshot.costClass, seconds: nil) }
            for _ in 0..<40 { state.scheduler.costs.observePreview(key.preview, photo.costClass, seconds: 0.005) }
        }
        let viewer = try harness.viewer()
        func look(_ sequence: Int, y: Double, _ phase: ScrollPhase) throws -> [String] {
            let before = harness.loader.started.count
            let rect = Rect(x: 0, y: y, width: 400, height: 300)
            _ = try harness.engine.range(
                viewer, RangeEvent(sequence: sequence, version: 1, visible: .rect(rect), phase: phase))
            // One in sixteen tries its preview whatever that costs.
            return harness.loader.started.dropFirst(before).filter { (Int($0.drop { !$0.isNumber }) ?? 0) % 16 != 0 }
        }
        let photos = try look(1, y: 0, .settled)
        #expect(photos.prefix(11).allSatisfy { $0.hasPrefix("~") }, "\(photos)")
        while let next = harness.loader.running.first { harness.loader.finish(next) }
        harness.clock.advance(by: .seconds(1))
        let screenshots = try look(2, y: 8000, .jump)
        #expect(screenshots.count > 10 && screenshots.allSatisfy { !$0.hasPrefix("~") }, "\(screenshots)")
    }
}
