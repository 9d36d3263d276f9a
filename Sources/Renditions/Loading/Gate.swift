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

    /// Waits for a place.
    func enter() { semaphore.wait() }

    /// Frees a place. Called once for each `enter`, on any thread.
    func leave() { semaphore.signal() }
}
