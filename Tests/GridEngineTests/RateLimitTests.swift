import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

/// 200 range events a second for each viewer, the newest first; 20 queries a second for each client.
@Suite struct RateLimitTests {
    @Test func `a hundred at once, then one each five milliseconds`() {
        var rate = RateMeter()
        var now = Instant(seconds: 10)
        var granted = 0
        for _ in 0..<1000 where rate.take(at: now, within: .rangeEvents) { granted += 1 }
        #expect(granted == 100)
        #expect(rate.wait(at: now, within: .rangeEvents) == .milliseconds(5))
        granted = 0
        for _ in 0..<3000 {
            now += .milliseconds(1)
            if rate.take(at: now, within: .rangeEvents) { granted += 1 }
        }
        #expect(granted == 600)
        // A rest fills it, and no more than fills it.
        now += .seconds(60)
        granted = 0
        for _ in 0..<1000 where rate.take(at: now, within: .rangeEvents) { granted += 1 }
        #expect(granted == 100)
    }

    @Test func `a browser at 144 frames a second never waits`() {
        var rate = RateMeter()
        var now = Instant.start
        for _ in 0..<10_000 {
            now += .seconds(1) / 144
            let isGranted = rate.take(at: now, within: .rangeEvents)
            #expect(isGranted)
        }
    }

    @Test func `of events that come too fast the newest is answered, the others are told so`() async throws {
        let house = try await EngineHarness(sections: [("s", (0..<100).map { "i\($0)" })])
        let viewer = try house.viewer()
        func event(_ sequence: Int) -> RangeEvent {
            RangeEvent(sequence: sequence, version: 1, visible: .items(sequence % 50...sequence % 50 + 9))
        }
        for sequence in 1...100 { #expect(try house.engine.rangeInTurn(viewer, event(sequence)) != nil) }
        for _ in 0..<3 { #expect(try house.engine.rangeInTurn(viewer, event(101)) == nil) }

        let outcomes = AsyncStream<(Int, Result<RangeAnswer, GridError>)>.makeStream()
        for sequence in [101, 104, 103, 105, 102] {
            house.engine.hold(event(sequence), of: viewer) { outcomes.continuation.yield((sequence, $0)) }
        }
        var turns = outcomes.stream.makeAsyncIterator()
        for expected in [101, 103, 104, 102] {
            let (sequence, result) = try #require(await turns.next())
            #expect(sequence == expected)
            guard case .failure(.superseded) = result else {
                Issue.record("\(sequence) was not superseded")
                continue
            }
        }
        // Nobody overtakes the one that waits; then its turn comes.
        #expect(try house.engine.rangeInTurn(viewer, event(106)) == nil)
        house.clock.advance(by: .milliseconds(5))
        let (sequence, result) = try #require(await turns.next())
        #expect(sequence == 105)
        #expect(try result.get().sequence == 105)
        house.clock.advance(by: .milliseconds(5))
        #expect(try house.engine.rangeInTurn(viewer, event(106)) != nil)
        // Others are not touched by it.
        #expect(try house.engine.rangeInTurn(try house.viewer(), event(1)) != nil)
    }

    @Test func `a viewer that goes while its event waits is told of`() async throws {
        let house = try await EngineHarness(sections: [("s", ["a", "b"])])
        let viewer = try house.viewer()
        let event = RangeEvent(sequence: 1, version: 1, visible: .items(0...1))
        for _ in 0..<100 { #expect(try house.engine.rangeInTurn(viewer, event) != nil) }
        let outcomes = AsyncStream<Result<RangeAnswer, GridError>>.makeStream()
        house.engine.hold(event, of: viewer) { outcomes.continuation.yield($0) }
        try house.engine.removeViewer(viewer)
        house.clock.advance(by: .seconds(1))
        var answers = outcomes.stream.makeAsyncIterator()
        guard case .failure(.notFound) = await answers.next() else {
            Issue.record("the event of a viewer that is gone was answered")
            return
        }
    }
}
