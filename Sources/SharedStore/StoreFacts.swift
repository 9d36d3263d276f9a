import GridEngine

/// Facts of a database that an administrator should know, as its own tables tell them. For `lookahead doctor`.
package struct StoreFacts: Sendable, Equatable {
    /// The version of PostgreSQL, such as `15.4`.
    package var version: String
    /// The version in PostgreSQL's own form: 150004.
    package var versionNumber: Int
    /// Whether it follows another one, and takes no changes.
    package var isStandby: Bool
    package var isReadOnly: Bool
    /// Whether what it acknowledges is on its disk: `fsync` and `full_page_writes`.
    package var flushes: Bool
    /// `synchronous_commit` as it is set for others. Each connection of a server sets it to `on`.
    package var synchronousCommit: String
    /// Standbys that are connected, and whether any must have a change before it is acknowledged.
    package var standbys: Int
    package var waitsForStandby: Bool
    /// Whether the role may make the tables, or has all rights to those that there are.
    package var mayMakeTables: Bool
    package var hasTables: Bool
    package var tablesWithoutRights: Int
    /// Connections that this role can still open.
    package var freeConnections: Int
    /// Median time of a round trip.
    package var latency: Duration

    /// Connections of each server: changes, whole collections, and what follows others; one more at a start.
    package static let connectionsOfServer = 4
    private static let roundTrips = 9
}

extension SharedStore {
    /// Blocks, for some seconds at most. Changes nothing.
    /// - Throws: `.failed` for a database that does not keep PostgreSQL's own tables, too.
    package static func facts(of address: StoreAddress) throws(StoreError) -> StoreFacts {
        do throws(PostgresError) {
            return try StoreFacts(PostgresConnection(to: address))
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreFacts {
    init(_ connection: PostgresConnection) throws(PostgresError) {
        let server = try connection.run(Statement(Self.server))
        (version, versionNumber) = (server.text(0, 0), Int(server.int(0, 1)))
        (isStandby, isReadOnly, flushes) = (server.int(0, 2) != 0, server.int(0, 3) != 0, server.int(0, 4) != 0)
        (synchronousCommit, waitsForStandby) = (server.text(0, 5), server.int(0, 6) != 0)
        (standbys, freeConnections) = (Int(server.int(0, 7)), Int(server.int(0, 8)))
        let rights = try connection.run(Statement(Self.rights))
        hasTables = rights.int(0, 0) != 0
        (mayMakeTables, tablesWithoutRights) = (rights.int(0, 1) != 0, Int(rights.int(0, 2)))
        let clock = ContinuousClock()
        var times: [Duration] = []
        for _ in 0..<Self.roundTrips {
            let began = clock.now
            try connection.run(Statement("SELECT 1"))
            times.append(clock.now - began)
        }
        latency = times.sorted()[times.count / 2]
    }

    /// The nearest of the limits of the server, the database and the role. -1 is for none.
    private static let server = """
        SELECT current_setting('server_version'), current_setting('server_version_num')::bigint,
            pg_is_in_recovery()::int, (current_setting('default_transaction_read_only') = 'on')::int,
            (current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on')::int,
            (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),
            (current_setting('synchronous_standby_names') <> '')::int,
            (SELECT count(*) FROM pg_stat_replication),
            least(
                current_setting('max_connections')::bigint
                    - CASE WHEN r.rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::bigint END
                    - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
                CASE WHEN d.datconnlimit < 0 OR r.rolsuper THEN 1000000 ELSE d.datconnlimit
                    - (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) END,
                CASE WHEN r.rolconnlimit < 0 OR r.rolsuper THEN 1000000 ELSE r.rolconnlimit
                    - (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user) END)
        FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()
        """

    private static let rights = """
        SELECT (to_regclass('lookahead.version') IS NOT NULL)::int,
            (CASE WHEN to_regnamespace('lookahead') IS NULL THEN has_database_privilege(current_database(), 'CREATE')
                ELSE has_schema_privilege('lookahead', 'USAGE') AND has_schema_privilege('lookahead', 'CREATE') END)::int,
            (SELECT count(*) FROM pg_class t WHERE t.relnamespace = to_regnamespace('lookahead') AND t.relkind = 'r'
                AND NOT (has_table_privilege(t.oid, 'SELECT') AND has_table_privilege(t.oid, 'INSERT')
                    AND has_table_privilege(t.oid, 'UPDATE') AND has_table_privilege(t.oid, 'DELETE')))
        """
}
