/// The tables, version by version, in a schema of their own. The statements are those that PostgreSQL, Citus, CockroachDB and
/// YugabyteDB understand: no foreign keys, no unique column but the key, no sequences.
struct Schema {
    /// This server's number, for the lease.
    let holder: Int64

    /// A newer version's tables are refused.
    static let version: Int64 = 4

    /// Brings the tables to this version. Several servers may try at once: one does it, in one transaction for each version, the
    /// others wait for it.
    func migrate(_ connection: PostgresConnection) throws(PostgresError) {
        if try found(connection) == Self.version { return }
        try prepare(connection)
        while true {
            let found = try found(connection) ?? 0
            guard found <= Self.version else {
                throw .refused(
                    state: PostgresError.ours,
                    "the tables are of version \(found), made by a newer Lookahead; this one knows version \(Self.version)"
                )
            }
            if found == Self.version { return }
            try migrate(connection, from: found)
        }
    }

    /// - Throws: where the tables are not there, or not of this version. Changes nothing.
    static func check(_ connection: PostgresConnection) throws(PostgresError) {
        let found = try Schema(holder: 0).found(connection)
        guard found != version else { return }
        throw .refused(
            state: PostgresError.ours,
            found.map { "the tables are of version \($0); this Lookahead knows version \(version)" }
                ?? "there is no data of Lookahead in it")
    }

    /// `nil` without tables.
    private func found(_ connection: PostgresConnection) throws(PostgresError) -> Int64? {
        do throws(PostgresError) {
            let answer = try connection.run(Statement("SELECT version FROM lookahead.version WHERE id = 1"))
            return answer.count == 1 ? answer.int(0, 0) : nil
        } catch {
            // No such table, no such schema.
            if case .refused("42P01", _) = error { return nil }
            if case .refused("3F000", _) = error { return nil }
            throw error
        }
    }

    /// Refusals of one of two servers that create the same at once: of a key in the system's tables, of a schema, of a table, and of
    /// the type that each table has, which is looked for after the table.
    private static let createdByAnother: Set = ["23505", "42P06", "42P07", "42710"]

    private func prepare(_ connection: PostgresConnection) throws(PostgresError) {
        for text in [
            "CREATE SCHEMA IF NOT EXISTS lookahead",
            "CREATE TABLE IF NOT EXISTS lookahead.version (id bigint PRIMARY KEY, version bigint NOT NULL)",
            "INSERT INTO lookahead.version VALUES (1, 0) ON CONFLICT DO NOTHING",
        ] {
            do throws(PostgresError) { try connection.run(Statement(text)) } catch {
                guard case .refused(let state, _) = error, Self.createdByAnother.contains(state) else { throw error }
            }
        }
    }

    /// The version's row is the lease: who changes it first goes on, everyone else waits, and then finds it changed.
    private func migrate(_ connection: PostgresConnection, from version: Int64) throws(PostgresError) {
        let claim = Statement(
            "UPDATE lookahead.version SET version = $1 WHERE id = 1 AND version = $2", .int(version + 1), .int(version))
        let answers = try connection.run([Statement("BEGIN"), claim])
        guard answers[1].affected == 1 else {
            try connection.run(Statement("ROLLBACK"))
            return
        }
        try connection.run(Self.statements(from: version).map { Statement($0) } + [Statement("COMMIT")])
        guard version == 0 else { return }
        // Compressing ordinals costs more than it saves, and a head that is updated has room beside it. Some databases that speak
        // the protocol refuse these settings.
        for text in [
            "checkpoints ALTER items SET STORAGE EXTERNAL", "items ALTER ids SET STORAGE EXTERNAL",
            "changes ALTER body SET STORAGE EXTERNAL", "collections SET (fillfactor = 50)",
        ] {
            do throws(PostgresError) {
                try connection.run(Statement("ALTER TABLE lookahead.\(text)"))
            } catch {
                if case .lost = error { throw error }
            }
        }
    }

    /// Statements that lead from a version of the tables to the next one.
    private static func statements(from version: Int64) -> [String] {
        switch version {
        case 0: tables
        case 1: [files]
        case 2: [deleted]
        default: [notes]
        }
    }

