import CollectionLayout
import CollectionModel
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

@Suite struct LoadRunnerTests {
    private static let items = (0..<40).map { "i\($0)" }

    private func look(_ harness: EngineHarness, _ viewer: ViewerID, _ sequence: Int, y: Double = 0) throws {
        let rect = Rect(x: 0, y: y, width: 400, height: 300)
        _ = try harness.engine.range(viewer, RangeEvent(sequence: sequence, version: 1, visible: .rect(rect)))
    }

    /// Asks for a picture as a browser does; the answer is appended to `answers`.
    private func request(_ item: Int, _ harness: EngineHarness, _ answers: Answers) throws -> PictureDemand? {
        let collection = try harness.engine.collection("c")
        return harness.engine.loads.demand(
            ItemOrdinal(rawValue: UInt32(item)), in: collection, revision: 1, form: harness.firstForm
        ) { result, _ in answers.add(item, result) }
    }

    private final class Answers: Sendable {
        private let answers = Mutex<[String]>([])

        func add(_ item: Int, _ result: Result<Rendition, LoadFailure>) {
            let text =
                switch result {
                case .success: "made"
                case .failure(.cancelled): "cancelled"
                case .failure(let failure): "\(failure.reason)"
                }
            answers.withLock { $0.append("i\(item) \(text)") }
        }

        var all: [String] { answers.withLock { $0 } }
    }

    @Test func `a cell shows the narrowest rendition that covers its frame in device px`() async throws {
        let loads = try await EngineHarness(sections: [("s", Self.items)]).engine.loads
        #expect(loads.loader.widthSteps == [160, 320, 640])
        func index(_ width: Double, _ height: Double, _ ratio: Double) -> Int {
            loads.stepIndex(for: Rect(x: 0, y: 0, width: width, height: height), pixelRatio: ratio)
        }
        #expect(index(160, 90, 1) == 0 && index(160.2, 90, 1) == 1, "rounded up")
        #expect(index(90, 200, 1) == 1, "the longer side")
        #expect(index(160, 160, 2) == 1 && index(161, 161, 2) == 2)
        #expect(index(5000, 10, 1) == 2, "the widest there is")
    }

