import Synchronization

/// Runs queries beside everything else: two at once, and one of each client, so that many of them delay each other and nobody else.
/// Of those that wait, the first goes whose client has none running.
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
