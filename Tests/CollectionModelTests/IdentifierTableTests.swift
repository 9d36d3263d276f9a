import CollectionModel
import Testing

@Suite struct IdentifierTableTests {
    @Test func `identifiers get dense ordinals in the order they came, and keep them`() {
        var table = IdentifierTable()
        let ids = (0..<5_000).map { "folder/\($0 % 7)/picture \($0).jpg" }
        for (index, id) in ids.enumerated() { #expect(table.intern(id) == (UInt32(index), true)) }
        for (index, id) in ids.enumerated() {
            #expect(table.intern(id) == (UInt32(index), false))
            #expect(table.ordinal(of: id) == UInt32(index))
            #expect(table[UInt32(index)] == id)
        }
        #expect(table.count == 5_000)
        #expect(table.ordinal(of: "folder/0/picture") == nil)
    }

    @Test func `identifiers interned at once get the ordinals they get one by one`() {
        var (one, all) = (IdentifierTable(), IdentifierTable())
        let ids = (0..<1_000).map { "\($0 * 37 % 400)" }
        #expect(all.intern(contentsOf: ids) == ids.map { one.intern($0).ordinal })
        #expect(all.count == 400)
    }

    @Test func `any script, the empty one and the longest are identifiers`() {
        var table = IdentifierTable()
        let ids = ["", "é", "e\u{301}", "写真/猫.png", "🐈", String(repeating: "x", count: 255)]
        for id in ids { _ = table.intern(id) }
        for (index, id) in ids.enumerated() {
            #expect(Array(table[UInt32(index)].utf8) == Array(id.utf8))
            #expect(table.withUTF8(of: UInt32(index)) { Array($0) } == Array(id.utf8))
        }
        #expect(table.count == ids.count, "é in its two forms is two identifiers: bytes count, not characters")
    }
}
