import Dispatch
import Glibc
import GridEngine
import Synchronization

/// The thread that follows what other servers append.
///
/// Woken by a notification, where the database has them; and it looks at all heads once a second, since a notification is a hint
/// that may be lost. Where there are none, it looks every 20 ms.
final class Tail: Sendable {
    private struct State {
        var isClosed = false
        var trouble: String?
        var report: (@Sendable (String?) -> Void)?
    }

    private let line: Mutex<Line>
    private let safetyNet: Duration
    /// Whether it listens for notifications.
    private let hasHints: Bool
    private let state = Mutex(State())
    /// A pipe: written to wake the thread.
    private let wakers: (read: Int32, write: Int32)
    private let ended = DispatchSemaphore(value: 0)
    private let isStarted = Mutex(false)

    /// The time between two looks without notifications.
    private static let polling = Duration.milliseconds(20)
    /// The least time between two looks: many notifications share one.
    private static let rest = Duration.milliseconds(5)

    init(_ line: Line, safetyNet: Duration, hasHints: Bool) {
        self.line = Mutex(line)
        self.hasHints = hasHints
        self.safetyNet = safetyNet
        var pair: [Int32] = [-1, -1]
        precondition(pipe(&pair) == 0, "no file descriptors are left")
        for descriptor in pair {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        wakers = (pair[0], pair[1])
    }

    deinit {
        Glibc.close(wakers.read)
        Glibc.close(wakers.write)
    }

    var trouble: String? { state.withLock { $0.trouble } }

    func reportTrouble(to report: @escaping @Sendable (String?) -> Void) {
        state.withLock { $0.report = report }
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(wakers.write, &byte, 1)
    }

    func start(followed store: SharedStore, news: @escaping @Sendable (StoreNews) -> Void) {
        isStarted.withLock { $0 = true }
        let thread = DispatchQueue(label: "lookahead.store.tail")
        thread.async { [weak store, weak self] in
            while let self, !self.state.withLock({ $0.isClosed }) {
                guard let store else { break }
                self.follow(store, news)
            }
            self?.ended.signal()
        }
    }

    /// Blocks until the thread has ended.
    func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        wake()
        if !wasClosed, isStarted.withLock({ $0 }) { _ = ended.wait(timeout: .now() + 15) }
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Follows until the connection breaks, or somebody closes.
    private func follow(_ store: SharedStore, _ news: @escaping @Sendable (StoreNews) -> Void) {
        do throws(StoreError) {
            try line.withLock { (line) throws(StoreError) in
                try line.use(within: .zero) { (connection) throws(PostgresError) in
                    let hasHints = try self.listen(connection)
                    self.report(nil, news)
                    var hinted: Set<Int64>?
                    var look = TailLook(store: store, connection: connection, news: news)
                    var reported = ContinuousClock.now
                    while !self.isClosed {
                        let seen = ContinuousClock.now
                        try look.reportNews(of: hinted)
                        if seen - reported > SharedStore.rootInterval {
                            try connection.run(store.rootsRefresh)
                            reported = seen
                        }
                        if store.tally.wantsHolders {
                            store.tally.found(SharedStore.holders(in: try connection.run(SharedStore.holders)))
                        }
                        hinted = try self.wait(connection, since: seen, hasHints: hasHints)
                    }
                }
            }
        } catch {
            report(error.text, news)
            var wakened = pollfd(fd: wakers.read, events: Int16(POLLIN), revents: 0)
            poll(&wakened, 1, 500)
            drain()
        }
    }

    /// - Returns: whether there are notifications.
    private func listen(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
        guard hasHints else { return false }
        do throws(PostgresError) {
            try connection.run(Statement("LISTEN lookahead"))
            return true
        } catch {
            if case .lost = error { throw error }
            return false
        }
    }

    /// Waits for the next look.
    /// - Returns: the keys of the collections to look at; `nil` for all.
    private func wait(
        _ connection: PostgresConnection, since seen: ContinuousClock.Instant, hasHints: Bool
    ) throws(PostgresError) -> Set<Int64>? {
        let until = seen + (hasHints ? safetyNet : Self.polling)
        let left = until - ContinuousClock.now
        guard left > .zero else { return nil }
        let hints = try connection.notifications(within: Int32(left / .milliseconds(1)) + 1, wake: wakers.read)
        let isWoken = drain()
        guard !hints.isEmpty else { return isWoken || ContinuousClock.now >= until ? nil : [] }
        let early = seen + Self.rest - ContinuousClock.now
        if early > .zero {
            var time = timespec(tv_sec: 0, tv_nsec: Int(early / .nanoseconds(1)))
            nanosleep(&time, nil)
        }
        let more = try connection.notifications(within: 0, wake: wakers.read)
        return Set((hints + more).compactMap { Int64($0) })
    }

    @discardableResult
    private func drain() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        return read(wakers.read, &bytes, bytes.count) > 0
    }

