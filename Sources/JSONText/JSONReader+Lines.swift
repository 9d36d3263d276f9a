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
