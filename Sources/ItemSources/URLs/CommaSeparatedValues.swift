/// Rows of comma-separated values, RFC 4180: a field in quotes may hold commas, line ends and doubled quotes.
struct CommaSeparatedValues {
    private let bytes: ArraySlice<UInt8>
    private var offset: Int

    /// Rows, whatever they say.
    init(rows bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    /// `nil` when the first line holds no comma and so no second column, unless it is the word `url` alone.
    init?(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
        let first = String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self).lowercased()
        let isTable = first.split(separator: ",").contains { $0.filter { !$0.isWhitespace && $0 != "\"" } == "url" }
        guard isTable else { return nil }
    }

    /// The next row that is not empty; `nil` at the end.
    mutating func next() -> [String]? {
        while offset < bytes.endIndex {
            let row = row()
            if row != [""] { return row }
        }
        return nil
    }

    private mutating func row() -> [String] {
        var fields: [String] = []
        while true {
            fields.append(field())
            guard offset < bytes.endIndex else { return fields }
            let end = bytes[offset]
            offset += 1
            if end == UInt8(ascii: ",") { continue }
            if end == 13, offset < bytes.endIndex, bytes[offset] == 10 { offset += 1 }
            return fields
        }
    }

    /// Reads up to the comma or line end after the field.
    private mutating func field() -> String {
        var text: [UInt8] = []
        var isQuoted = false
        if offset < bytes.endIndex, bytes[offset] == UInt8(ascii: "\"") {
            isQuoted = true
            offset += 1
        }
        while offset < bytes.endIndex {
            let byte = bytes[offset]
            if isQuoted, byte == UInt8(ascii: "\"") {
                let after = offset + 1
                if after < bytes.endIndex, bytes[after] == byte {
                    text.append(byte)
                    offset += 2
                } else {
                    isQuoted = false
                    offset += 1
                }
                continue
            }
            if !isQuoted, byte == UInt8(ascii: ",") || byte == 10 || byte == 13 { break }
            text.append(byte)
            offset += 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}
