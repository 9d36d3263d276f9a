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

    @Test(arguments: [1, 4095, 4096, 30_000])
    func `identifiers that are appended at once are found like those that came one by one`(count: Int) {
        // In a table that has grown, and in one of exact size; with parts of the table that run over into the next.
        for capacity in [0, count * 3] {
            var table = IdentifierTable(minimumCapacity: capacity)
            let ids = (0..<count * 3).map { "\($0 % 11)/\($0)" }
            for part in 0..<3 {
                #expect(table.append(contentsOf: ids[part * count..<(part + 1) * count]) == nil)
                #expect(table.count == (part + 1) * count)
            }
            #expect(ids.indices.allSatisfy { table.ordinal(of: ids[$0]) == UInt32($0) && table[UInt32($0)] == ids[$0] })
            #expect(table.ordinal(of: "0/\(count * 3)") == nil)
            #expect(table.intern("new") == (UInt32(count * 3), true))
            for id in (0..<count).map({ "\($0)" }) { _ = table.intern(id) }
            #expect(ids.indices.allSatisfy { table.ordinal(of: ids[$0]) == UInt32($0) })
        }
    }

    @Test(arguments: [3, 20_000])
    func `one that is there already, or twice among those that are appended, is named`(count: Int) {
        let ids = (0..<count).map { "\($0)" }
        for place in [0, count / 2, count - 1] {
            var table = IdentifierTable()
            #expect(table.intern("known").isNew)
            #expect(table.append(contentsOf: ids[..<place] + ["known"] + ids[place...]) == "known")
            var other = IdentifierTable()
            #expect(other.append(contentsOf: ids + [ids[place]]) == ids[place])
        }
    }

    @Test func `any script, the empty one and the longest are identifiers`() {
        var table = IdentifierTable()
        let ids = ["", "é", "e\u{301}", "写真/猫.png", "🐈", String(repeating: "x", count: 255)]
        for id in ids { _ = table.intern(id) }
        for (index, id) in ids.enumerated() {
            #expect(Array(table[UInt32(index)].utf8) == Array(id.utf8))
            #expect(table.utf8(of: UInt32(index)).elementsEqual(id.utf8))
        }
        #expect(table.count == ids.count, "é in its two forms is two identifiers: bytes count, not characters")
    }
}
