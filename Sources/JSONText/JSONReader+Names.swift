/// The names of an object's members, each of which may occur once.
extension JSONReader {
    /// Maximum members whose names are compared one by one.
    private static let smallObjectMembers = 32

    /// Whether the current member's name is new in its object. Mostly one look at a bit; names that share a bit are compared.
    mutating func isFirst(_ level: Int) -> Bool {
        let bit: UInt64 = 1 << (key.hash & 63)
        let isNew = levels[level].nameBits & bit == 0
        levels[level].nameBits |= bit
        if levels[level].count > JSONReader.smallObjectMembers { return isFirstOfMany(level) }
        if isNew { return true }
        let name = levels[level].name
        return !names[levels[level].firstName...].contains { isSameName($0, name) }
    }

    private mutating func isFirstOfMany(_ level: Int) -> Bool {
        if largeObjects[level] == nil {
            largeObjects[level] = Set(names[levels[level].firstName...].map { Array(text(ofStringAt: $0).utf8) })
        }
        return largeObjects[level, default: []].insert(Array(keyText.utf8)).inserted
    }

    private func isSameName(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        if bytes[a].elementsEqual(bytes[b]) { return true }
        let escape = UInt8(ascii: "\\")
        guard bytes[a].contains(escape) || bytes[b].contains(escape) else { return false }
        // By bytes: strings are equal when they look the same.
        return text(ofStringAt: a).utf8.elementsEqual(text(ofStringAt: b).utf8)
    }

    mutating func closeNames(_ level: Int) {
        names.removeSubrange(levels[level].firstName...)
        if levels[level].count > JSONReader.smallObjectMembers { largeObjects[level] = nil }
    }

    func text(ofStringAt range: Range<Int>) -> String {
        guard range.lowerBound > 0 else { return "" }
        var reader = JSONReader(bytes)
        reader.offset = range.lowerBound - 1
        return (try? reader.scanString()) ?? ""
    }
}
