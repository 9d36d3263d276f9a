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

/// Members that an object must not have.
extension JSONReader {
    /// An error about the current member, which no object of this kind has: names the one that was probably meant, or all.
    package func unknownMember(known names: String...) -> JSONError { unknownMember(known: names) }

    /// The same for names in a collection.
    package func unknownMember(known names: some Sequence<String>) -> JSONError {
        let given = keyText
        let distances = names.sorted().map { (name: $0, distance: Self.distance(given, $0)) }
        let nearest = distances.min { $0.distance < $1.distance }
        if let nearest, nearest.distance <= max(1, min(given.utf8.count, nearest.name.utf8.count) / 3) {
            return unexpected("is no member here; did you mean \(nearest.name)?")
        }
        return unexpected("is no member here; there are \(names.sorted().joined(separator: ", "))")
    }

    /// How many letters have to be added, taken out, changed, or exchanged with their neighbours (Damerau–Levenshtein, restricted).
    /// The length of a name that is longer than any of ours.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.lowercased().utf8), Array(b.lowercased().utf8))
        guard a.count <= 64 else { return a.count }
        var rows = [Array(0...b.count)]
        for i in 1..<(a.count + 1) {
            var row = [i]
            for j in 1..<(b.count + 1) {
                var least = min(
                    row[j - 1] + 1, rows[i - 1][j] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    least = min(least, rows[i - 2][j - 2] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
