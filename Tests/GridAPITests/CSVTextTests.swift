import Testing

@testable import GridAPI

/// What a spreadsheet makes of a cell.
@Suite struct CSVTextTests {
    private func cell(_ text: String) -> String {
        var csv = CSVText()
        csv.text(text)
        return String(decoding: csv.take(), as: UTF8.self)
    }

    @Test(arguments: [
        "=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "\u{b}=1", "\u{a0}=1", "\u{200b}=1", " =1", "\u{feff}=1",
        "\u{ff1d}1", "\u{ff0b}1", "\u{ff0d}1", "\u{ff20}1",
    ]) func `nothing that begins as a formula is left so`(text: String) {
        #expect(cell(text) == "\"'\(text)\"")
    }

    @Test(arguments: [
        ("a;=1;b", "a;'=1;b"), ("a;-1", "a;'-1"), ("a\n=1", "a\n'=1"), ("a;\u{a0}+1", "a;'\u{a0}+1"),
        ("a\r\n@b", "a\r\n'@b"), ("a\t=1", "a\t'=1"), ("=1;=2", "'=1;'=2"), ("\t=1", "'\t'=1"), ("\n=1", "'\n'=1"),
        ("\n\n=1", "'\n\n'=1"),
    ]) func `nor where a spreadsheet would cut the cell`(text: String, made: String) {
        #expect(cell(text) == "\"\(made)\"")
    }

    @Test(arguments: ["a=b", "a-b", "e@x", "1-2", "a b", "\u{ff21}", "é=", "a,b", "a;b", "say \"=\""])
    func `what is no formula stays as it is`(text: String) {
        let plain = text.replacing("\"", with: "\"\"")
        #expect([text, "\"\(plain)\""].contains(cell(text)))
    }
}
