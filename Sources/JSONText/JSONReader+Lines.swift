/// Values that are one a line (NDJSON).
extension JSONReader {
    /// Bytes read, white space included.
    package var position: Int { base + offset }

    /// Goes to the next line that is not blank.
    /// - Parameter number: of the line; the line feeds that are passed are added.
    /// - Returns: whether there is one.
    package mutating func nextLine(_ number: inout Int) -> Bool {
        let before = offset
        defer { number += lineFeeds(from: before) }
        return nextByte() != nil
    }

    /// Checks that the value read last, which begins at `start`, is in one line and alone there.
    /// - Throws: when it goes on in the next line, or is followed by something.
    package mutating func endLine(from start: Int) throws(JSONError) {
        guard lineFeeds(from: start) == 0 else {
            throw JSONError(kind: .malformed("the line ends within its value"), offset: start, pointer: "")
        }
        let end = offset
        guard nextByte() != nil, lineFeeds(from: end) == 0 else {
            offset = end
            return
        }
        throw malformed("the end of the line expected")
    }

    private func lineFeeds(from start: Int) -> Int {
        bytes[start..<offset].count { $0 == UInt8(ascii: "\n") }
    }
}

/// A text that comes in parts, and the window on it.
extension JSONReader {
    /// Whether this number of bytes follow, from `offset` on.
    @inline(__always)
    mutating func has(_ count: Int) -> Bool {
        while offset + count > bytes.count {
            guard extend() else { return false }
        }
        return true
    }

    /// Adds the next part to the window.
    /// - Returns: false at the end of the text.
    @inline(never)
    mutating func extend() -> Bool {
        while let part = nextPart?() {
            bytes.append(contentsOf: part)
            if !part.isEmpty { return true }
        }
        return false
    }

    /// Drops the text that was read. The names of open objects are kept in front of the window: they are compared with later ones, and
    /// errors point with them.
    @inline(never)
    mutating func dropRead() {
        var window: [UInt8] = []
        for index in names.indices { names[index] = append(name: names[index], to: &window) }
        for level in levels.indices where levels[level].name.lowerBound > 0 {
            levels[level].name = append(name: levels[level].name, to: &window)
        }
        base += offset - window.count
        // An object of a million members keeps their names, and they are not to be copied for each part.
        dropOffset = 2 * window.count + dropSize
        let read = offset
        offset = window.count
        window.append(contentsOf: bytes[read...])
        bytes = window
    }

    /// With its quotes.
    private func append(name: Range<Int>, to window: inout [UInt8]) -> Range<Int> {
        window.append(UInt8(ascii: "\""))
        let start = window.count
        window.append(contentsOf: bytes[name])
        window.append(UInt8(ascii: "\""))
        return start..<start + name.count
    }
}
