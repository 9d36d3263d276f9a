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

/// Reads what `VarintWriter` wrote; any other bytes are refused, none trap.
struct VarintReader {
    private let bytes: [UInt8]
    private(set) var offset = 1

    init(_ bytes: [UInt8], format: UInt8) throws(PatchError) {
        guard bytes.first == format else { throw .damaged(offset: 0) }
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// An integer below 2^56.
    mutating func read() throws(PatchError) -> Int {
        var value = 0
        var shift = 0
        while offset < bytes.count, shift < 56 {
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .damaged(offset: offset)
    }

    /// A number of rows. Each takes a byte at least, so that a made-up number cannot ask for memory.
    mutating func readCount() throws(PatchError) -> Int {
        let count = try read()
        guard count <= bytes.count - offset else { throw .damaged(offset: offset) }
        return count
    }

    mutating func readOrdinal() throws(PatchError) -> UInt32 {
        guard let ordinal = UInt32(exactly: try read()) else { throw .damaged(offset: offset) }
        return ordinal
    }

    mutating func readPath(after previous: inout IndexPath) throws(PatchError) -> IndexPath {
        let (sections, items) = (try read(), try read())
        let path = IndexPath(previous.section + sections, sections == 0 ? previous.item + items : items)
        guard path.section < 1 << 56, path.item < 1 << 56 else { throw .damaged(offset: offset) }
        previous = path
        return path
    }
}
