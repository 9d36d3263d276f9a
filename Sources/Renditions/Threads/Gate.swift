import Dispatch
import GridEngine

/// Lets a limited number of threads through at once; the others wait.
struct Gate: Sendable {
    private let semaphore: DispatchSemaphore

    init(width: Int) { semaphore = DispatchSemaphore(value: width) }

    /// Runs `body` in a place of the gate.
    /// - Throws: what `body` throws.
    func pass<Answer>(_ body: () throws(LoadFailure) -> Answer) throws(LoadFailure) -> Answer {
        enter()
        defer { leave() }
        return try body()
    }

    /// Like `pass`, but `body` may free its place before it ends.
    /// - Throws: what `body` throws.
    func pass<Answer>(
        leavingEarly body: (_ leave: () -> Void) throws(LoadFailure) -> Answer
    ) throws(LoadFailure) -> Answer {
        enter()
        var hasPlace = true
        defer { if hasPlace { leave() } }
        return try body {
            guard hasPlace else { return }
            hasPlace = false
            leave()
        }
    }

    /// Takes a place if one is free.
    func tryEnter() -> Bool { semaphore.wait(timeout: .now()) == .success }

    /// Waits for a place, and checks the cancellation ten times a second.
    /// - Returns: `false` when it was cancelled: no place was taken.
    func enter(unless cancellation: Cancellation) -> Bool {
        while !cancellation.isCancelled {
            if semaphore.wait(timeout: .now() + .milliseconds(100)) == .success { return true }
        }
        return false
    }

    /// Waits for a place.
    func enter() { semaphore.wait() }

    /// Frees a place. Called once for each `enter`, on any thread.
    func leave() { semaphore.signal() }
}
