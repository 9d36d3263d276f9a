#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine

/// A wait that a cancellation ends at once.
///
/// `@unchecked Sendable`: the semaphore is made for many threads, and its memory lives as long as the pause.
final class Pause: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Blocks this thread. `false` when the cancellation was raised.
    func wait(milliseconds: Int, cancellation: Cancellation) -> Bool {
        let registration = cancellation.onCancel { self.end() }
        defer { registration.remove() }
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
        deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        while sem_timedwait(semaphore, &deadline) != 0, errno == EINTR {}
        return !cancellation.isCancelled
    }

    private func end() { sem_post(semaphore) }
}
