import Glibc
import GridEngine

/// A connection that is made when it is needed, and again when it broke. Its owner guards it: one thread at a time.
struct Line: Sendable {
    let address: StoreAddress
    /// This server's number, for the fence; `nil` where nothing may be written.
    let server: Int64?
    private let tally: StoreTally
    private let silence: Duration
    private var connection: PostgresConnection?
    /// Whether the last try found no database: the next change is refused without waiting.
    private(set) var isDown = false

    /// - Parameters:
    ///   - address: of the database.
    ///   - server: this server's number, for the fence; `nil` where nothing may be written.
    ///   - tally: counts statements and failures.
    ///   - silence: the time after which a database that says nothing counts as lost.
    init(to address: StoreAddress, server: Int64?, tally: StoreTally, silence: Duration) {
        self.address = address
        self.silence = silence
        self.server = server
        self.tally = tally
    }

    /// The time that a change waits for a database that has just gone.
    static let waitLimit = Duration.seconds(10)
    private static let pause = Duration.milliseconds(100)

    /// Runs `body` with a connection, again while the connection breaks. `body` must be able to bear that.
    /// - Parameters:
    ///   - patience: from the first failure on: `body` may take longer.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: `.unreachable` once the patience is over, at once when the database was away before; what `body` throws.
    mutating func use<Result: Sendable>(
        within patience: Duration = Line.waitLimit, _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(StoreError) -> Result {
        var failed: ContinuousClock.Instant?
        let isPatient = !isDown
        while true {
            do throws(PostgresError) {
                let connection = try connected()
                let result = try body(connection)
                isDown = false
                return result
            } catch {
                let first = failed ?? .now
                failed = first
                let isOver = !isPatient || ContinuousClock.now >= first + patience
                // A failure outside the database leaves a transaction open.
                if !error.isInDoubt { connection?.endTransaction() }
                if error.isConflict {
                    if isOver { throw StoreError(error) }
                    continue
                }
                guard error.isInDoubt else { throw StoreError(error) }
                connection = nil
                guard !isOver else {
                    isDown = true
                    throw .unreachable(StoreError(error).text)
                }
                Self.rest()
            }
        }
    }

    /// - Throws: what keeps it from being connected.
    private mutating func connected() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        let made = try PostgresConnection(to: address, patience: silence)
        if let server { try Self.fence(made, of: server) }
        tally.connected()
        connection = made
        return made
    }

    private static func fence(_ connection: PostgresConnection, of server: Int64) throws(PostgresError) {
        // A server that has just become the primary may show what no standby has. Its answer to a write that all of them have
        // says that what is read from here on stays.
        do throws(PostgresError) {
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.servers (id, seen) VALUES ($1, now())
                    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
                    """, .int(server)))
        } catch {
            // Before the first migration there is no such table.
            guard case .refused("42P01", _) = error else { throw error }
        }
    }

    /// Sends statements without waiting for them, where there is a connection. Errors are not reported.
    mutating func post(_ statements: [Statement]) {
        do throws(PostgresError) { try connection?.post(statements) } catch { connection = nil }
    }

    mutating func close() { connection = nil }

    private static func rest() {
        var time = timespec(tv_sec: 0, tv_nsec: Int(pause / .nanoseconds(1)))
        nanosleep(&time, nil)
    }
}

extension StoreError {
    /// The finding, for logs.
    var text: String {
        switch self {
        case .unreachable(let text), .failed(let text), .damaged(let text): text
        case .diskFull: "the disk of the database is full"
        case .locked: "another server uses it"
        }
    }
}

/// Whether a connection keeps one session of the database, which `LISTEN`, prepared statements and settings belong to. A pooler in
/// transaction mode (PgBouncer's `pool_mode = transaction`) gives each transaction whichever is free.
struct SessionCheck {
    let address: StoreAddress

    static let finding =
        "a pooler gives each transaction another session; each connection needs one of its own (PgBouncer: pool_mode = session)"

    /// A pooler has other sessions that are free, and may give the same one by chance.
    private static let tries = 3

    /// - Throws: `.refused` when sessions change hands.
    func run(_ connection: PostgresConnection) throws(PostgresError) {
        let session = try current(connection)
        // Engines that do not number their sessions say 0, or less.
        guard session > 0, session != connection.session else { return }
        // There is something between. A session of ours in which another connection's transaction runs is not ours.
        for _ in 0..<Self.tries where try !isKept(connection) {
            throw .refused(state: PostgresError.ours, Self.finding)
        }
    }

    private func isKept(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
        do throws(PostgresError) {
            let other = try PostgresConnection(to: address)
            let before = try current(connection)
            try other.run(Statement("BEGIN"))
            let others = try current(other)
            let after = try current(connection)
            try other.run(Statement("ROLLBACK"))
            return others != before && before == after
        } catch {
            if error.isOfAnotherSession { return false }
            throw error
        }
    }

    private func current(_ connection: PostgresConnection) throws(PostgresError) -> Int64 {
        try connection.run(Statement("SELECT pg_backend_pid()")).int(0, 0)
    }
}

extension StoreError {
    init(_ error: PostgresError) {
        switch error {
        case .lost(let text): self = .unreachable("The database cannot be reached: \(text)")
        case .damaged(let text): self = .damaged("The database is damaged: \(text).")
        case .overtaken: self = .unreachable("The database takes no work: other servers came first each time.")
        case .refused("53100", _): self = .diskFull
        case .refused(let state, _) where state.hasPrefix("57P") || state.hasPrefix("53"):
            self = .unreachable("The database takes no work: \(error.finding)")
        case .refused("25006", _): self = .unreachable("The database is read-only: \(error.finding)")
        case .refused where error.isOfAnotherSession:
            self = .failed("The database cannot be used: \(SessionCheck.finding).")
        case .refused(PostgresError.ours, let text): self = .failed("The database cannot be used: \(text).")
        case .refused: self = .failed("The database refused: \(error.finding)")
        }
    }
}
