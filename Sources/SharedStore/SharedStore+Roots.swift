import GridEngine

/// Two servers that read one collection from different folders would take away each other's items at each refresh.
extension SharedStore {
    package func serve(_ collection: String, from root: String) throws(StoreError) {
        let key = Statement.Parameter.int(Followed.key(of: collection))
        let server = Statement.Parameter.int(self.server)
        let another = try withBulk { (connection) throws(PostgresError) -> String? in
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.roots (collection, server, root, seen) VALUES ($1, $2, $3, now())
                    ON CONFLICT (collection, server) DO UPDATE SET root = excluded.root, seen = excluded.seen
                    """, key, server, .text(root)))
            // In a transaction of its own: of two that begin at once, at least one sees the other.
            let others = try connection.run(
                Statement(
                    """
                    SELECT root FROM lookahead.roots WHERE collection = $1 AND server <> $2 AND root <> $3
                        AND seen > now() - interval '\(Self.rootSeconds) seconds' LIMIT 1
                    """, key, server, .text(root)))
            guard others.count > 0 else { return nil }
            try connection.run(
                Statement("DELETE FROM lookahead.roots WHERE collection = $1 AND server = $2", key, server))
            return others.text(0, 0)
        }
        guard let another else { return }
        throw .failed("Another server reads it from \(another), this one from \(root). Serve the same folders on all.")
    }

    /// Seconds after which a server that says nothing counts as dead.
    private static let rootSeconds = 15
    /// The time between two reports that this server runs.
    static let rootInterval = Duration.seconds(5)

    /// This server still runs.
    var rootsRefresh: Statement {
        Statement("UPDATE lookahead.roots SET seen = now() WHERE server = $1", .int(server))
    }

    /// This server ends.
    var rootsRemoval: Statement { Statement("DELETE FROM lookahead.roots WHERE server = $1", .int(server)) }
}
