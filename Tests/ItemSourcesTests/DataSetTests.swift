import GridEngine
import JSONText
import LookaheadTesting
import Testing

@testable import ItemSources

/// Files beside pictures whose lines say something of them.
@Suite struct DataSetTests {
    private let folder = TemporaryFolder()

    init() {
        for name in ["a.jpg", "b.jpg", "day/c.jpg", "day/inner/d.jpg"] { folder.add(name) }
    }

    private func source(_ folders: [String]? = nil) throws -> PhotoFolder {
        let source = PhotoFolder(id: "photos", folders: folders ?? [folder.path])
        _ = try source.list(cancellation: Cancellation(), progress: { _ in })
        return source
    }

    /// What all data sets of the folder say: the names of items with the JSON of their fields, and the counts.
    private func read() throws -> (rows: [String], unknown: [String], invalid: [Int], count: Int) {
        let source = try source()
        var read: (rows: [String], unknown: [String], invalid: [Int], count: Int) = ([], [], [], 0)
        for file in source.dataSets {
            try source.read(file) { part in
                read.rows += part.rows.map { item, fields in
                    let json = String(decoding: JSONValue.object(fields).encoded, as: UTF8.self)
                    return "\(source.item(item)!.title) \(json)"
                }
                read.unknown += part.firstUnknown.map { [$0] } ?? []
                read.invalid += part.firstInvalid.map { [$0] } ?? []
                read.count += part.unknown + part.invalid
                return true
            }
        }
        return read
    }

    @Test func `only files with the name of a data set are read, and none is left out`() throws {
        for name in ["metadata.csv", "scores.data.jsonl", "day/Metadata.JSONL", "prices.csv", "notes.jsonl"] {
            folder.add(name)
        }
        let source = try source()
        #expect(source.dataSets.map(\.name) == ["day/Metadata.JSONL", "metadata.csv", "scores.data.jsonl"])
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        #expect(listing.skipped.values.reduce(0, +) == 2)
    }

    @Test func `paths are those from the data set's folder, or absolute`() throws {
        folder.write(
            """
            {"path":"c.jpg","n":1}
            {"file_name":"./inner/d.jpg","n":2}
            {"path":"../a.jpg","n":3}
            {"path":"\(folder.path)/b.jpg","n":4}
            {"path":"../../a.jpg","n":5}
            {"path":"/etc/a.jpg","n":6}
            {"path":"","n":7}
            """, to: "day/metadata.jsonl")
        let read = try read()
        #expect(read.rows == [#"c.jpg {"n":1}"#, #"d.jpg {"n":2}"#, #"a.jpg {"n":3}"#, #"b.jpg {"n":4}"#])
        #expect(read.unknown == ["../../a.jpg"] && read.count == 3)
    }

    @Test func `cells of a table are what they spell`() throws {
        folder.write(
            "\u{feff}score,path,label,note\r\n0.5,a.jpg,007,\"two\nlines, \"\"quoted\"\"\"\r\n\r\ntrue,b.jpg,,\"[1,2]\"\r\n",
            to: "metadata.csv")
        #expect(
            try read().rows == [
                #"a.jpg {"score":0.5,"label":"007","note":"two\nlines, \"quoted\""}"#,
                #"b.jpg {"score":true,"note":[1,2]}"#,
            ])
    }

    @Test func `lines that cannot be read are counted, and those behind them are read`() throws {
        let wrong = Array(#"{"path":"a.jpg","label":""#.utf8) + [0xff, 0xfe] + Array("\"}\n".utf8)
        let long = #"{"path":"a.jpg","label":"\#(String(repeating: "x", count: 1_500_000))"}"#
        folder.write(
            Array("{\"path\":\"a.jpg\",\"n\":1}\n".utf8) + wrong + Array("\(long)\nnothing\n[]\n{\"n\":5}\n".utf8)
                + Array("{\"path\":\"b.jpg\",\"n\":6}".utf8), to: "metadata.jsonl")
        let read = try read()
        #expect(read.rows == [#"a.jpg {"n":1}"#, #"b.jpg {"n":6}"#])
        #expect(read.invalid == [2] && read.count == 5)
    }

    @Test func `a quote that is never closed costs its line`() throws {
        let table = "path,n\n\"a.jpg,1\n" + "b.jpg,2\n" + String(repeating: "x.jpg,3\n", count: 20)
        folder.write(table, to: "metadata.csv")
        let read = try read()
        #expect(read.rows == [#"b.jpg {"n":2}"#])
        #expect(read.invalid == [2] && read.count == 21)
    }

    @Test func `a quote in the middle of a cell is text`() throws {
        folder.write(
            "path,size\na.jpg,5\" screen\nb.jpg,dog\nc.jpg,7\" \"screen\"\n\"a.jpg\",\"a \"\"b\"\"\n\"\n",
            to: "metadata.csv")
        let read = try read()
        #expect(
            read.rows == [
                #"a.jpg {"size":"5\" screen"}"#, #"b.jpg {"size":"dog"}"#, #"a.jpg {"size":"a \"b\"\n"}"#,
            ])
        #expect(read.unknown == ["c.jpg"] && read.invalid == [])
    }

    @Test func `a table has few columns and no rows without end`() throws {
        let names = (0..<50_000).map { "n\($0)" }.joined(separator: ",")
        folder.write("path,\(names)\na.jpg,1,\(String(repeating: ",", count: 1500))2\n", to: "metadata.csv")
        #expect(try read().rows == [#"a.jpg {"n0":1}"#])
        folder.write(String(repeating: "\n", count: 17 << 20), to: "metadata.csv")
        #expect(throws: LoadFailure.unreadable(.dataSetUnreadable)) { try read() }
    }

    @Test func `wrong UTF-8 in a table costs its row`() throws {
        folder.write(
            Array("path,n\na.jpg,".utf8) + [0xc3, 0x28] + Array("\nb.jpg,2\na.jpg,1,too many\n".utf8),
            to: "metadata.csv")
        let read = try read()
        #expect(read.rows == [#"b.jpg {"n":2}"#])
        #expect(read.count == 2)
    }

    @Test func `a table without paths is none`() throws {
        folder.write("name,n\na.jpg,1\n", to: "metadata.csv")
        #expect(throws: LoadFailure.unreadable(.dataSetWithoutPaths)) { try read() }
    }

    @Test func `many lines are handed on part by part`() throws {
        let line = "{\"path\":\"a.jpg\",\"words\":\"\(String(repeating: "word ", count: 30))\"}\n"
        folder.write(String(repeating: line, count: 5000), to: "metadata.jsonl")
        let source = try source()
        var parts: [Int] = []
        try source.read(source.dataSets[0]) { part in
            parts.append(part.rows.count)
            return parts.count < 3
        }
        #expect(parts == [1024, 1024, 1024])
    }
}
