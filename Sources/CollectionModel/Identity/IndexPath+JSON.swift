import JSONText

extension JSONReader {
    /// `[section, item]`, neither negative.
    /// - Throws: when the next value is anything else.
    package mutating func readIndexPath() throws(JSONError) -> IndexPath {
        guard nextByte() == UInt8(ascii: "[") else { throw unexpected("must be an index path [section, item]") }
        try beginArray()
        var numbers = (0, 0)
        var count = 0
        while try nextElement() {
            let number = try readIndex()
            if count == 0 { numbers.0 = number } else { numbers.1 = number }
            count += 1
        }
        guard count == 2 else { throw unexpected("must be an index path [section, item]") }
        return IndexPath(numbers.0, numbers.1)
    }
}

extension JSONWriter {
    package mutating func member(_ name: StaticString, _ path: IndexPath) {
        key(name)
        indexPath(path)
    }

    package mutating func indexPath(_ path: IndexPath) {
        beginArray()
        int(path.section)
        int(path.item)
        endArray()
    }
}
