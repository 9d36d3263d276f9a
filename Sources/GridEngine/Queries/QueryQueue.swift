import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Runs queries beside everything else: two at once, and one of each client, so that many of them delay each other and nobody else.
/// Among those that wait, the first goes whose client has none running.
final class QueryQueue: Sendable {
    /// Maximum number of queries that run at the same time.
    static let width = 2
    /// Maximum number of queries that are not done, of all clients.
    static let limit = 64

    private struct Waiting: Sendable {
        let client: Client?
        let work: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Waiting] = []
        /// The clients whose queries run.
        var running: Set<Client?> = []
        var shares = ClientShares(limit: QueryQueue.limit)

        /// Takes out who is to run next, where there is room for one.
        mutating func next() -> Waiting? {
            guard running.count < QueryQueue.width,
                let first = waiting.firstIndex(where: { !running.contains($0.client) })
            else { return nil }
            let next = waiting.remove(at: first)
            running.insert(next.client)
            return next
        }

        mutating func end(_ client: Client?) {
            running.remove(client)
            shares.giveBack(client)
        }
    }

    private let state = Mutex(State())

    /// Runs `work` when its turn comes.
    /// - Throws: `.tooMany`, `.shareUsed` when too many wait already.
    func run(for client: Client?, _ work: @escaping @Sendable () -> Void) throws(GridError) {
        let refusal = state.withLock { state -> ClientShares.Refusal? in
            if let refusal = state.shares.refusal(for: client) { return refusal }
            state.shares.take(for: client)
            state.waiting.append(Waiting(client: client, work: work))
            return nil
        }
        if let refusal { throw refusal.error(.queries) }
        runNext()
    }

    private func runNext() {
        guard let next = state.withLock({ $0.next() }) else { return }
        YieldingThread.run {
            next.work()
            self.state.withLock { $0.end(next.client) }
            self.runNext()
        }
    }
}

/// A thread for one piece of work that takes long and gives way to everything else: where the processor is short, range events and
/// pictures come first. A dispatch queue would not do: those share their threads, and without privileges a thread's priority only goes down.
enum YieldingThread {
    /// Between 0, as everything else, and 19: a thread of 5 gets a quarter of a core that another one wants whole.
    private static let niceness: Int32 = 5

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func run(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(body))
        let error = pthread_create(
            &thread, nil,
            { context in
                // Lowers the priority of this thread alone, on Linux.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, YieldingThread.niceness)
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        guard error == 0 else {
            // No further thread: the work is not lost.
            context.release()
            return DispatchQueue.global().async(execute: body)
        }
        pthread_detach(thread)
    }
}
