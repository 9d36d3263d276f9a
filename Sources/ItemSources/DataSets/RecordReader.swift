import GridEngine

/// The records of a text, read a part at a time: a record is a line, and in a table what is in quotes may hold line ends.
struct RecordReader {
    struct Record {
        /// Without the line's end; `nil` of one that is too long, or whose quotes are never closed.
        var bytes: ArraySlice<UInt8>?
        /// The number of its first line, from 1.
        var line: Int
    }

    static let recordLimitBytes = 1 << 20
    private static let partBytes = 256 << 10
    /// Bytes without a record after which a file is no data set: holes have no end that one would wait for.
    private static let emptyLimitBytes = 16 << 20
    private static let lineFeed = UInt8(ascii: "\n")

    /// The bytes from an offset on, at most so many; `nil` when they cannot be read.
    private let bytes: (_ offset: UInt64, _ count: Int) -> [UInt8]?
    private let isTable: Bool
    private var offset: UInt64 = 0
    private var isAtEnd = false
    /// The bytes that are not handed out yet, from `start` on.
    private var buffer: [UInt8] = []
    private var start = 0
    /// The bytes before this place of `buffer` have been looked at.
    private var scanned = 0
    private var isQuoted = false
    /// Whether a quote opens here: at the beginning of a cell, and behind one that has just closed.
    private var opensQuotes = true
    /// The bytes read since the last record.
    private var emptyBytes = 0
    /// Whether the rest of a record is passed over that was too long.
    private var isSkipping = false
    /// The line on which the next record begins, and the line ends in it so far.
    private var line = 1
    private var innerLines = 0

    init(isTable: Bool, _ bytes: @escaping (_ offset: UInt64, _ count: Int) -> [UInt8]?) {
        (self.bytes, self.isTable) = (bytes, isTable)
    }

    /// The next record that is not empty; `nil` at the end.
    /// - Throws: when the file cannot be read.
    mutating func next() throws(LoadFailure) -> Record? {
        while true {
            if let record = complete() ?? tooLong() {
                emptyBytes = 0
                return record
            }
            guard !isAtEnd else { return last() }
            try readOn()
        }
    }

    private mutating func complete() -> Record? {
        while scanned < buffer.count {
            let byte = buffer[scanned]
            scanned += 1
            if isTable { follow(byte) }
            guard byte == Self.lineFeed else { continue }
            if isQuoted {
                innerLines += 1
                continue
            }
            if let record = take(upTo: scanned - 1, next: scanned) { return record }
        }
        return nil
    }

    /// As `CommaSeparatedValues` reads quotes: those in the middle of a cell are text.
    private mutating func follow(_ byte: UInt8) {
        let isQuote = byte == UInt8(ascii: "\"")
        if isQuoted {
            isQuoted = !isQuote
            opensQuotes = isQuote
        } else {
            isQuoted = isQuote && opensQuotes
            opensQuotes = byte == UInt8(ascii: ",")
        }
    }

    /// - Returns: `nil` of an empty record.
    private mutating func take(upTo end: Int, next: Int) -> Record? {
        var bytes = buffer[start..<end]
        if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
        let record = Record(bytes: isSkipping ? nil : bytes, line: line)
        line += innerLines + 1
        (start, innerLines, isSkipping, opensQuotes) = (next, 0, false, true)
        return bytes.isEmpty && record.bytes != nil ? nil : record
    }

    /// Gives up a record that is too long.
    private mutating func tooLong() -> Record? {
        guard buffer.count - start > Self.recordLimitBytes else { return nil }
        if isQuoted { return unclosed() }
        isSkipping = true
        start = buffer.count
        return nil
    }

    /// Goes on behind the first line of a record whose quotes are not closed.
    private mutating func unclosed() -> Record? {
        guard let end = buffer[start...].firstIndex(of: Self.lineFeed) else {
            (isQuoted, isSkipping, start) = (false, true, buffer.count)
            return nil
        }
        let record = Record(bytes: nil, line: line)
        (start, scanned) = (end + 1, end + 1)
        (line, innerLines, isQuoted, isSkipping, opensQuotes) = (line + 1, 0, false, false, true)
        return record
    }

    private mutating func last() -> Record? {
        while isQuoted || start < buffer.count || isSkipping {
            if isQuoted, let record = unclosed() { return record }
            if let record = complete() { return record }
            if isQuoted { continue }
            let record = take(upTo: buffer.count, next: buffer.count)
            if record != nil { return record }
        }
        return nil
    }

    private mutating func readOn() throws(LoadFailure) {
        buffer.removeFirst(start)
        scanned -= start
        start = 0
        guard let part = bytes(offset, Self.partBytes) else { throw .unavailable(.dataSetUnreadable) }
        offset += UInt64(part.count)
        emptyBytes += part.count
        guard emptyBytes < Self.emptyLimitBytes else { throw .unreadable(.dataSetUnreadable) }
        isAtEnd = part.count < Self.partBytes
        buffer += part
    }
}
