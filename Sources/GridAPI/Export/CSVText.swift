import GridEngine

/// Comma-separated values (RFC 4180) that a spreadsheet opens without running anything.
struct CSVText {
    /// The byte order mark, by which Excel recognises UTF-8.
    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    var count: Int { bytes.count }

    /// Returns what was written, and begins again.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    mutating func number(_ number: Int) { plain(String(number).utf8) }

    /// A cell of text. One that a spreadsheet would compute gets an apostrophe, which shows as nothing there.
    mutating func text(_ text: String) {
        separate()
        let cell = Self.mayCompute(text.utf8) ? Self.guarded(text) : Array(text.utf8)
        let isGuarded = cell.count != text.utf8.count
        let isQuoted = isGuarded || cell.contains(where: Self.needsQuotes) || cell.first == 0x20
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        for byte in cell {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    /// The same of bytes. Invalid UTF-8 becomes U+FFFD.
    mutating func text(_ bytes: [UInt8]) { text(String(decoding: bytes, as: UTF8.self)) }

    mutating func empty() { plain([]) }

    mutating func endRow() {
        bytes.append(0x0d)
        bytes.append(0x0a)
        isFirst = true
    }

    private mutating func plain(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte < 0x20
    }

}

// MARK: Formulas

extension CSVText {
    /// Whether a character is in the text with which a formula begins, or an invisible one at its start. Most texts have none.
    private static func mayCompute(_ text: String.UTF8View) -> Bool {
        if let first = text.first, first < 0x20 { return true }
        return text.contains { byte in
            switch byte {
            case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0xef: true
            default: false
            }
        }
    }

    /// The text with an apostrophe before each place where a spreadsheet would begin to compute: at its start, and, since a
    /// spreadsheet may have been set up to cut cells there, behind semicolons, tabs and line ends. Blanks and invisible
    /// characters before the place do not hide it.
    private static func guarded(_ text: String) -> [UInt8] {
        var made: [UInt8] = []
        // Where a cell may begin that has had nothing but blanks so far.
        var start: Int? = 0
        if let first = text.utf8.first, [0x09, 0x0a, 0x0d].contains(first) {
            made.append(UInt8(ascii: "'"))
            start = nil
        }
        for scalar in text.unicodeScalars {
            if let place = start, beginsFormula(scalar) { made.insert(UInt8(ascii: "'"), at: place) }
            let ends = isCut(scalar)
            let stays = start != nil && isBlank(scalar)
            made.append(contentsOf: Array(String(scalar).utf8))
            start = ends ? made.count : stays ? start : nil
        }
        return made
    }

    private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}": true
        default: false
        }
    }

    private static func isCut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ";", "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
}
