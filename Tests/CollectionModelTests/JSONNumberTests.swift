import CollectionModel
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
