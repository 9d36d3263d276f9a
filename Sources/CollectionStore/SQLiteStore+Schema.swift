import GRDB

extension SQLiteStore {
    /// The tables, version by version. Order, identifiers and revisions are in blobs that cover many ordinals:
    /// they are read whole and written in bulk, and a row for each item would cost more than its content.
    static var schema: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: order as checkpoint and log") { db in
            try db.execute(
                sql: """
                    CREATE TABLE collections (
                        key INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        checkpoint INTEGER NOT NULL
                    ) STRICT;

                    -- Identifiers of the items `first`, `first` + 1, …
                    CREATE TABLE items (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        first INTEGER NOT NULL,
                        count INTEGER NOT NULL,
                        ids BLOB NOT NULL,
                        PRIMARY KEY (collection, first)
                    ) STRICT;

                    CREATE TABLE sections (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        ordinal INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        title TEXT NOT NULL,
                        PRIMARY KEY (collection, ordinal)
                    ) STRICT, WITHOUT ROWID;

                    -- The whole order at `collections.checkpoint`; an empty section has one row.
                    CREATE TABLE checkpoints (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        place INTEGER NOT NULL,
                        part INTEGER NOT NULL,
                        section INTEGER NOT NULL,
                        items BLOB NOT NULL,
                        PRIMARY KEY (collection, place, part)
                    ) STRICT;

                    CREATE TABLE changes (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        version INTEGER NOT NULL,
                        patch BLOB NOT NULL,
                        PRIMARY KEY (collection, version)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE attributes (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        item INTEGER NOT NULL,
                        json TEXT NOT NULL,
                        PRIMARY KEY (collection, item)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE revisions (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        page INTEGER NOT NULL,
                        revisions BLOB NOT NULL,
                        PRIMARY KEY (collection, page)
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("2: posted collections") { db in
            try db.execute(
                sql: """
                    -- The title of a collection that was posted; NULL for those whose source is elsewhere.
                    ALTER TABLE collections ADD COLUMN postedTitle TEXT
                    """)
        }
        migrator.registerMigration("3: keys and undo") { db in
            try db.execute(
                sql: """
                    -- The Idempotency-Key that the change came with: its repetition is answered with the change.
                    ALTER TABLE changes ADD COLUMN idempotencyKey TEXT;
                    -- What it means for undo and redo, as the engine writes it.
                    ALTER TABLE changes ADD COLUMN history TEXT
                    """)
        }
        migrator.registerMigration("4: keys of posted collections") { db in
            try db.execute(
                sql: """
                    -- The Idempotency-Key that the collection was posted under.
                    ALTER TABLE collections ADD COLUMN postingKey TEXT
                    """)
        }
        migrator.registerMigration("5: saved queries") { db in
            try db.execute(
                sql: """
                    CREATE TABLE queries (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        name TEXT NOT NULL,
                        title TEXT NOT NULL,
                        -- JSON, as the engine gave it.
                        document TEXT NOT NULL,
                        PRIMARY KEY (collection, name)
                    ) STRICT, WITHOUT ROWID
                    """)
        }
        migrator.registerMigration("6: marks") { db in
            try db.execute(
                sql: """
                    -- What the change did to marks, as the engine writes it; NULL when nothing.
                    ALTER TABLE changes ADD COLUMN marks BLOB;
                    -- The marks of 65,536 items from `part` * 65,536 on, at the checkpoint.
                    CREATE TABLE marks (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        part INTEGER NOT NULL,
                        marks BLOB NOT NULL,
                        PRIMARY KEY (collection, part)
                    ) STRICT
                    """)
        }
        migrator.registerMigration("7: files") { db in
            try db.execute(
                sql: """
                    -- What was known of the files of 1,024 items from `page` * 1,024 on, as the engine writes it.
                    CREATE TABLE files (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        page INTEGER NOT NULL,
                        files BLOB NOT NULL,
                        PRIMARY KEY (collection, page)
                    ) STRICT
                    """)
        }
        migrator.registerMigration("8: deleted collections") { db in
            try db.execute(
                sql: """
                    -- When it was deleted, in milliseconds since 1970; NULL for those that are there.
                    ALTER TABLE collections ADD COLUMN deleted INTEGER
                    """)
        }
        migrator.registerMigration("9: notes") { db in
            try db.execute(
                sql: """
                    -- What is remembered of a collection beside its versions, by name.
                    CREATE TABLE notes (
                        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
                        name TEXT NOT NULL,
                        note TEXT NOT NULL,
                        PRIMARY KEY (collection, name)
                    ) STRICT, WITHOUT ROWID
                    """)
        }
        return migrator
    }
}
