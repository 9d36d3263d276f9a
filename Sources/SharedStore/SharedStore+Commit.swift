import GridEngine
import StoredForms

/// One append, with its bytes.
struct Append {
    let key: Int64
    let head: StoredHead
    let count: Int
    let bodies: [[UInt8]]
    /// The collection's new title, if it has one.
    let title: String?

    init(_ append: StoredAppend) {
        key = Followed.key(of: append.collection)
        head = append.head
        count = append.changes.count
        bodies = append.changes.map { ChangeForm.encode($0) }
        title = append.changes.last { $0.title != nil }?.title
    }

    /// The head once it is stored.
    func newHead(stamp: Int64) -> StoredHead { StoredHead(version: head.version + count, stamp: stamp) }
}

extension SharedStore {
    /// One pipelined round trip, and one flush, where nobody else was faster: for each collection its head is compared and set, and
    /// a row is added for each change.
    ///
    /// Where others came first, their rows are returned, and the transaction stays open with the heads locked, so that what is drafted
    /// on them is stored by the next call. When the connection breaks, the changes are appended *again*, with other stamps: reading
    /// first would decide nothing, since the old transaction may end later. It holds the head's lock until it ends; whose
    /// stamp is then found tells whether it happened.
    package func commit(_ appends: [StoredAppend]) throws(StoreError) -> [AppendOutcome] {
        if let beforeAppend = limits.beforeAppend, !commits.withLock({ $0.isHolding }) { beforeAppend() }
        let began = ContinuousClock.now
        let order = appends.map { Append($0) }
        // All servers lock heads in one sequence.
        let sorted = zip(appends, order).sorted { $0.1.key < $1.1.key }
        let outcomes = try commits.withLock { (commits) throws(StoreError) in
            var turn = Turn(isHolding: commits.isHolding)
            commits.isHolding = false
            let outcomes = try commits.line.use { (connection) throws(PostgresError) in
                try turn.append(sorted.map(\.1), collections: sorted.map(\.0.collection), on: connection)
            }
            commits.isHolding = turn.isHolding
            return outcomes
        }
        hints.send(outcomes.filter { if case .stored = $0.value { true } else { false } }.keys)
        for append in order {
            switch outcomes[append.key] {
            case .stored(let head), .overtaken(_, let head): followed.withLock { $0.lead(append.key, to: head) }
            default: break
            }
        }
        let inOrder = order.map { outcomes[$0.key] ?? .gone }
        tally.committed(inOrder, in: ContinuousClock.now - began)
        return inOrder
    }
}

extension SharedStore {
    /// On the connection of the commit thread, whose own appends are then either before it or after it.
    package func catchUp(_ collection: String, from head: StoredHead) throws(StoreError) -> AppendOutcome {
        let key = Followed.key(of: collection)
        let outcome = try change(within: .zero) { (connection) throws(PostgresError) -> AppendOutcome in
            let answers = try connection.run([
                Statement("SELECT version, stamp FROM lookahead.collections WHERE key = $1", .int(key)),
                LogRow.after(head.version, of: key),
            ])
            guard answers[0].count > 0 else { return .gone }
            // The second statement may see more than the first one did.
            let rows = LogRow.rows(in: answers[1])
            guard let last = rows.last else {
                let found = StoredHead(version: Int(answers[0].int(0, 0)), stamp: answers[0].int(0, 1))
                return found == head ? .stored(head) : .lost
            }
            guard LogRow.isChain(rows, from: head) else { return .lost }
            return .overtaken(try rows.map { (row) throws(PostgresError) in try row.change(of: collection) }, last.head)
        }
        if case .overtaken(let changes, let newest) = outcome {
            followed.withLock { $0.lead(key, to: newest) }
            tally.adopted(changes.count)
        }
        return outcome
    }
}

/// The tries to store one batch.
private struct Turn {
    /// Whether the connection's transaction is open and holds heads.
    var isHolding: Bool
    /// The stamps of earlier tries, of which nobody knows whether they happened.
    private var tried: Set<Int64> = []

    init(isHolding: Bool) { self.isHolding = isHolding }

