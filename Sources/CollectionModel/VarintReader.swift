/// Reads what `VarintWriter` wrote; throws for any other bytes and never traps.
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
