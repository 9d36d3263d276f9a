import CPostgres

/// The rows that a statement returned, in the binary form of their types.
///
/// `@unchecked`: a result of libpq does not change once it is there.
final class Answer: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes the result over.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// The rows that were written.
    var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        guard let start = PQgetvalue(result, Int32(row), Int32(column)), length > 0 else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    func optionalText(_ row: Int, _ column: Int) -> String? { isNull(row, column) ? nil : text(row, column) }

    /// An integer of any width; 0 for NULL, and where a column is of another type than it was made with.
    func int(_ row: Int, _ column: Int) -> Int64 {
        let bytes = bytes(row, column)
        guard 1...8 ~= bytes.count else { return 0 }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - bytes.count * 8
        return Int64(bitPattern: value << UInt64(unused)) >> Int64(unused)
    }
}
