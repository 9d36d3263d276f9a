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

    /// `nil` for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .int(let value): value.networkBytes
        case .text(let text): text.map { Array($0.utf8) }
        case .bytes(let bytes): bytes
        case .ints(let values): Self.array(of: 20, values.map(\.networkBytes))
        case .blobs(let values): Self.array(of: 17, values)
        case .texts(let values): Self.array(of: 25, values.map { $0.map { Array($0.utf8) } })
        }
    }

    /// An array of one dimension: dimensions, whether there are NULLs, the elements' type, count, first index, elements.
    private static func array(of type: Int32, _ elements: [[UInt8]?]) -> [UInt8] {
        let hasNull: Int32 = elements.contains { $0 == nil } ? 1 : 0
        guard !elements.isEmpty else { return [Int32(0), 0, type].flatMap(\.networkBytes) }
        var bytes = [1, hasNull, type, Int32(elements.count), 1].flatMap(\.networkBytes)
        bytes.reserveCapacity(bytes.count + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        for element in elements {
            bytes += Int32(element?.count ?? -1).networkBytes
            if let element { bytes += element }
        }
        return bytes
    }
}

extension FixedWidthInteger {
    /// Most significant first.
    fileprivate var networkBytes: [UInt8] {
        (1...Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 * $0)) }
    }
}
