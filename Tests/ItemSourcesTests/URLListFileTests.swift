import Glibc
import GridEngine
import Testing

@testable import ItemSources

@Suite struct URLListFileTests {
    private func list(_ text: String) throws -> URLListFile {
        try URLListFile(Array(text.utf8), title: "holidays.txt")
    }

    private func sections(_ list: URLListFile) throws -> [SourceListing.Section] {
        try list.sections(cancellation: Cancellation(), progress: { _ in })
    }

    @Test func `lines are addresses, but for remarks, empty ones and what is none`() throws {
        let file = try list(
            "# my pictures\r\n\r\n https://example.org/a/one.jpg \nftp://example.org/x\nhttp://example.org/two%20b.jpg\n/etc/passwd"
        )
        let sections = try sections(file)
        #expect(sections.map(\.title) == ["holidays.txt"])
        let entries = sections[0].items.compactMap { file.entry($0.id) }
        #expect(entries.map(\.title) == ["one.jpg", "two b.jpg"])
        #expect(entries.map(\.address) == ["https://example.org/a/one.jpg", "http://example.org/two%20b.jpg"])
        #expect(file.skipped == [.notAWebAddress: 2])
    }

    @Test func `an item is named by its address whatever stands around it`() throws {
        let one = try sections(list("http://a.example/1\nhttp://a.example/2")).flatMap(\.items)
        let other = try sections(list("http://a.example/0\nhttp://a.example/2\nhttp://a.example/1")).flatMap(\.items)
        #expect(one[0] == other[2])
        #expect(one[1] == other[1])
    }

    @Test func `the same address twice is one item`() throws {
        let file = try list("http://a.example/1\nhttp://a.example/1#again")
        #expect(try sections(file)[0].items.count == 1)
        #expect(file.skipped == [.listedTwice: 1])
    }

    @Test func `a table names its columns, in any order, quoted or not`() throws {
        let file = try list(
            #"""
            Section,"URL",title,id,stars
            Sea,http://a.example/1,"Waves, large",w1,5
            Hills,http://a.example/2,"The ""Roof""",
            Sea,http://a.example/3,"Two
            lines",w3
            ,http://a.example/4
            """#.replacing("\n", with: "\r\n"))
        let sections = try sections(file)
        #expect(sections.map(\.title) == ["Sea", "Hills", "holidays.txt"])
        #expect(sections[0].items.map(\.id) == ["w1", "w3"])
        #expect(file.entry("w1")?.title == "Waves, large")
        #expect(file.entry("w3")?.title == "Two\r\nlines")
        #expect(file.entry(sections[1].items[0].id)?.title == "The \"Roof\"")
        #expect(file.entry(sections[2].items[0].id)?.title == "4")
    }

    @Test func `a column of URLs alone is a table too`() throws {
        let file = try list("url\nhttp://a.example/1\n")
        #expect(try sections(file)[0].items.count == 1)
        #expect(file.skipped.isEmpty)
    }

    @Test func `objects, one a line`() throws {
        let file = try list(
            """
            {"url":"http://a.example/1","id":"a","title":"Grün","section":"S","more":[1,{}]}
            not an object
            {"url":7}
            {"url":"http://a.example/2","id":"a"}
            {"id":"without"}
            {"url":"http://a.example/3","id":""}
            """)
        let sections = try sections(file)
        #expect(sections.map(\.id) == ["S"])
        #expect(file.entry("a")?.title == "Grün")
        #expect(
            file.skipped == [
                .notJSON: 2, .listedTwice: 1, .notAWebAddress: 1, .identifierLength: 1,
            ])
    }

    @Test func `sections of one name, or with names too long for an identifier, stay apart and stable`() throws {
        let long = String(repeating: "長", count: 90)
        let file = try list("url,section\nhttp://a.example/1,\(long)\nhttp://a.example/2,list\nhttp://a.example/3,\n")
        let ids = try sections(file).map(\.id)
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { (1...200).contains($0.utf8.count) })
        #expect(ids == (try sections(file).map(\.id)))
    }

    @Test func `a byte order mark is no part of the first address`() throws {
        let file = try list("\u{feff}http://a.example/1")
        #expect(try sections(file)[0].items.count == 1)
    }

    @Test func `a missing list is told by its name`() {
        #expect(throws: SourceError.unreadable(.list("/nowhere/list", ENOENT))) {
            try URLListFile(path: "/nowhere/list", title: "", cancellation: Cancellation())
        }
    }
}
