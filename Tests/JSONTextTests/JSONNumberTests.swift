import JSONText
import Testing

@Suite struct JSONNumberTests {
    /// `performance.now()` gives such: more digits than fit into 53 bits.
    @Test(
        arguments: [
            "1234.2999999523163", "50.099999999999994", "-0.30000000000000004", "123456789012345678901234567890",
            "1.7976931348623157e308", "5e-324", "0.1", "16.7", "-0.0", "1e22", "1e23", "9007199254740993",
        ])
    func `a number is read as the nearest that a double can be`(_ text: String) throws {
        var reader = JSONReader(Array(" \(text) ".utf8))
        #expect(try reader.readDouble() == Double(text))
        try reader.end()
    }

    @Test func `a number beyond all doubles is refused`() {
        var reader = JSONReader(Array("1e400".utf8))
        #expect(throws: JSONError.self) { try reader.readDouble() }
    }
}

@Suite struct JSONExtremeNumberTests {
    @Test(arguments: [
        "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9223372036854775808", "-9.3e18",
        "1e308", "-1e-400", "1e-9223372036854775809", "0e99999999999999999999", "-0", "123456789012345678901234567890",
    ])
    func `a number at the edge is read, in any way of asking`(text: String) throws {
        #expect(try JSONValue(decoding: Array(text.utf8)) == JSONValue(decoding: Array(" \(text) ".utf8)))
        var reader = JSONReader(Array(text.utf8))
        _ = try? reader.readInt()
        reader = JSONReader(Array(text.utf8))
        _ = try? reader.readDouble()
    }

    @Test(arguments: [
        ("9007199254740991", true), ("-9007199254740991", true), ("1e3", true), ("9007199254740992", false),
        ("-9007199254740992", false), ("9223372036854775807", false), ("1e19", false), ("1.5", false),
    ])
    func `an exact integer has at most 53 bits, and a place is none that is negative`(text: String, isExact: Bool) {
        var reader = JSONReader(Array(text.utf8))
        #expect((try? reader.readExactInt()) == (isExact ? Int(Double(text)!) : nil))
        reader = JSONReader(Array(text.utf8))
        #expect(((try? reader.readIndex()) != nil) == (isExact && !text.hasPrefix("-")))
    }
}
