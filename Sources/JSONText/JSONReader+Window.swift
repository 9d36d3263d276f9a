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

    /// Drops what was read. The names of open objects are kept in front of the window: they are compared with later ones, and
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