    /// Notes about a collection, by name; they belong to no version.
    private static let notes = """
        CREATE TABLE lookahead.notes (
            collection bigint NOT NULL, name text NOT NULL, note text NOT NULL, PRIMARY KEY (collection, name))
        """

    /// Traces of the files of 1,024 items from `page` * 1,024 on, as the engine writes them.
    private static let files = """
        CREATE TABLE lookahead.files (
            collection bigint NOT NULL, page bigint NOT NULL, files bytea NOT NULL, PRIMARY KEY (collection, page))
        """

    /// The rows of `collections` that are deleted, and kept for a time; what belongs to them stays in its tables.
    private static let deleted = """
        CREATE TABLE lookahead.deleted (
            key bigint PRIMARY KEY, id text NOT NULL, version bigint NOT NULL, stamp bigint NOT NULL,
            checkpoint bigint NOT NULL, queries bigint NOT NULL, created timestamptz NOT NULL,
            posted_title text, posting_key text, deleted timestamptz NOT NULL)
        """

    private static let tables = [
        """
        CREATE TABLE lookahead.collections (
            key bigint PRIMARY KEY, id text NOT NULL, version bigint NOT NULL, stamp bigint NOT NULL,
            checkpoint bigint NOT NULL, queries bigint NOT NULL, created timestamptz NOT NULL,
            posted_title text, posting_key text)
        """,
        // `before` is the stamp of the version before: the log is a chain.
        """
        CREATE TABLE lookahead.changes (
            collection bigint NOT NULL, version bigint NOT NULL, before bigint NOT NULL, stamp bigint NOT NULL,
            body bytea NOT NULL, PRIMARY KEY (collection, version))
        """,
        """
        CREATE TABLE lookahead.checkpoints (
            collection bigint NOT NULL, checkpoint bigint NOT NULL, place bigint NOT NULL, part bigint NOT NULL,
            section bigint NOT NULL, items bytea NOT NULL, PRIMARY KEY (collection, checkpoint, place, part))
        """,
        """
        CREATE TABLE lookahead.items (
            collection bigint NOT NULL, first bigint NOT NULL, count bigint NOT NULL, ids bytea NOT NULL,
            PRIMARY KEY (collection, first))
        """,
        """
        CREATE TABLE lookahead.sections (
            collection bigint NOT NULL, ordinal bigint NOT NULL, id text NOT NULL, title text NOT NULL,
            PRIMARY KEY (collection, ordinal))
        """,
        """
        CREATE TABLE lookahead.attributes (
            collection bigint NOT NULL, item bigint NOT NULL, json text NOT NULL, PRIMARY KEY (collection, item))
        """,
        // The marks of 65,536 items, at the checkpoint.
        """
        CREATE TABLE lookahead.marks (
            collection bigint NOT NULL, part bigint NOT NULL, marks bytea NOT NULL, PRIMARY KEY (collection, part))
        """,
        """
        CREATE TABLE lookahead.revisions (
            collection bigint NOT NULL, item bigint NOT NULL, revision bigint NOT NULL,
            PRIMARY KEY (collection, item))
        """,
        """
        CREATE TABLE lookahead.queries (
            collection bigint NOT NULL, name text NOT NULL, title text NOT NULL, document text NOT NULL,
            PRIMARY KEY (collection, name))
        """,
        """
        CREATE TABLE lookahead.leases (
            collection bigint NOT NULL, task text NOT NULL, holder bigint NOT NULL, until timestamptz NOT NULL,
            PRIMARY KEY (collection, task))
        """,
        // The folder from which each running server reads a collection.
        """
        CREATE TABLE lookahead.roots (
            collection bigint NOT NULL, server bigint NOT NULL, root text NOT NULL, seen timestamptz NOT NULL,
            PRIMARY KEY (collection, server))
        """,
        "CREATE TABLE lookahead.servers (id bigint PRIMARY KEY, seen timestamptz NOT NULL)",
    ]

    /// All tables with what belongs to a collection, but for `collections` itself.
    static let ofCollections = [
        "changes", "checkpoints", "items", "sections", "attributes", "marks", "revisions", "queries",
        "leases", "roots", "files", "notes",
    ]
}
