import Glibc
import GridEngine

/// Lets a bounded number of threads through at once; the others wait their turn.
///
/// `@unchecked Sendable`: the semaphore is made for many threads, and its memory lives as long as the gate.
final class Gate: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init(width: Int) {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, UInt32(width))
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func pass<Answer>(_ body: () throws(LoadFailure) -> Answer) throws(LoadFailure) -> Answer {
        enter()
        defer { leave() }
        return try body()
    }

    /// Waits for a place.
    func enter() { while sem_wait(semaphore) != 0 {} }

    /// Frees a place; once for each `enter`, on any thread.
    func leave() { sem_post(semaphore) }
}
