import CollectionModel
import GridEngine
import Testing

@Suite struct StoredIdentifierRowsTests {
    private let ids = (0..<40).map { "item \($0)" }

    @Test func `the end of a table has the rows of a list, with ordinals of their own`() {
        let table = IdentifierTable(ids)
        for (first, ordinal) in [(0, nil), (7, nil), (7, 107), (39, 39), (40, nil)] as [(Int, UInt32?)] {
            let rows = StoredIdentifiers(of: table, from: first, ordinal: ordinal)
            let base = ordinal ?? UInt32(first)
            let list = StoredIdentifiers(
                ids[first...].enumerated().map { StoredIdentifier(ordinal: base + UInt32($0), id: $1) })
            #expect(rows == list && rows.count == 40 - first)
            #expect(rows.indices.allSatisfy { rows.ordinal(at: $0) == list[$0].ordinal })
            #expect(rows.run(0..<rows.count) == table.run(of: UInt32(first)..<40) && list.run(0..<list.count) == nil)
        }
    }

    @Test func `rows are appended to both`() {
        let row = StoredIdentifier(ordinal: 40, id: "new")
        var (rows, list): (StoredIdentifiers, StoredIdentifiers) = (.init(of: IdentifierTable(ids), from: 38), [])
        rows.append(row)
        list.append(row)
        #expect(rows.map(\.id) == ["item 38", "item 39", "new"] && rows.last == row)
        #expect(list == [row] && list != rows)
    }
}
