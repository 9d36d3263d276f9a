import CollectionModel

/// The kinds of identifiers that the figures are taken with, as strings: as sources give them.
enum IdentifierKind: String, CaseIterable {
    case uuid = "UUID"
    case integer = "64-bit"
    /// As 64-bit identifiers would be kept that are not written in decimal digits.
    case eight = "8 bytes"

    func make(_ count: Int, _ generator: inout Generator) -> [String] {
        (0..<count).map { _ in
            let high = generator.next()
            switch self {
            case .integer: return String(high)
            case .eight: return String(decoding: (0..<8).map { 48 + UInt8(high >> UInt64(6 * $0) & 63) }, as: UTF8.self)
            case .uuid: break
            }
            let digits = Self.hexadecimal(high) + Self.hexadecimal(generator.next())
            var text: [UInt8] = []
            text.reserveCapacity(36)
            for (index, digit) in digits.enumerated() {
                if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
                text.append(digit)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func hexadecimal(_ value: UInt64) -> [UInt8] {
        (0..<16).map { Array("0123456789ABCDEF".utf8)[Int((value >> UInt64(60 - 4 * $0)) & 15)] }
    }
}

/// What names cost: the table that every collection has one of, beside a dictionary.
func measureIdentifiers(of count: Int, _ kinds: [IdentifierKind], _ report: inout Report) {
    for kind in kinds {
        var generator = Generator()
        let ids = kind.make(count, &generator)
        report.heading("\(count.grouped) identifiers of \(kind.rawValue)")
        var table = IdentifierTable()
        let intern = report.median(runs: 1) { _ = table.intern(contentsOf: ids) }
        let own = ids.reduce(0) { $0 + $1.utf8.count }
        report.line(
            "memory of the table, identifiers included", Double(table.sizeBytes) / Double(count), "bytes an item",
            must: kind == .eight && count == 10_000_000 ? 30 - 8.5 : nil,
            note: "the identifiers alone: \(own / count)")
        report.line("interning all", intern * 1e3, "ms")
        let again = report.median(runs: 5) { _ = table.intern(contentsOf: ids) }
        report.line("a listing of all of them, in the order they came in", again * 1e3, "ms")
        var shuffled = ids
        shuffled.shuffle(using: &generator)
        let random = report.median(runs: 3) { _ = table.intern(contentsOf: shuffled) }
        report.line("the same in random order", random * 1e3, "ms")
        var dictionary: [String: UInt32] = [:]
        guard kind == .uuid else { continue }
        let before = Report.residentBytes
        for (index, id) in ids.enumerated() { dictionary[id] = UInt32(index) }
        let plain = Double(Report.residentBytes - before) / Double(count)
        report.line("    a dictionary from String, identifiers not included", plain, "bytes an item")
        var sum = 0
        let lookups = report.median(runs: 3) { for id in shuffled { sum &+= Int(dictionary[id] ?? 0) } }
        report.line("    the same in random order, from a dictionary", lookups * 1e3, "ms", note: "check \(sum & 1)")
    }
}
