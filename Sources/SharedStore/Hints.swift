import Dispatch
import Glibc
import GridEngine
import Synchronization

/// Notifies the other servers of collections that have new changes, on a thread and a connection of its own: on that of the commit thread
/// the next append would wait for it.
///
/// A hint may be lost; the other servers look at all heads once a second.
final class Hints: Sendable {
    private struct Waiting {
        var keys: Set<Int64> = []
        var isScheduled = false
        var isClosed: Bool
    }

    private let line: Mutex<Line>
    private let waiting: Mutex<Waiting>
    private let queue = DispatchQueue(label: "lookahead.store.hints")

    /// The least time between two transactions: nobody looks more often than every 5 ms, and many appends share one hint.
    private static let rest = Duration.milliseconds(2)

    /// - Parameters:
    ///   - line: connects when the first hint is sent.
    ///   - isOn: whether any are sent.
    init(_ line: Line, isOn: Bool) {
        self.line = Mutex(line)
        waiting = Mutex(Waiting(isClosed: !isOn))
    }

    /// Announces collections. Call it once their changes are durable. Does not block.
    func send(_ keys: some Sequence<Int64>) {
        let isFirst = waiting.withLock { waiting in
            guard !waiting.isClosed else { return false }
            waiting.keys.formUnion(keys)
            defer { waiting.isScheduled = waiting.isScheduled || !waiting.keys.isEmpty }
            return !waiting.isScheduled && !waiting.keys.isEmpty
        }
        if isFirst { queue.async { self.drain() } }
    }

    /// Blocks until what waits is sent.
    func close() {
        waiting.withLock { $0.isClosed = true }
        queue.sync { line.withLock { $0.close() } }
    }

    private func drain() {
        while true {
            let keys = waiting.withLock { waiting in
                defer { waiting.keys = [] }
                waiting.isScheduled = !waiting.keys.isEmpty
                return waiting.keys
            }
            if keys.isEmpty { return }
            deliver(keys)
            if !waiting.withLock({ $0.isClosed }) {
                var time = timespec(tv_sec: 0, tv_nsec: Int(Self.rest / .nanoseconds(1)))
                nanosleep(&time, nil)
            }
        }
    }

    /// Uses a transaction that need not be flushed. Errors are not reported: the tail looks at all heads anyway.
    private func deliver(_ keys: Set<Int64>) {
        do throws(StoreError) {
            try line.withLock { (line) throws(StoreError) in
                try line.use(within: .zero) { (connection) throws(PostgresError) in
                    do throws(PostgresError) {
                        try connection.run([
                            Statement("BEGIN"), Statement("SET LOCAL synchronous_commit = off"),
                            Statement(
                                "SELECT pg_notify('lookahead', key) FROM unnest($1::text[]) AS key",
                                .texts(keys.map { "\($0)" })),
                            Statement("COMMIT"),
                        ])
                    } catch {
                        // Not every database that speaks the protocol has notifications.
                        guard case .refused("42883", _) = error else { throw error }
                        self.waiting.withLock { $0.isClosed = true }
                    }
                }
            }
        } catch {}
    }
}
