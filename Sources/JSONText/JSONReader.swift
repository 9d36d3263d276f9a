/// A strict pull parser of JSON (RFC 8259) over bytes of UTF-8. Builds no tree: the caller asks for what it expects.
///
///     try reader.beginObject()
///     while try reader.nextMember() {
///         switch reader.key {
///         case "seq": seq = try reader.readInt()
///         default: try reader.skipValue()
///         }
///     }
///     try reader.end()
///
/// After `nextMember` or `nextElement` has returned true, exactly one value must be read or skipped.
package struct JSONReader: Sendable {
    /// One open container and the place in it.
    private struct Level {
        var isObject: Bool
        /// Members or elements begun.
        var count = 0
        /// The bytes between the quotes of the current member's name.
        var name = 0..<0
    }

    let bytes: [UInt8]
    var offset = 0
    private var levels: [Level] = []
    private let depthLimit: Int
    /// The name of the member that `nextMember` went to.
    package private(set) var key: JSONKey = ""

    package init(_ bytes: [UInt8], depthLimit: Int = 64) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        levels.reserveCapacity(8)
    }

    // MARK: Objects

    /// - Throws: when the next value is not an object, or nested too deep.
    package mutating func beginObject() throws(JSONError) {
        guard nextByte() == UInt8(ascii: "{") else { throw unexpected("must be an object") }
        try open(Level(isObject: true))
    }

    /// Goes to the next member and sets `key`.
    /// - Returns: false at the object's end, which is then left.
    /// - Throws: when this is not JSON.
    package mutating func nextMember() throws(JSONError) -> Bool {
        let level = levels.count - 1
        guard try advance(closing: UInt8(ascii: "}")) else { return false }
        guard nextByte() == UInt8(ascii: "\"") else { throw malformed("a member's name in quotes expected") }
        let start = offset + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"),
            0x20..<0x80 ~= bytes[end]
        {
            end += 1
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "\""), end - start <= 16 {
            key = JSONKey(bytes[start..<end])
            offset = end + 1
        } else {
            key = JSONKey(try scanString())
        }
        levels[level].name = start..<(offset - 1)
        guard nextByte() == UInt8(ascii: ":") else { throw malformed("':' expected") }
        offset += 1
        return true
    }

    /// The name of `key`.
    package var keyText: String {
        guard let level = levels.last, level.isObject else { return "" }
        return text(ofStringAt: level.name)
    }

    // MARK: Arrays

    /// - Throws: when the next value is not an array, or nested too deep.
    package mutating func beginArray() throws(JSONError) {
        guard nextByte() == UInt8(ascii: "[") else { throw unexpected("must be an array") }
        try open(Level(isObject: false))
    }

    /// Goes to the next element.
    /// - Returns: false at the array's end, which is then left.
    /// - Throws: when this is not JSON.
    package mutating func nextElement() throws(JSONError) -> Bool {
        try advance(closing: UInt8(ascii: "]"))
    }

    /// Checks that only white space follows.
    /// - Throws: when there is more.
    package mutating func end() throws(JSONError) {
        if nextByte() != nil { throw malformed("nothing more expected") }
    }

    // MARK: Errors

    /// An error about the value read last: JSON, but not what it must be.
    package func unexpected(_ reason: String) -> JSONError {
        if offset >= bytes.count, !levels.isEmpty || bytes.allSatisfy(Self.isSpace) {
            return malformed("unexpected end")
        }
        return JSONError(kind: .unexpected(reason), offset: offset, pointer: pointer)
    }

    /// An error about the value read last: one more than there may be.
    package func tooMany(_ what: String, limit: Int) -> JSONError {
        JSONError(kind: .tooMany(what, limit: limit), offset: offset, pointer: pointer)
    }

    func malformed(_ reason: String) -> JSONError {
        JSONError(
            kind: .malformed(offset >= bytes.count ? "unexpected end" : reason), offset: offset, pointer: pointer)
    }

    /// RFC 6901 pointer to the current value.
    package var pointer: String {
        var pointer = ""
        for level in levels where level.count > 0 {
            pointer += "/"
            guard level.isObject else {
                pointer += String(level.count - 1)
                continue
            }
            for character in text(ofStringAt: level.name).unicodeScalars {
                switch character {
                case "~": pointer += "~0"
                case "/": pointer += "~1"
                default: pointer.unicodeScalars.append(character)
                }
            }
        }
        return pointer
    }

    // MARK: Scanning

    /// The first byte of what comes next, white space skipped; not consumed.
    package mutating func nextByte() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard Self.isSpace(byte) else { return byte }
            offset += 1
        }
        return nil
    }

    private mutating func open(_ level: Level) throws(JSONError) {
        guard levels.count < depthLimit else {
            throw JSONError(kind: .tooDeep(limit: depthLimit), offset: offset, pointer: pointer)
        }
        levels.append(level)
        offset += 1
    }

    private mutating func advance(closing: UInt8) throws(JSONError) -> Bool {
        precondition(!levels.isEmpty, "no container is open")
        let level = levels.count - 1
        let byte = nextByte()
        if byte == closing {
            offset += 1
            levels.removeLast()
            return false
        }
        if levels[level].count > 0 {
            guard byte == UInt8(ascii: ",") else { throw malformed("',' or the container's end expected") }
            offset += 1
        }
        levels[level].count += 1
        levels[level].name = 0..<0
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private func text(ofStringAt range: Range<Int>) -> String {
        guard range.lowerBound > 0 else { return "" }
        var reader = JSONReader(bytes)
        reader.offset = range.lowerBound - 1
        return (try? reader.scanString()) ?? ""
    }
}
