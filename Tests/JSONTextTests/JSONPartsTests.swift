import Synchronization
import Testing

@testable import JSONText

/// A text that comes in parts is read as if it came whole.
@Suite struct JSONPartsTests {
    /// Returns the parts one by one, then `nil` for ever.
    private func source(_ parts: [[UInt8]]) -> @Sendable () -> [UInt8]? {
        let left = Mutex(parts[...])
        return { left.withLock { $0.popFirst() } }
    }

    /// What is read, or the error in full.
    private func read(_ reader: consuming JSONReader) -> String {
        var reader = reader
        do throws(JSONError) {
            let value = try reader.readValue()
            try reader.end()
            return String(decoding: value.encoded, as: UTF8.self)
        } catch {
            return "\(error.kind) at \(error.offset) of \(error.pointer)"
        }
    }

    private static let texts: [String] = [
        #"{"id":"mine","ti\u0074le":"d\u00e9j\ud83d\ude00 é😀\n","sections":[{"a/b~":[ -12.5e+3 , true,false,null, 0]},{}]}"#,
        "[1,2", "[tru", "[truth]", #"["\ud83d\u0041"]"#, #"["\u12"#, #"{"a":1,"b":2,"\u0061":3}"#, "[1] 2", "", "  ",
        "12.",
        #"{"a name of more than sixteen bytes":{"x":[{"y":"\q"}]}}"#, #"{"a":{"b":[0,{"c":tru}]}}"#, "[\"\t\"]",
        "1e400",
        #"{"" : {"":[]}, "a":"}"# + "\"", "[-]", "[1,]", "\"\u{7f}ü\"  \n ",
    ]

    @Test func `split at every byte, and into single bytes`() {
        for text in Self.texts {
            let bytes = Array(text.utf8)
            let whole = read(JSONReader(bytes))
            for cut in 0...bytes.count {
                for dropSize in [1, 256 * 1024] {
                    let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
                    #expect(read(JSONReader(parts: source(parts), dropSize: dropSize)) == whole, "\(text) at \(cut)")
                }
            }
            for size in 1...4 {
                let parts = stride(from: 0, to: bytes.count, by: size).map {
                    Array(bytes[$0..<min($0 + size, bytes.count)])
                }
                #expect(read(JSONReader(parts: source(parts + [[]]), dropSize: 1)) == whole, "\(text) by \(size)")
                #expect(read(JSONReader(parts: source(parts.flatMap { [[], $0] }), dropSize: 1)) == whole)
            }
        }
    }

    @Test func `split characters that are no UTF-8 are refused`() {
        for bytes in [[0x22, 0xE2, 0x82, 0x22], [0x22, 0xF0, 0x9F, 0x98], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
            let whole = read(JSONReader(bytes))
            #expect(whole.contains("malformed"))
            for cut in 0...bytes.count {
                let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
                #expect(read(JSONReader(parts: source(parts))) == whole, "\(bytes) at \(cut)")
            }
        }
    }

    @Test func `what was read is dropped, and errors still say where they are`() throws {
        let elements = (0..<100_000).map { #"{"number":\#($0)}"# }.joined(separator: ",")
        let bytes = Array(#"{"a":1,"list":[\#(elements),{"number":"x"}]}"#.utf8)
        let parts = stride(from: 0, to: bytes.count, by: 1000).map { Array(bytes[$0..<min($0 + 1000, bytes.count)]) }
        var reader = JSONReader(parts: source(parts), dropSize: 10_000)
        var largest = 0
        do throws(JSONError) {
            try reader.beginObject()
            while try reader.nextMember() {
                guard reader.key == "list" else {
                    try reader.skipValue()
                    continue
                }
                try reader.beginArray()
                while try reader.nextElement() {
                    largest = max(largest, reader.bytes.count)
                    try reader.beginObject()
                    while try reader.nextMember() { _ = try reader.readInt() }
                }
            }
            Issue.record("not refused")
        } catch {
            #expect(error.pointer == "/list/100000/number")
            #expect(error.offset == bytes.count - 6)
        }
        #expect(largest < 13_000)
    }

    @Test func `names of open objects outlive what is dropped around them`() throws {
        // The first name is compared with the last, and with all between.
        for (last, isRight) in [(#""first""#, false), (#""f\u0069rst""#, false), (#""third""#, true)] {
            let filler = (0..<3000).map { #""n\#($0)":[\#($0),"\#($0)"]"# }.joined(separator: ",")
            let bytes = Array(#"{"first":{\#(filler)},"second":[{"first":1}],\#(last):0}"#.utf8)
            let parts = stride(from: 0, to: bytes.count, by: 7).map { Array(bytes[$0..<min($0 + 7, bytes.count)]) }
            var reader = JSONReader(parts: source(parts), dropSize: 64)
            do throws(JSONError) {
                try reader.skipValue()
                try reader.end()
                #expect(isRight)
            } catch {
                #expect(!isRight && error.pointer == "/first" && error.kind == .unexpected("is named twice"))
            }
        }
    }

    @Test func `lines hold one value each`() throws {
        func lines(_ text: String) -> [String] {
            var reader = JSONReader(Array(text.utf8))
            var found: [String] = []
            var number = 1
            while reader.nextLine(&number) {
                let start = reader.position
                do throws(JSONError) {
                    let value = try reader.readValue()
                    try reader.endLine(from: start)
                    found.append("\(number):" + String(decoding: value.encoded, as: UTF8.self))
                } catch {
                    return found + ["\(number): \(error.kind)"]
                }
            }
            return found + ["\(number)"]
        }
        #expect(lines("1\n{\"a\":2}\n") == ["1:1", "2:{\"a\":2}", "3"])
        #expect(lines("\r\n \n\t1 \r\n\r\n\n[]\t\r\n") == ["3:1", "6:[]", "7"])
        #expect(lines("1\n2") == ["1:1", "2:2", "2"])
        #expect(lines("") == ["1"] && lines("\n\n ") == ["3"])
        #expect(lines("1\n[2,\n3]\n").last == "2: malformed(\"the line ends within its value\")")
        #expect(lines("1\n2 3\n").last == "2: malformed(\"the end of the line expected\")")
        #expect(lines("{}{}\n").last == "1: malformed(\"the end of the line expected\")")
    }
}