    /// Reports trouble that begins or ends, once it can be read in `trouble`.
    private func report(_ trouble: String?, _ news: @Sendable (StoreNews) -> Void) {
        let (isNew, report) = state.withLock { state in
            defer { state.trouble = trouble }
            return ((state.trouble == nil) != (trouble == nil), state.report)
        }
        guard isNew else { return }
        report?(trouble)
        news(.away(trouble != nil))
    }
}

/// One look at heads after another, and the news since the one before.
struct TailLook {
    let store: SharedStore
    let connection: PostgresConnection
    let news: @Sendable (StoreNews) -> Void
    /// Posted collections as the last look at all heads found them.
    private var order: [String] = []

    init(
        store: SharedStore, connection: PostgresConnection, news: @escaping @Sendable (StoreNews) -> Void
    ) {
        self.store = store
        self.connection = connection
        self.news = news
    }

    private struct Head {
        var key: Int64
        var head: StoredHead
        var queries: Int64
        var posted: StoredPostedCollection?
    }

    /// Reports the news of some collections, or of all.
    mutating func reportNews(of keys: Set<Int64>?) throws(PostgresError) {
        if let keys, keys.isEmpty { return }
        // Before the heads are read: what this server appends meanwhile must not look like a store that went back.
        let (known, posted) = store.followed.withLock { ($0.byKey, $0.posted) }
        let heads = try read(keys)
        for head in heads {
            if let collection = known[head.key] {
                try compare(collection, with: head)
            } else if let created = head.posted, !posted.contains(head.key) {
                store.followed.withLock { _ = $0.posted.insert(head.key) }
                news(.created(created))
            }
        }
        let present = Set(heads.map(\.key))
        for (key, collection) in known where (keys?.contains(key) ?? true) && !present.contains(key) {
            store.followed.withLock { $0.unfollow(key) }
            news(.removed(collection.id))
        }
        guard keys == nil else { return }
        store.tally.looked()
        let found = heads.compactMap { $0.posted?.id }
        if found != order { news(.order(found)) }
        order = found
    }

    private func read(_ keys: Set<Int64>?) throws(PostgresError) -> [Head] {
        let columns = "SELECT key, version, stamp, queries, id, posted_title, posting_key FROM lookahead.collections"
        let answer = try connection.run(
            keys.map { Statement("\(columns) WHERE key = ANY($1)", .ints(Array($0))) }
                ?? Statement("\(columns) ORDER BY created, key"))
        return (0..<answer.count).map { row in
            Head(
                key: answer.int(row, 0),
                head: StoredHead(version: Int(answer.int(row, 1)), stamp: answer.int(row, 2)),
                queries: answer.int(row, 3),
                posted: answer.optionalText(row, 5).map {
                    StoredPostedCollection(id: answer.text(row, 4), title: $0, postingKey: answer.optionalText(row, 6))
                })
        }
    }

    private func compare(_ known: Followed.Collection, with found: Head) throws(PostgresError) {
        if known.queries != found.queries {
            let queries = try SharedStore.queries(found.key, on: connection)
            store.followed.withLock { $0.set(queries: found.queries, of: found.key) }
            news(.queries(known.id, queries))
        }
        guard known.head != found.head else { return }
        let rows = LogRow.rows(in: try connection.run(LogRow.after(known.head.version, of: found.key)))
        guard found.head.version > known.head.version, let last = rows.last,
            LogRow.isChain(rows, from: known.head),
            let changes = try? rows.map({ (row) throws(PostgresError) in try row.change(of: known.id) })
        else {
            store.followed.withLock { $0.unfollow(found.key) }
            return news(.lost(known.id))
        }
        store.followed.withLock { $0.lead(found.key, to: last.head) }
        store.tally.adopted(changes.count)
        news(.changed(known.id, changes, last.head))
    }
}
