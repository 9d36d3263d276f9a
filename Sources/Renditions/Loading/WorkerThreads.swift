import Glibc

/// A fixed number of plain threads that take work from one queue, first in, first out.
///
/// Not Swift's cooperative pool: decoding and reading block, and would starve it.
///
/// `@unchecked Sendable`: `queue` and `isStopping` are read and written under `mutex` only.
final class WorkerThreads: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var queue: [@Sendable () -> Void] = []
    private var head = 0
    private var isStopping = false
    private let atThreadEnd: @Sendable () -> Void

    /// Starts the threads. Each runs `atThreadEnd` before it ends.
    init(count: Int, atThreadEnd: @escaping @Sendable () -> Void = {}) {
        self.atThreadEnd = atThreadEnd
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        for _ in 0..<count { startThread() }
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Appends work. After `stop` it is still run, so that no completion is ever lost.
    func run(_ work: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        let isLate = isStopping
        if !isLate { queue.append(work) }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        if isLate { work() }
    }

    /// The threads end once the queue is empty. Returns at once; may be called from one of the threads.
    func stop() {
        pthread_mutex_lock(mutex)
        isStopping = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    private func startThread() {
        var thread = pthread_t()
        // Each thread keeps the pool alive until it ends: `serve` takes this reference back.
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, nil, { Unmanaged<WorkerThreads>.fromOpaque($0!).takeRetainedValue().serve() },
            context.toOpaque())
        guard error == 0 else {
            context.release()
            preconditionFailure("no thread can be started: \(String(cString: strerror(error)))")
        }
        pthread_detach(thread)
    }

    private func serve() -> UnsafeMutableRawPointer? {
        while let work = next() { work() }
        atThreadEnd()
        return nil
    }

    private func next() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while head == queue.count {
            if isStopping { return nil }
            pthread_cond_wait(condition, mutex)
        }
        let work = queue[head]
        head += 1
        // Taken work leaves in bulk, so that taking one is O(1) over time; an empty queue holds no closure.
        if head == queue.count || head >= 1024 {
            queue.removeFirst(head)
            head = 0
        }
        return work
    }
}
