import Testing

@testable import ZipArchive

@Suite struct ArchiveNamesTests {
    @Test func `no name leaves the folder in which it is unpacked`() {
        for (folder, name, safe) in [
            ("", "../../etc/passwd", ".._.._etc_passwd"), ("../..", "a.jpg", "_/_/a.jpg"), ("/abs", "/etc", "abs/_etc"),
            ("C:\\Windows", "x:y.jpg", "C__Windows/x_y.jpg"), (".", ".", "_/_"), ("", "", "_"), ("", "..", "_"),
            ("a\u{0}b", "line\nfeed\u{202e}gpj.exe", "a_b/line_feed_gpj.exe"), ("a//b/", "c", "a/b/c"),
            ("con", "Nul.jpg", "_con/_Nul.jpg"), (" a . ", "b. .", "a/b"),
            ("2014/2014-01-09 Seaside", "IMG.jpg", "2014/2014-01-09 Seaside/IMG.jpg"),
        ] {
            var names = ArchiveNames()
            #expect(names.name(in: folder, name) == safe)
        }
    }

    @Test func `every name is given once, whatever its case`() {
        var names = ArchiveNames()
        let given = ["a.jpg", "A.JPG", "a.jpg", "a (2).jpg", "b", "b", "x.y/b"].map { names.name(in: "s", $0) }
        #expect(given == ["s/a.jpg", "s/A (2).JPG", "s/a (3).jpg", "s/a (2) (2).jpg", "s/b", "s/b (2)", "s/x.y_b"])
        #expect(names.name(in: "t.u", "b") == "t.u/b")
        #expect(names.name(in: "t.u", "b") == "t.u/b (2)")
    }

    @Test func `numbers have as many digits as the largest, at least three`() {
        var names = ArchiveNames()
        #expect(names.name(in: "s", "a.jpg", number: 7, largest: 42) == "s/007 a.jpg")
        #expect(names.name(in: "s", "a.jpg", number: 7, largest: 12_345) == "s/00007 a.jpg")
    }

    @Test func `a long name keeps its ending`() {
        var names = ArchiveNames()
        let name = names.name(in: "", String(repeating: "한", count: 200) + ".jpg")
        #expect(name.utf8.count <= 200 && name.hasSuffix("한.jpg"))
    }
}
