/// Reads what `VarintWriter` wrote; throws for any other bytes and never traps.
package struct VarintReader {
    private let bytes: [UInt8]
    package private(set) var offset = 1

    package init(_ bytes: [UInt8], format: UInt8) throws(PatchError) {
        guard bytes.first == format else { throw .damaged(offset: 0) }
        self.bytes = bytes
    }

    package var isAtEnd: Bool { offset == bytes.count }

    /// An integer below 2^56.
    package mutating func read() throws(PatchError) -> Int {
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
    package mutating func readCount() throws(PatchError) -> Int {
        let count = try read()
        guard count <= bytes.count - offset else { throw .damaged(offset: offset) }
        return count
    }

    package mutating func readOrdinal() throws(PatchError) -> UInt32 {
        guard let ordinal = UInt32(exactly: try read()) else { throw .damaged(offset: offset) }
        return ordinal
    }

    /// Reads what `VarintWriter.append(_: String)` wrote.
    package mutating func readText() throws(PatchError) -> String {
        let count = try readCount()
        defer { offset += count }
        guard let text = String(validating: bytes[offset..<offset + count], as: UTF8.self) else {
            throw .damaged(offset: offset)
        }
        return text
    }

    /// Reads what `VarintWriter.append(runsOf:)` wrote: ascending ordinals below `limit`. All runs are checked before the first is filled,
    /// since each takes two bytes, however long it is. O(bytes + items)
    package mutating func readRuns(below limit: Int) throws(PatchError) -> [ItemOrdinal] {
        let limit = min(limit, 1 << 32)
        var runs: [Range<Int>] = []
        var (next, total) = (0, 0)
        for _ in 0..<(try readCount()) {
            let first = next + (try read())
            let count = try read() + 1
            guard first + count <= limit else { throw .damaged(offset: offset) }
            next = first + count
            total += count
            runs.append(first..<next)
        }
        var items: [ItemOrdinal] = []
        items.reserveCapacity(total)
        for run in runs { items.append(contentsOf: run.lazy.map { ItemOrdinal(UInt32(truncatingIfNeeded: $0)) }) }
        return items
    }

    mutating func readPath(after previous: inout IndexPath) throws(PatchError) -> IndexPath {
        let (sections, items) = (try read(), try read())
        let path = IndexPath(previous.section + sections, sections == 0 ? previous.item + items : items)
        guard path.section < 1 << 56, path.item < 1 << 56 else { throw .damaged(offset: offset) }
        previous = path
        return path
    }
}

/// Appends unsigned integers as LEB128: seven bits a byte, the low ones first.
package struct VarintWriter {
    package private(set) var bytes: [UInt8]

    package init(format: UInt8) {
        bytes = [format]
    }

    package mutating func append(_ value: Int) {
        var rest = UInt(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends the number of UTF-8 bytes and the bytes.
    package mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends ascending ordinals as runs of consecutive ones: their number, then of each the gap before it and its length less one.
    package mutating func append(runsOf items: [ItemOrdinal]) {
        var runs: [(first: Int, count: Int)] = []
        for item in items {
            let ordinal = Int(item.rawValue)
            if let last = runs.last, last.first + last.count == ordinal {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((ordinal, 1))
            }
        }
        append(runs.count)
        var next = 0
        for run in runs {
            append(run.first - next)
            append(run.count - 1)
            next = run.first + run.count
        }
    }

    /// Appends a path as its difference to the one before it, which it must not precede.
    mutating func append(_ path: IndexPath, after previous: inout IndexPath) {
        append(path.section - previous.section)
        append(path.section == previous.section ? path.item - previous.item : path.item)
        previous = path
    }
}
