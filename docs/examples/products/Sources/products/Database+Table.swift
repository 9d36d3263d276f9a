extension Database {
    /// Makes the table where there is none. A trigger counts the changes of rows, whoever makes them.
    func makeTable(count: Int) throws {
        try run("PRAGMA journal_mode = WAL")
        guard try rows("SELECT 1 FROM sqlite_master WHERE name = 'products'").isEmpty else { return }
        try together { database in
            try database.run(
                """
                CREATE TABLE products (
                    sku TEXT PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price REAL NOT NULL,
                    stock INTEGER NOT NULL, rank REAL, changed INTEGER NOT NULL DEFAULT 1)
                """)
            try database.run(
                """
                WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
                INSERT INTO products (sku, name, category, price, stock, rank)
                SELECT 'sku-' || n, 'Product ' || n, 'Category ' || char(65 + n % 20), 1 + n % 997 * 0.5, n % 50, n
                FROM numbers
                """, [.integer(count)])
            try database.run("CREATE INDEX products_order ON products (category, rank, sku, changed)")
            try database.run("CREATE INDEX products_changed ON products (changed)")
            try database.run(
                """
                CREATE TRIGGER products_change AFTER UPDATE OF name, price, stock ON products BEGIN
                    UPDATE products SET changed = (SELECT max(changed) + 1 FROM products) WHERE sku = new.sku;
                END
                """)
        }
    }
}
