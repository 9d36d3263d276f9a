import CDatabase

/// One connection to an SQLite file, for one caller at a time.
actor Database {
    /// A value of a row.
    enum Value {
        case null, integer(Int), number(Double), text(String)
    }

    struct Failure: Error { let message: String }

    private nonisolated(unsafe) let connection: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw Failure(message: path) }
        connection = opened
        sqlite3_busy_timeout(opened, 5000)
    }

    deinit { sqlite3_close(connection) }

    /// Runs a statement and hands over each row.
    func each(_ sql: String, _ values: [Value] = [], _ body: ([Value]) throws -> Void) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1), of: statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body((0..<sqlite3_column_count(statement)).map { column(statement, $0) })
            case SQLITE_DONE: return
            default: throw failure
            }
        }
    }

    /// All rows of a statement.
    func rows(_ sql: String, _ values: [Value] = []) throws -> [[Value]] {
        var rows: [[Value]] = []
        try each(sql, values) { rows.append($0) }
        return rows
    }

    func run(_ sql: String, _ values: [Value] = []) throws { try each(sql, values) { _ in } }

    /// Runs several statements, all or none.
    func together(_ body: @Sendable (isolated Database) throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        do {
            try body(self)
            try run("COMMIT")
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(connection))) }

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer?) {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .number(let number): sqlite3_bind_double(statement, index, number)
        case .text(let text):
            // The text is copied: SQLITE_TRANSIENT.
            sqlite3_bind_text(statement, index, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    private func column(_ statement: OpaquePointer?, _ index: Int32) -> Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(Int(sqlite3_column_int64(statement, index)))
        case SQLITE_FLOAT: .number(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, index)))
        default: .null
        }
    }
}

extension Database.Value {
    var text: String { if case .text(let text) = self { text } else { "" } }
    var integer: Int { if case .integer(let number) = self { number } else { 0 } }
    var number: Double {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: 0
        }
    }
}
