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
///
/// A text that comes in parts is read through a window: what was read of it is dropped between two members or elements, so
/// that the memory for it is that of the largest value, not of the text.
package struct JSONReader: Sendable {
    /// One open container and the place in it.
    struct Level {
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

    /// The text, or the window on it.
    var bytes: [UInt8]
    /// In `bytes`.
    var offset = 0
    /// Returns the next part of the text; `nil` when there is none.
    let nextPart: (@Sendable () -> [UInt8]?)?
    /// Where `bytes` would begin in the text if nothing had been dropped.
    var base = 0
    let dropSize: Int
    /// Bytes before this offset are dropped at the next member or element.
    var dropOffset = Int.max
    var levels: [Level] = []
    /// The names of the members begun of all open objects, as `Level.name`.
    var names: [Range<Int>] = []
    /// The names of open objects with more members than are compared one by one, by their level.
    var largeObjects: [Int: Set<[UInt8]>] = [:]
    private let depthLimit: Int
    /// The name of the member that `nextMember` went to.
    package private(set) var key: JSONKey = ""

    package init(_ bytes: [UInt8], depthLimit: Int = 64) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        nextPart = nil
        dropSize = 0
        levels.reserveCapacity(8)
        names.reserveCapacity(32)
    }

    /// Reads a text that comes in parts, split anywhere.
    /// - Parameters:
    ///   - parts: returns the next part, which may be empty; `nil` at the end, however often. Called on the reader's thread.
    ///   - dropSize: minimum bytes that are dropped at once.
    ///   - depthLimit: maximum nesting.
    package init(parts: @escaping @Sendable () -> [UInt8]?, dropSize: Int = 256 * 1024, depthLimit: Int = 64) {
        bytes = []
        self.depthLimit = depthLimit
        self.dropSize = dropSize
        nextPart = parts
        dropOffset = dropSize
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
        if isAtEnd, !levels.isEmpty || bytes.allSatisfy(Self.isSpace) { return malformed("unexpected end") }
        return JSONError(kind: .unexpected(reason), offset: base + offset, pointer: pointer)
    }

    /// An error about the value read last: one more than there may be.
    package func tooMany(_ what: String, limit: Int) -> JSONError {
        JSONError(kind: .tooMany(what, limit: limit), offset: base + offset, pointer: pointer)
    }

    func malformed(_ reason: String) -> JSONError {
        JSONError(kind: .malformed(isAtEnd ? "unexpected end" : reason), offset: base + offset, pointer: pointer)
    }

    /// An error about the value that begins at `start`.
    func unexpected(_ reason: String, from start: Int) -> JSONError {
        JSONError(kind: .unexpected(reason), offset: base + start, pointer: pointer)
    }

    /// Whether nothing follows. For errors only, after which nothing is read: it may take a part of the text.
    private var isAtEnd: Bool {
        guard offset >= bytes.count else { return false }
        while let part = nextPart?() {
            if !part.isEmpty { return false }
        }
        return true
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
        repeat {
            while offset < bytes.count {
                let byte = bytes[offset]
                guard Self.isSpace(byte) else { return byte }
                offset += 1
            }
        } while extend()
        return nil
    }

    private mutating func open(_ level: Level) throws(JSONError) {
        guard levels.count < depthLimit else {
            throw JSONError(kind: .tooDeep(limit: depthLimit), offset: base + offset, pointer: pointer)
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
        if offset >= dropOffset { dropRead() }
        return true
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
