/// Appends unsigned integers as LEB128: seven bits a byte, the low ones first.
struct VarintWriter {
    private(set) var bytes: [UInt8]

    init(format: UInt8) {
        bytes = [format]
    }

    mutating func append(_ value: Int) {
        var rest = UInt(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a path as its difference to the one before it, which it must not precede.
    mutating func append(_ path: IndexPath, after previous: inout IndexPath) {
        append(path.section - previous.section)
        append(path.section == previous.section ? path.item - previous.item : path.item)
        previous = path
    }
}
