import Glibc

/// Up to a number of plain threads that take work from one queue, first in, first out. Each is started when there is work for it, and stays.
///
/// Not Swift's cooperative pool: decoding and reading block, and would starve it.
///
/// `@unchecked Sendable`: `queue`, `isStopping` and the counts of threads are read and written under `mutex` only.
final class WorkerThreads: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var queue: [@Sendable () -> Void] = []
    private var head = 0
    private var isStopping = false
    private let count: Int
    private var started = 0
    /// Threads that wait for work.
    private var waiting = 0
    private let atThreadEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - count: maximum number of threads.
    ///   - startsAtOnce: whether all threads are started now, for a process that may start none later.
    ///   - atThreadEnd: what each thread runs before it ends.
    init(count: Int, startsAtOnce: Bool = false, atThreadEnd: @escaping @Sendable () -> Void = {}) {
        self.count = count
        self.atThreadEnd = atThreadEnd
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        guard startsAtOnce else { return }
        started = count
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
        // Threads that were woken and have not run yet count as waiting: what they will take is still in the queue.
        let isThreadLacking = !isLate && started < count && queue.count - head > waiting
        if isThreadLacking { started += 1 }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        if isThreadLacking { startThread() }
        if isLate { work() }
    }

    /// The threads end once the queue is empty. Returns at once; may be called from one of the threads.
    func stop() {
        pthread_mutex_lock(mutex)
        isStopping = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until all work is done, at most for `limit`.
    func waitUntilIdle(for limit: Duration) {
        let end = ContinuousClock.now + limit
        while !isIdle, ContinuousClock.now < end { usleep(1000) }
    }

    private var isIdle: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return head == queue.count && waiting == started
    }

    /// Where the system has no more threads, those that there are do the work.
    private func startThread() {
        var thread = pthread_t()
        // Each thread keeps the pool alive until it ends: `serve` takes this reference back.
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, nil, { Unmanaged<WorkerThreads>.fromOpaque($0!).takeRetainedValue().serve() },
            context.toOpaque())
        guard error != 0 else {
            pthread_detach(thread)
            return
        }
        context.release()
        pthread_mutex_lock(mutex)
        started -= 1
        let others = started
        pthread_mutex_unlock(mutex)
        precondition(others > 0, "no thread can be started: \(String(cString: strerror(error)))")
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
            waiting += 1
            pthread_cond_wait(condition, mutex)
            waiting -= 1
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
