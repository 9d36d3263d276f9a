import Testing

@testable import Renditions

@Suite struct StoreBreakerTests {
    private let start = ContinuousClock.now

    @Test func `three failures in a row and the store is left alone, fewer and it is not`() {
        let store = Store()
        for _ in 1...5 {
            #expect(store.fail("away", at: start) == false)
            #expect(store.fail("away", at: start) == false)
            #expect(store.advice(at: start) == .ask)
            #expect(store.succeed() == false)
        }
        #expect([1, 2, 3].map { _ in store.fail("away", at: start) } == [false, false, true])
        #expect(store.trouble == "away")
        #expect(store.advice(at: start) == .leaveAlone)
    }

    @Test func `what would fail in the same way is not tried three times`() {
        let store = Store()
        #expect(store.fail("no bucket", isLasting: true, at: start))
        #expect(store.advice(at: start) == .leaveAlone)
    }

    @Test func `one is to probe at a time, at longer and longer intervals, until it succeeds`() {
        let store = Store()
        var now = start
        _ = store.fail("away", isLasting: true, at: now)
        var pauses: [Duration] = []
        for _ in 1...7 {
            var pause = Duration.zero
            while store.advice(at: now + pause) != .probe { pause += .seconds(1) }
            pauses.append(pause)
            now += pause
            #expect(store.advice(at: now + .seconds(1000)) == .leaveAlone, "somebody probes")
            #expect(store.fail("still away", at: now) == false)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
        #expect(store.trouble == "still away")
        #expect(store.succeed())
        #expect(store.advice(at: now) == .ask)
        #expect(store.trouble == nil)
        // The next outage begins with a short pause.
        _ = store.fail("away", isLasting: true, at: now)
        #expect(store.advice(at: now + .seconds(1)) == .probe)
    }

    @Test func `a late failure of a call that began before changes no pause`() {
        let store = Store()
        _ = store.fail("away", isLasting: true, at: start)
        for _ in 1...10 { _ = store.fail("late", at: start) }
        #expect(store.trouble == "away")
        #expect(store.advice(at: start + .seconds(1)) == .probe)
    }
}

/// A breaker that may change inside an expectation.
private final class Store {
    private var breaker = StoreBreaker()

    var trouble: String? { breaker.trouble }
    func advice(at now: ContinuousClock.Instant) -> StoreBreaker.Advice { breaker.advice(at: now) }
    func succeed() -> Bool { breaker.succeed() }
    func fail(_ reason: String, isLasting: Bool = false, at now: ContinuousClock.Instant) -> Bool {
        breaker.fail(reason, isLasting: isLasting, at: now)
    }
}