    @Test func `no cancellation outlives its load`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 3)
        let viewer = try harness.viewer()
        try look(harness, viewer, 1)
        func tokens() -> Int { harness.engine.loads.state.withLock { $0.cancellations.count } }
        #expect(tokens() == 3)
        harness.loader.finish("i0")
        harness.loader.finish("i1", with: .unreadable(Reason("broken", "broken")))
        harness.loader.finish("i2", with: .transient(Reason("busy", "busy")))
        #expect(tokens() == 3, "three more run")
        try harness.engine.removeViewer(viewer)
        while let next = harness.loader.running.first { harness.loader.finish(next) }
        #expect(tokens() == 0)
    }

    @Test func `a collection that is deleted has its loads cancelled, and its failures are forgotten`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 2)
        let viewer = try harness.viewer()
        try look(harness, viewer, 1)
        harness.loader.finish("i0", with: .unreadable(Reason("broken", "broken")))
        let running = harness.loader.running
        harness.engine.loads.unregister(try harness.engine.collection("c"))
        #expect(Set(harness.loader.cancelled) == Set(running))
        for item in running { harness.loader.finish(item, with: .cancelled) }
        #expect(harness.loader.running.isEmpty, "nothing of it starts again")
        harness.engine.loads.state.withLock { state in
            #expect(state.failures.isEmpty && state.collections.isEmpty && state.cancellations.isEmpty)
            #expect(state.scheduler.runningCount == 0, "no loader is taken for ever")
        }
    }

    @Test func `requests that are held for a collection are answered when it is deleted, and later ones at once`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let answers = Answers()
        for item in [1, 2] { _ = try request(item, harness, answers) }
        harness.engine.loads.unregister(try harness.engine.collection("c"))
        #expect(answers.all.sorted() == ["i1 \(Reason.fileMissing)", "i2 \(Reason.fileMissing)"])
        harness.loader.finish("i1", with: .cancelled)
        #expect(try request(3, harness, answers) == nil)
        #expect(answers.all.count == 3 && harness.loader.started == ["i1"])
        harness.engine.loads.state.withLock { #expect($0.scheduler.runningCount == 0 && $0.waiting.isEmpty) }
    }

    @Test func `regions of a picture are loads of their own, which end with their requests`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let collection = try harness.engine.collection("c")
        let answers = Answers()
        func look(_ number: Int, x: Int) throws -> PictureDemand? {
            let region = try #require(PictureRegion(x: x, y: 0, width: 100, height: 100))
            return harness.engine.loads.demand(
                ItemOrdinal(rawValue: 0), in: collection, revision: 1, form: .region(region)
            ) { result, _ in answers.add(number, result) }
        }
        let first = try #require(try look(1, x: 0))
        let second = try #require(try look(2, x: 0))
        #expect(first.key == second.key, "the same region is one load")
        let third = try #require(try look(3, x: 100))
        #expect(third.key != first.key)
        harness.engine.loads.withdraw(third)
        #expect(answers.all == ["i3 cancelled"])
        harness.loader.finish("i0")
        #expect(answers.all.sorted() == ["i1 made", "i2 made", "i3 cancelled"])
        // Refused, and asked for again: it is tried again.
        _ = try look(4, x: 200)
        harness.loader.finish("i0", with: .unreadable(Reason("region-outside", "outside")))
        _ = try #require(try look(5, x: 200))
        harness.engine.loads.close()
        harness.engine.loads.state.withLock { #expect($0.waiting.isEmpty && $0.failures.isEmpty) }
    }

    // MARK: Changed content

    @Test func `a picture of older content is not taken for the current one`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let answers = Mutex<[Bool]>([])
        func ask(revision: UInt64) throws {
            let answer = try harness.engine.image(of: "i0", in: "c", width: 160, revision: revision) { result in
                if case .success(let made) = result { answers.withLock { $0.append(made.isCurrent) } }
            }
            guard case .later(.some) = answer else { return #expect(Bool(false), "it is not there yet") }
        }
        try ask(revision: 1)
        // The source has it before anyone is notified.
        harness.source.script.withLock { $0.revisions["i0"] = 2 }
        try ask(revision: 2)
        harness.loader.finish("i0")
        #expect(answers.withLock { $0 } == [true, false])
    }

    @Test func `a load of older content that arrives late answers no request for the new one`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let collection = try harness.engine.collection("c")
        let answers = Answers()
        let viewer = try harness.viewer()
        try look(harness, viewer, 1)
        harness.source.script.withLock { $0.revisions["i0"] = 2 }
        harness.engine.loads.invalidate([ItemOrdinal(rawValue: 0)], in: collection)
        _ = harness.engine.loads.demand(
            ItemOrdinal(rawValue: 0), in: collection, revision: 2, form: harness.firstForm
        ) { result, revision in answers.add(Int(revision), result) }
        harness.loader.finish("i0")
        #expect(answers.all.isEmpty)
        #expect(collection.state.withLock { $0.measured[ItemOrdinal(rawValue: 0)] } == nil)
        while answers.all.isEmpty, let next = harness.loader.running.first { harness.loader.finish(next) }
        #expect(answers.all == ["i2 made"])
    }

    @Test func `a request for what has failed is answered at once, until its content changes`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let answers = Answers()
        _ = try request(5, harness, answers)
        harness.loader.finish("i5", with: .unreadable(Reason("broken", "broken")))
        #expect(try request(5, harness, answers) == nil)
        #expect(answers.all == ["i5 broken", "i5 broken"])
        #expect(harness.loader.started == ["i5"])
        harness.engine.loads.invalidate([ItemOrdinal(rawValue: 5)], in: try harness.engine.collection("c"))
        #expect(try request(5, harness, answers) != nil)
        #expect(harness.loader.running == ["i5"])
    }

    @Test func `closing answers every held request, and refuses later ones`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 1)
        let answers = Answers()
        for item in [1, 2, 2] { _ = try request(item, harness, answers) }
        harness.engine.loads.close()
        #expect(answers.all.sorted() == ["i1 cancelled", "i2 cancelled", "i2 cancelled"])
        #expect(harness.loader.cancelled == ["i1"])
        #expect(try request(3, harness, answers) == nil)
        #expect(answers.all.last == "i3 cancelled" && harness.loader.started == ["i1"])
    }
}

extension EngineHarness {
    fileprivate var firstForm: RenditionForm { .width(engine.loads.loader.widthSteps[0]) }
}
