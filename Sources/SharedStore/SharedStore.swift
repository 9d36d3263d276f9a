import GridEngine
import Synchronization

/// The change store in a database that speaks PostgreSQL's protocol, which several servers share (docs/decisions/0039).
///
/// Each server is a replica of its collections' logs. A change is appended by comparing and setting the head of its collection;
/// what others appended comes by a connection that follows the heads. Four connections: of the commit thread, of whatever reads or
/// writes much, of the thread that follows, and of the one that notifies others.
package final class SharedStore: ChangeStore {
    package let address: StoreAddress
    let limits: Limits
    let followed = Mutex(Followed())
    let tally = StoreTally()
    /// For changes. Held for a whole call.
    let commits: Mutex<CommitLine>
    /// For whole collections.
    let bulk: Mutex<Line>
    let tail: Tail
    let hints: Hints
    /// Its number among the servers: random.
    let server: Int64
    private let isReader: Bool

    struct Limits: Sendable {
        /// How much of the log is kept beyond what a restart needs, for each collection.
        var logChanges = 10_000
        var logBytes = 16 << 20
        /// The time between two looks at all heads, for when a hint was lost.
        var safetyNet = Duration.seconds(1)
        /// Whether `NOTIFY` says where to look; otherwise all servers look every 20 ms.
        var hasHints = true
        /// The time after which another server takes over a task.
        var leaseSeconds = 15
        /// The time after which a database that says nothing counts as lost.
        var silence = Duration.seconds(5)
        /// … where one statement may work on ten million items.
        var bulkSilence = Duration.seconds(60)
        /// Called before each append that holds no heads: where tests let others come first.
        var beforeAppend: (@Sendable () -> Void)?
    }

    /// The connection of the commit thread.
    struct CommitLine: Sendable {
        var line: Line
        /// Whether its transaction is open and holds the heads of collections in which others came first.
        var isHolding = false
    }

    /// Connects, and makes or migrates the tables.
    /// - Parameters:
    ///   - address: of the database.
    ///   - patience: the time to wait for a database that is not there yet.
    ///   - polls: whether to look for news every 20 ms, instead of `LISTEN` and `NOTIFY`.
    /// - Throws: `.unreachable`; `.failed` when access is refused, or when a newer version made the tables.
    package convenience init(
        at address: StoreAddress, patience: Duration = .seconds(30), polls: Bool = false
    ) throws(StoreError) {
        try self.init(at: address, patience: patience, limits: Limits(hasHints: !polls))
    }

    /// Connects to read only: what is there is not changed, not even by a newer version of the tables. It may be a standby.
    /// - Throws: `.unreachable`; `.failed` when access is refused, or when no Lookahead of this version made the tables.
    package convenience init(toRead address: StoreAddress) throws(StoreError) {
        try self.init(at: address, limits: Limits(hasHints: false), isReader: true)
    }

    init(
        at address: StoreAddress, patience: Duration = .seconds(30), limits: Limits, isReader: Bool = false
    ) throws(StoreError) {
        self.address = address
        self.limits = limits
        self.isReader = isReader
        let server = Int64.random(in: 1 ... .max)
        self.server = server
        let fenced = isReader ? nil : server
        var line = Line(to: address, server: fenced, tally: tally, silence: limits.bulkSilence)
        try line.use(within: patience) { (connection) throws(PostgresError) in
            try SessionCheck(address: address).run(connection)
            if isReader { return try Schema.check(connection) }
            try Schema(holder: server).migrate(connection)
            // Each start has a number of its own.
            try connection.run([
                Statement("DELETE FROM lookahead.servers WHERE seen < now() - interval '30 days'"),
                Statement("DELETE FROM lookahead.roots WHERE seen < now() - interval '30 days'"),
            ])
            try Self.forgetDeleted(connection)
        }
        bulk = Mutex(line)
        let quick = Line(to: address, server: fenced, tally: tally, silence: limits.silence)
        commits = Mutex(CommitLine(line: quick))
        tail = Tail(quick, safetyNet: limits.safetyNet, hasHints: limits.hasHints)
        hints = Hints(quick, isOn: limits.hasHints)
    }

    /// Whether a database can be used, in one try. Changes nothing.
    /// - Throws: why not.
    package static func check(_ address: StoreAddress) throws(StoreError) {
        do throws(PostgresError) {
            try SessionCheck(address: address).run(PostgresConnection(to: address))
        } catch {
            throw StoreError(error)
        }
    }

    /// Ends the connections, and the thread that follows. The owner must call it: that thread keeps the store alive.
    package func close() {
        tail.close()
        hints.close()
        commits.withLock { $0.line.close() }
        bulk.withLock { line in
            if !isReader { line.post([rootsRemoval]) }
            line.close()
        }
    }

    /// The trouble that the following thread found within the last second.
    package var trouble: String? { tail.trouble }

    package var isAway: Bool { trouble != nil }

    package var figures: StoreFigures? {
        var figures = tally.figures
        figures.server = Self.name(of: server)
        return figures
    }

    /// Reports `trouble` when it changes, on the thread that follows.
    package func reportTrouble(to report: @escaping @Sendable (_ trouble: String?) -> Void) {
        tail.reportTrouble(to: report)
    }

    // MARK: Following

    package func listen(_ news: @escaping @Sendable (StoreNews) -> Void) {
        tail.start(followed: self, news: news)
    }

    package func follow(_ collection: String, from head: StoredHead) {
        followed.withLock { $0.follow(collection, from: head) }
        tail.wake()
    }

    package func unfollow(_ collection: String) {
        followed.withLock { $0.unfollow(Followed.key(of: collection)) }
    }
}
