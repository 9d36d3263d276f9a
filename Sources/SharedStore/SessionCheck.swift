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
