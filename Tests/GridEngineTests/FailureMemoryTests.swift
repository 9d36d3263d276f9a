import Prefetching
import Testing

@testable import GridEngine

/// How long a failure counts.
@Suite struct FailureMemoryTests {
    private let key = LoadKey(collection: 1, item: 7, rendition: 0)
    private let other = LoadKey(collection: 2, item: 7, rendition: 0)

    private func moment(_ seconds: Double) -> Instant { .start + .seconds(seconds) }

    @Test func `content that cannot be read counts until it changes`() {
        var memory = FailureMemory()
        #expect(memory.note(.unreadable(.fileEmpty), of: key, 1, now: .start) == .unreadable(.fileEmpty))
        #expect(memory.failure(of: key, 1, now: moment(1e6)) == .unreadable(.fileEmpty))
        #expect(memory.failure(of: key, 2, now: .start) == nil, "it has changed")
        #expect(memory.nextRetry == nil && memory.takeDue(moment(1e6)).isEmpty)
    }

    @Test(
        arguments: [
            (.missing, 30), (.unavailable(.noPermission), 30), (.transient(.fileUnreadable(5)), 30),
            (.exhausted(.tooManyFilesOpen), 5), (.busy(.loadCancelled, pause: .seconds(3)), 30),
            (.busy(.loadCancelled, pause: .seconds(100)), 100),
        ] as [(LoadFailure, Double)])
    func `what may pass counts for a while, twice as long each time, for ten minutes at most`(
        failure: LoadFailure, first: Double
    ) {
        var memory = FailureMemory()
        var (now, pause) = (0.0, first)
        for _ in 0..<12 {
            let told = memory.note(failure, of: key, 1, now: moment(now))
            let expected: LoadFailure =
                switch failure {
                case .missing: .missing
                case .unavailable(let reason, _): .unavailable(reason, pause: .seconds(pause))
                default: .busy(failure.reason, pause: .seconds(pause))
                }
            #expect(told == expected)
            #expect(memory.failure(of: key, 1, now: moment(now + pause - 1)) != nil)
            #expect(memory.takeDue(moment(now + pause - 1)).isEmpty)
            now += pause
            #expect(memory.failure(of: key, 1, now: moment(now)) == nil)
            #expect(memory.takeDue(moment(now)) == [key])
            #expect(memory.takeDue(moment(now)).isEmpty, "once")
            pause = min(2 * pause, 600)
        }
        #expect(pause == 600)
    }

    @Test func `what passed, or changed, begins anew`() {
        var memory = FailureMemory()
        for _ in 0..<3 { _ = memory.note(.missing, of: key, 1, now: .start) }
        #expect(memory.failure(of: key, 1, now: moment(100)) == .missing)
        _ = memory.note(.missing, of: key, 2, now: .start)
        #expect(
            memory.failure(of: key, 2, now: moment(29)) == .missing
                && memory.failure(of: key, 2, now: moment(30)) == nil)
        #expect(memory.forget(key) && !memory.forget(key))
        #expect(memory.isEmpty)
    }

    @Test
    func `a source that can be read again forgets what was not its content's fault`() {
        var memory = FailureMemory()
        let broken = LoadKey(collection: 1, item: 8, rendition: 0)
        let slow = LoadKey(collection: 1, item: 9, rendition: 0)
        for (key, failure) in [
            (key, .missing), (other, .missing), (broken, .unreadable(.fileEmpty)), (slow, .unavailable(.loadCancelled)),
        ] as [(LoadKey, LoadFailure)] {
            _ = memory.note(failure, of: key, 1, now: .start)
        }
        #expect(memory.forgetPassing(of: 1, where: \.isOfFile) == [key])
        #expect(memory.forgetPassing(of: 1) == [slow])
        #expect(memory[other] != nil && memory[broken] != nil && memory[key] == nil)
    }

    @Test func `it remembers so many failures and no more`() {
        var memory = FailureMemory()
        for item in 0...UInt32(FailureMemory.limit) {
            _ = memory.note(.missing, of: LoadKey(collection: 1, item: item, rendition: 0), 1, now: .start)
        }
        #expect(memory.takeDue(moment(30)).count == 1)
    }
}
