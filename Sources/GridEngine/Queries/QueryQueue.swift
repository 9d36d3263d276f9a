import Synchronization

/// Runs queries beside everything else: two at once, so that many of them delay each other and nobody else. Of those that wait,
/// the client goes first of whom the fewest are running.
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
        var running: [Client?: Int] = [:]
        var runningCount = 0
        var shares = ClientShares(limit: QueryQueue.limit)

        /// Takes out who is to run next, where there is room for one.
        mutating func next() -> Waiting? {
            guard runningCount < QueryQueue.width else { return nil }
            let first = waiting.indices.min {
                running[waiting[$0].client, default: 0] < running[waiting[$1].client, default: 0]
            }
            guard let first else { return nil }
            let next = waiting.remove(at: first)
            runningCount += 1
            running[next.client, default: 0] += 1
            return next
        }

        mutating func end(_ client: Client?) {
            runningCount -= 1
            let left = running[client, default: 0] - 1
            running[client] = left > 0 ? left : nil
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
