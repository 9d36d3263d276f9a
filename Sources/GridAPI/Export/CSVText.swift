import GridEngine

/// Comma-separated values (RFC 4180) that a spreadsheet opens without running anything.
struct CSVText {
    /// What Excel needs to take the text for UTF-8.
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
    mutating func text(_ text: String) { cell(text.utf8) }

    /// The same of bytes, which may be no text at all: U+FFFD stands for what is none.
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

    private mutating func cell(_ text: some Collection<UInt8>) {
        separate()
        let isComputed = text.first.map(Self.beginsFormula) ?? false
        let isQuoted = isComputed || text.contains(where: Self.needsQuotes) || text.first == 0x20
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if isComputed { bytes.append(UInt8(ascii: "'")) }
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte < 0x20
    }

    private static func beginsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0d: true
        default: false
        }
    }
}
