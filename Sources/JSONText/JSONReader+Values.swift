extension JSONReader {
    /// - Throws: when the next value is not a Boolean.
    package mutating func readBool() throws(JSONError) -> Bool {
        switch nextByte() {
        case UInt8(ascii: "t"): try passLiteral("true")
        case UInt8(ascii: "f"): try passLiteral("false")
        default: throw unexpected("must be true or false")
        }
        return bytes[offset - 2] == UInt8(ascii: "u")
    }

    /// Consumes `null` when it is next.
    /// - Returns: whether it was.
    /// - Throws: when the next value begins like `null` and is not.
    package mutating func readNull() throws(JSONError) -> Bool {
        guard nextByte() == UInt8(ascii: "n") else { return false }
        try passLiteral("null")
        return true
    }

    /// An integer that is not negative.
    /// - Throws: when the next value is anything else.
    package mutating func readIndex() throws(JSONError) -> Int {
        let number = try readExactInt()
        guard number >= 0 else { throw unexpected("must not be negative") }
        return number
    }

    /// Skips any value, checking it.
    /// - Throws: when it is not JSON.
    package mutating func skipValue() throws(JSONError) {
        switch nextByte() {
        case UInt8(ascii: "{"):
            try beginObject()
            while try nextMember() { try skipValue() }
        case UInt8(ascii: "["):
            try beginArray()
            while try nextElement() { try skipValue() }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try passLiteral("true")
        case UInt8(ascii: "f"): try passLiteral("false")
        case UInt8(ascii: "n"): try passLiteral("null")
        default: try skipNumber()
        }
    }

    /// Any value as a tree.
    /// - Throws: when it is not JSON, or an object has two members of one name.
    package mutating func readValue() throws(JSONError) -> JSONValue {
        switch nextByte() {
        case UInt8(ascii: "{"): return .object(try readObject())
        case UInt8(ascii: "["):
            var values: [JSONValue] = []
            try beginArray()
            while try nextElement() { values.append(try readValue()) }
            return .array(values)
        case UInt8(ascii: "\""): return .string(try scanString())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try readBool())
        case UInt8(ascii: "n"):
            try passLiteral("null")
            return .null
        default: return try readNumber()
        }
    }

    private mutating func readObject() throws(JSONError) -> JSONObject {
        var object = JSONObject()
        try beginObject()
        while try nextMember() {
            let name = keyText
            object.append(name, try readValue())
        }
        return object
    }

    private mutating func passLiteral(_ literal: StaticString) throws(JSONError) {
        guard has(literal.utf8CodeUnitCount) else { throw malformed("no JSON value") }
        let matches = literal.withUTF8Buffer { bytes[offset..<(offset + $0.count)].elementsEqual($0) }
        guard matches else { throw malformed("no JSON value") }
        offset += literal.utf8CodeUnitCount
    }
}
