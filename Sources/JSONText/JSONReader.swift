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
        /// A bit for each name so far; two names may share one.
        var nameBits: UInt64 = 0
        /// Where the names of this object begin in `names`.
        var firstName = 0
    }

    let bytes: [UInt8]
    var offset = 0
    private var levels: [Level] = []
    /// The names of the members begun of all open objects, as `Level.name`.
    private var names: [Range<Int>] = []
    /// The names of open objects with more members than are compared one by one, by their level.
    private var largeObjects: [Int: Set<[UInt8]>] = [:]
    /// Maximum members whose names are compared one by one.
    private static let smallObjectMembers = 32
    private let depthLimit: Int
    /// The name of the member that `nextMember` went to.
    package private(set) var key: JSONKey = ""

    package init(_ bytes: [UInt8], depthLimit: Int = 64) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        levels.reserveCapacity(8)
        names.reserveCapacity(32)
    }

    // MARK: Objects

    /// - Throws: when the next value is not an object, or nested too deep.
    package mutating func beginObject() throws(JSONError) {
        guard nextByte() == UInt8(ascii: "{") else { throw unexpected("must be an object") }
        try open(Level(isObject: true))
    }

    /// Goes to the next member and sets `key`.
    /// - Returns: false at the object's end, which is then left.
    /// - Throws: when this is not JSON, or the member's name has occurred in this object: readers differ about which counts.
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
        if !isFirst(level) { throw unexpected("is named twice") }
        names.append(start..<(offset - 1))
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
        levels[levels.count - 1].firstName = names.count
        offset += 1
    }

    private mutating func advance(closing: UInt8) throws(JSONError) -> Bool {
        precondition(!levels.isEmpty, "no container is open")
        let level = levels.count - 1
        let byte = nextByte()
        if byte == closing {
            offset += 1
            if levels[level].isObject { closeNames(level) }
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

    // MARK: Names

    /// Whether the current member's name is new in its object. Mostly one look at a bit; names that share a bit are compared.
    private mutating func isFirst(_ level: Int) -> Bool {
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

    private mutating func closeNames(_ level: Int) {
        names.removeSubrange(levels[level].firstName...)
        if levels[level].count > JSONReader.smallObjectMembers { largeObjects[level] = nil }
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
