import LookaheadKit

/// The products of a table, in sections by category and in the order of their `rank`. People move them; the table gets the ranks.
struct Products: CollectionMoving {
    let id = "products", title = "Products"
    let database: Database

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        var category = ""
        for row in try await database.rows("SELECT category, sku, changed FROM products ORDER BY category, rank") {
            if row[0].text != category {
                category = row[0].text
                snapshot.appendSection(category, title: category)
            }
            snapshot.append(row[1].text, revision: row[2].integer)
        }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        let places = Array(repeating: "?", count: ids.count).joined(separator: ",")
        let sql = "SELECT sku, name, price, stock FROM products WHERE sku IN (\(places))"
        return try await database.rows(sql, ids.map { .text($0) }).map { row in
            CollectionItem(
                id: row[0].text, title: row[1].text,
                attributes: ["price": .number(row[2].number), "stock": .integer(row[3].integer)])
        }
    }

    func canMoveItem(_ id: String, by author: ChangeAuthor) -> MoveDecision {
        id.hasSuffix("00000") ? .refused("\(id) is on the front page and stays where it is.") : .allowed
    }

    /// The moved ones leave first; then each comes between those that are beside it by then, from the front.
    func didCommit(_ change: CollectionChange) async throws {
        var moves: [(sku: String, index: Int, category: String)] = []
        for case .move(let sku, _, let to, let category) in change.operations { moves.append((sku, to.item, category)) }
        guard !moves.isEmpty else { return }
        try await database.together { [moves] database in
            for move in moves { try database.run("UPDATE products SET rank = NULL WHERE sku = ?", [.text(move.sku)]) }
            for move in moves.sorted(by: { $0.index < $1.index }) {
                try database.place(move.sku, at: move.index, in: move.category)
            }
        }
    }
}

extension Database {
    /// Gives a product the rank between its neighbours at a place of a category.
    fileprivate func place(_ sku: String, at index: Int, in category: String) throws {
        let sql = "SELECT rank FROM products WHERE category = ? AND rank IS NOT NULL ORDER BY rank LIMIT 2 OFFSET ?"
        let ranks = try rows(sql, [.text(category), .integer(max(0, index - 1))]).map { $0[0].number }
        let rank =
            switch (index, ranks.count) {
            case (_, 0): 0.0
            case (0, _): ranks[0] - 1
            case (_, 1): ranks[0] + 1
            default: (ranks[0] + ranks[1]) / 2
            }
        let values: [Database.Value] = [.text(category), .number(rank), .text(sku)]
        try run("UPDATE products SET category = ?, rank = ? WHERE sku = ?", values)
        // Between two ranks there is no other number any more.
        if index > 0, ranks.contains(rank) { try renumber(category) }
    }

    private func renumber(_ category: String) throws {
        try run(
            """
            UPDATE products SET rank = ordered.place
            FROM (SELECT sku, row_number() OVER (ORDER BY rank) AS place FROM products WHERE category = ?1) AS ordered
            WHERE ordered.sku = products.sku AND category = ?1
            """, [.text(category)])
    }
}
