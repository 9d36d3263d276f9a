import GridEngine

extension SharedStore {
    package func note(_ note: StoredNote, of collection: String) throws(StoreError) -> String? {
        try change { (connection) throws(PostgresError) in
            let found = try connection.run(
                Statement(
                    "SELECT note FROM lookahead.notes WHERE collection = $1 AND name = $2",
                    .int(Followed.key(of: collection)), .text(note.rawValue)))
            return found.count == 0 ? nil : found.text(0, 0)
        }
    }

    package func keep(_ text: String, as note: StoredNote, of collection: String) throws(StoreError) {
        try change { (connection) throws(PostgresError) in
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.notes (collection, name, note)
                    SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM lookahead.collections WHERE key = $1)
                    ON CONFLICT (collection, name) DO UPDATE SET note = excluded.note
                    """, .int(Followed.key(of: collection)), .text(note.rawValue), .text(text)))
        }
    }
}