    mutating func append(
        _ appends: [Append], collections: [String], on connection: PostgresConnection
    ) throws(PostgresError) -> [Int64: AppendOutcome] {
        let wasHolding = isHolding
        isHolding = false
        guard !appends.isEmpty else {
            if wasHolding { try connection.run(Statement("ROLLBACK")) }
            return [:]
        }
        // Another one for each try: one that was used before would find the head of the try before.
        let stamp = Int64.random(in: 1 ... .max)
        let earlier = tried
        tried.insert(stamp)
        let begin = wasHolding ? [] : [Statement("BEGIN ISOLATION LEVEL READ COMMITTED")]
        let answers = try connection.run(
            begin + appends.flatMap { $0.statements(stamp: stamp) } + [Statement("COMMIT")])
        // So says a primary that stopped waiting for its standby.
        if connection.wasWarned { throw .lost("the database committed with a warning") }
        var outcomes: [Int64: AppendOutcome] = [:]
        for (place, append) in appends.enumerated() where answers[begin.count + 2 * place].affected == 1 {
            outcomes[append.key] = .stored(append.newHead(stamp: stamp))
        }
        let rest = zip(appends, collections).filter { outcomes[$0.0.key] == nil }
        guard !rest.isEmpty else { return outcomes }
        outcomes.merge(try hold(rest, earlier: earlier, on: connection)) { $1 }
        return outcomes
    }

    /// Locks the heads of collections in which others came first, and reads what they appended.
    private mutating func hold(
        _ appends: [(Append, collection: String)], earlier: Set<Int64>, on connection: PostgresConnection
    ) throws(PostgresError) -> [Int64: AppendOutcome] {
        let keys = appends.map(\.0.key)
        let answers = try connection.run(
            [
                Statement("BEGIN ISOLATION LEVEL READ COMMITTED"),
                Statement(
                    "SELECT key, version, stamp FROM lookahead.collections WHERE key = ANY($1) ORDER BY key FOR UPDATE",
                    .ints(keys)),
            ] + appends.map { LogRow.after($0.0.head.version, of: $0.0.key) })
        var heads: [Int64: StoredHead] = [:]
        for row in 0..<answers[1].count {
            heads[answers[1].int(row, 0)] = StoredHead(
                version: Int(answers[1].int(row, 1)), stamp: answers[1].int(row, 2))
        }
        var outcomes: [Int64: AppendOutcome] = [:]
        for (place, (append, collection)) in appends.enumerated() {
            outcomes[append.key] = outcome(
                of: append, earlier: earlier, head: heads[append.key],
                rows: LogRow.rows(in: answers[2 + place]), collection: collection)
        }
        isHolding = outcomes.values.contains { if case .overtaken = $0 { true } else { false } }
        if !isHolding { try connection.run(Statement("ROLLBACK")) }
        return outcomes
    }

    private func outcome(
        of append: Append, earlier: Set<Int64>, head: StoredHead?, rows: [LogRow], collection: String
    ) -> AppendOutcome {
        guard let head else { return .gone }
        guard let first = rows.first, LogRow.isChain(rows, from: append.head, to: head) else { return .lost }
        if earlier.contains(first.stamp) { return .stored(append.newHead(stamp: first.stamp)) }
        do throws(PostgresError) {
            return .overtaken(try rows.map { (row) throws(PostgresError) in try row.change(of: collection) }, head)
        } catch {
            return .lost
        }
    }
}

extension Append {
    /// Two statements: the head, and the rows if the head is this append's.
    fileprivate func statements(stamp: Int64) -> [Statement] {
        [headStatement(stamp: stamp), count == 1 ? rowStatement(stamp: stamp) : rowsStatement(stamp: stamp)]
    }

    private func headStatement(stamp: Int64) -> Statement {
        let new = newHead(stamp: stamp)
        return Statement(
            """
            UPDATE lookahead.collections SET version = $1, stamp = $2, posted_title = COALESCE($6, posted_title)
            WHERE key = $3 AND version = $4 AND stamp = $5
            """, .int(Int64(new.version)), .int(stamp), .int(key), .int(Int64(head.version)), .int(head.stamp),
            .text(title))
    }

    /// One row, in the simplest form: it is planned once for a connection, and each time with an array.
    private func rowStatement(stamp: Int64) -> Statement {
        Statement(
            """
            INSERT INTO lookahead.changes (collection, version, before, stamp, body) SELECT $1, $3, $4, $2, $5
            WHERE EXISTS (SELECT 1 FROM lookahead.collections WHERE key = $1 AND stamp = $2)
            """, .int(key), .int(stamp), .int(Int64(head.version + 1)), .int(head.stamp), .bytes(bodies[0]))
    }

    private func rowsStatement(stamp: Int64) -> Statement {
        let versions = (1...count).map { Int64(head.version + $0) }
        let before = [head.stamp] + [Int64](repeating: stamp, count: count - 1)
        return Statement(
            """
            INSERT INTO lookahead.changes (collection, version, before, stamp, body)
            SELECT $1, u.version, u.before, $2, u.body
            FROM unnest($3::bigint[], $4::bigint[], $5::bytea[]) AS u (version, before, body)
            WHERE EXISTS (SELECT 1 FROM lookahead.collections WHERE key = $1 AND stamp = $2)
            """, .int(key), .int(stamp), .ints(versions), .ints(before), .blobs(bodies))
    }
}
