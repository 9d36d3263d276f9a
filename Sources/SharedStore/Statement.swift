import CPostgres

/// One statement with its parameters, all in the binary form of their types.
struct Statement: Sendable {
    enum Parameter: Sendable {
        case int(Int64)
        case text(String?)
        case bytes([UInt8])
        case ints([Int64])
        case blobs([[UInt8]])
        case texts([String?])
    }

    /// The same text each time, since it is prepared once for each connection.
    var text: String
    var parameters: [Parameter]

    init(_ text: String, _ parameters: Parameter...) {
        self.text = text
        self.parameters = parameters
    }
}

extension Statement.Parameter {
    /// The type's number in `pg_type`.
    var type: UInt32 {
        switch self {
        case .int: 20
        case .text: 25
        case .bytes: 17
        case .ints: 1016
        case .blobs: 1001
        case .texts: 1009
        }
    }

    /// Appends the value.
    /// - Returns: the number of its bytes; `nil` for NULL.
    func encode(into bytes: inout [UInt8]) -> Int? {
        let start = bytes.count
        switch self {
        case .int(let value): bytes.append(network: value)
        case .text(let text):
            guard let text else { return nil }
            bytes += text.utf8
        case .bytes(let value): bytes += value
        case .ints(let values):
            bytes.append(arrayOf: 20, count: values.count, hasNull: false)
            for value in values {
                bytes.append(network: Int32(8))
                bytes.append(network: value)
            }
        case .blobs(let values):
            bytes.append(arrayOf: 17, count: values.count, hasNull: false)
            for value in values {
                bytes.append(network: Int32(value.count))
                bytes += value
            }
        case .texts(let values):
            bytes.append(arrayOf: 25, count: values.count, hasNull: values.contains { $0 == nil })
            for value in values {
                bytes.append(network: Int32(value?.utf8.count ?? -1))
                if let value { bytes += value.utf8 }
            }
        }
        return bytes.count - start
    }
}

extension [UInt8] {
    /// Most significant first.
    fileprivate mutating func append(network value: some FixedWidthInteger) {
        for byte in 1...value.bitWidth / 8 { append(UInt8(truncatingIfNeeded: value >> (value.bitWidth - 8 * byte))) }
    }

    /// The head of an array of one dimension: dimensions, whether there are NULLs, the elements' type, count, first index.
    fileprivate mutating func append(arrayOf type: Int32, count: Int, hasNull: Bool) {
        for value in [count > 0 ? 1 : 0, hasNull ? 1 : 0, type] { append(network: value) }
        guard count > 0 else { return }
        for value in [Int32(count), 1] { append(network: value) }
    }
}

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
