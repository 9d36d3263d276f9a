import JSONText
import Testing

@Suite struct JSONReaderTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-1", "12.5", "1e300", "\"\"", "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u00e9\\ud83d\\ude00é😀\"", "[]", "{}",
        " [ 1 , [ 2 ] , { \"a\" : null } ] ", "{\"a\":{\"b\":[true]},\"c\":\"d\"}",
    ]) func `JSON is read`(text: String) throws {
        let value = try JSONValue(decoding: Array(text.utf8))
        #expect(try JSONValue(decoding: value.encoded) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "tru", "01", "-", "1.", ".5", "1e", "+1", "\"", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"",
        "\"\\ud800\\u0041\"", "\"\t\"", "[",
        "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{\"a\" 1}",
        "1 2", "NaN", "'a'",
        "\u{FEFF}1", "[1]]",
    ]) func `what is no JSON is refused`(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(decoding: Array(text.utf8)) }
    }

    @Test(
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF0, 0x9F, 0x98],
        ] as [[UInt8]]) func `what is no UTF-8 is refused`(bytes: [UInt8])
    {
        #expect(throws: JSONError.self) { try JSONValue(decoding: bytes) }
    }

    @Test func `no prefix and no changed byte of a document makes the reader trap`() {
        let text = Array(#"{"seq":57,"rect":[0,12.5,-1e3],"phase":"dr\u00e9g","have":[null,true,{"a":"é"}]}"#.utf8)
        var refused = 0
        for length in text.indices where (try? JSONValue(decoding: Array(text[..<length]))) == nil { refused += 1 }
        #expect(refused == text.count)
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                if let value = try? JSONValue(decoding: changed) {
                    #expect((try? JSONValue(decoding: value.encoded)) == value)
                }
            }
        }
    }

    @Test func `an error points at the value at fault`() {
        var reader = JSONReader(Array(#"{"moves":[{"to":[0,1]},{"a/b~":[0,"x"]}]}"#.utf8))
        do throws(JSONError) {
            try reader.beginObject()
            while try reader.nextMember() {
                #expect(reader.key == "moves" && reader.keyText == "moves")
                try reader.beginArray()
                while try reader.nextElement() {
                    try reader.beginObject()
                    while try reader.nextMember() {
                        try reader.beginArray()
                        while try reader.nextElement() { _ = try reader.readIndex() }
                    }
                }
            }
            Issue.record("not refused")
        } catch {
            #expect(error.pointer == "/moves/1/a~1b~0/1")
            #expect(error.isWellFormed)
        }
    }

    @Test func `nesting is limited`() {
        let text = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        do throws(JSONError) {
            _ = try JSONValue(decoding: text)
            Issue.record("not refused")
        } catch {
            #expect(error.kind == .tooDeep(limit: 64))
        }
    }

    @Test func `long member names are compared whole`() throws {
        let name = "a member name of thirty bytes!"
        var reader = JSONReader(Array("{\"\(name)\":1,\"\(name.dropLast())?\":2}".utf8))
        try reader.beginObject()
        #expect(try reader.nextMember())
        #expect(reader.key == "a member name of thirty bytes!")
        try reader.skipValue()
        #expect(try reader.nextMember())
        #expect(reader.key != "a member name of thirty bytes!")
    }

    @Test func `a merge patch follows RFC 7396`() throws {
        func value(_ text: String) throws -> JSONValue { try JSONValue(decoding: Array(text.utf8)) }
        let cases = [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"["a","b"]"#, #"["c"]"#, #"["c"]"#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ]
        for (target, patch, result) in cases { #expect(try value(target).merging(value(patch)) == value(result)) }
    }

    @Test func `a name that occurs twice in an object is found, however it is written`() {
        func many(_ count: Int, _ last: String) -> String {
            "{" + (0..<count).map { #""name \#($0)":{"a":\#($0),"b":[{"a":1}]}"# }.joined(separator: ",") + ",\(last)}"
        }
        for (text, isRight) in [
            (#"{"a":1,"b":2,"aa":3,"":4}"#, true), (#"{"a":1,"a":1}"#, false),
            (#"{"a":1,"b":{"a":1},"c":[{"a":1}]}"#, true),
            (#"{"a":{"b":1,"b":2}}"#, false), (#"[{"a":1},{"a":1}]"#, true), (#"{"":1,"":2}"#, false),
            (#"{"\u0061":1,"a":2}"#, false), (#"{"a":1,"\u0061":2}"#, false), (#"{"\n":1,"\u000a":2}"#, false),
            (#"{"a":1,"A":2}"#, true), (#"{"é":1,"e\u0301":2}"#, true),
            (#"{"a name of more than sixteen bytes":1,"a name of more than sixteen bytes!":2}"#, true),
            (#"{"a name of more than sixteen bytes":1,"a name of more than sixteen bytes":2}"#, false),
            (many(31, #""x":1"#), true), (many(32, #""x":1"#), true), (many(33, #""x":1"#), true),
            (many(31, #""name 30":1"#), false), (many(32, #""name 0":1"#), false), (many(33, #""name 32":1"#), false),
            (many(2000, #""x":1"#), true), (many(2000, #""name 1999":1"#), false),
            (many(2000, #""n\u0061me 7":1"#), false), ("[\(many(40, #""x":1"#)),\(many(40, #""x":1"#))]", true),
        ] {
            var reader = JSONReader(Array(text.utf8))
            #expect(((try? reader.skipValue()) != nil) == isRight, "\(text.prefix(80))")
            #expect(((try? JSONValue(decoding: Array(text.utf8))) != nil) == isRight, "\(text.prefix(80))")
        }
    }
}
