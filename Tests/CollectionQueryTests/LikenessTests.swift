import CollectionModel
import JSONText
import SeededRandom
import Testing

@testable import CollectionQuery

@Suite struct LikenessTests {
    private static func query(_ document: String) throws -> Query {
        var reader = JSONReader(Array(document.utf8))
        return try Query(from: &reader)
    }

    /// Items in one section, each with what it looks like.
    private static func library(_ looks: [UInt64?]) throws -> (order: Snapshot, columns: FieldColumns) {
        var columns = FieldColumns()
        columns.declare("likeness", .likeness)
        columns.declare("size", .number)
        for (item, bits) in looks.enumerated() {
            columns.set("likeness", likeness: bits.map { Likeness(bits: $0) }, of: ItemOrdinal(UInt32(item)))
            columns.set("size", to: .number(Double(item)), of: ItemOrdinal(UInt32(item)))
        }
        let items = looks.indices.map { ItemOrdinal(UInt32($0)) }
        return (try Snapshot(sections: [(SectionOrdinal(rawValue: 0), items)]), columns)
    }

    private func found(_ document: String, _ looks: [UInt64?]) throws -> [UInt32] {
        let (order, columns) = try Self.library(looks)
        let result = try QueryResult(try Self.query(document), of: order, columns: columns, groups: GroupTable())
        return (0..<result.order.numberOfItems).map { result.order.item(atFlat: $0).rawValue }
    }

    private static let none = "0000000000000000"

    @Test func `those that are too far are not found, and a sort puts the nearest first`() throws {
        let looks: [UInt64?] = [0xfff, nil, 0x1, 0x0, 0x7, .max, 0xf0f]
        let near = #"{"field":"likeness","near":"\#(Self.none)"}"#
        #expect(try found(#"{"where":\#(near)}"#, looks) == [2, 3, 4, 6])
        #expect(try found(#"{"where":\#(near),"sort":[\#(near)]}"#, looks) == [3, 2, 4, 6])
        // Those without a value are last, in both directions.
        #expect(try found(#"{"sort":[\#(near)]}"#, looks) == [3, 2, 4, 6, 0, 5, 1])
        let farthest = #"{"sort":[{"field":"likeness","near":"\#(Self.none)","descending":true}]}"#
        #expect(try found(farthest, looks) == [5, 0, 6, 4, 2, 3, 1])
        #expect(try found(#"{"where":{"field":"likeness","near":"\#(Self.none)","within":1}}"#, looks) == [2, 3])
        #expect(try found(#"{"where":{"field":"likeness","near":"ffffffffffffffff","within":0}}"#, looks) == [5])
        #expect(
            try found(#"{"where":{"field":"likeness","in":["0000000000000007","ffffffffffffffff"]}}"#, looks) == [4, 5])
        #expect(try found(#"{"where":{"not":\#(near)}}"#, looks) == [0, 1, 5])
        #expect(try found(#"{"where":{"all":[{"field":"size","from":3},\#(near)]}}"#, looks) == [3, 4, 6])
    }

    @Test func `any 64 bits are read as they were written, but for one of 2^64`() throws {
        var random = SeededRandom(seed: 5)
        let bits: [UInt64] = [0, 1, .max, 1 << 63, 1 << 63 - 1, 1 << 63 - 2] + (0..<200).map { _ in random.next() }
        let (_, columns) = try Self.library(bits)
        for (item, bits) in bits.enumerated() {
            let text = try #require(columns.value(of: "likeness", of: ItemOrdinal(UInt32(item)))?.text)
            #expect(Likeness(text)?.bits == (bits == 1 << 63 - 1 ? bits - 1 : bits))
        }
        #expect(columns.fields[0].known == bits.count)
        for text in ["", "0", "+000000000000000", "00000000000000000", "000000000000000G", "ABCDEF0123456789"] {
            #expect(Likeness(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        #"{"where":{"field":"size","near":"0000000000000000"}}"#, #"{"sort":[{"field":"likeness"}]}"#,
        #"{"sort":[{"field":"size","near":"0000000000000000"}]}"#, #"{"where":{"field":"likeness","contains":"0"}}"#,
        #"{"group":{"field":"likeness"}}"#, #"{"where":{"field":"likeness","in":["x"]}}"#,
    ]) func `what makes no sense is refused`(document: String) throws {
        let (order, columns) = try Self.library([0])
        let query = try Self.query(document)
        #expect(throws: QueryError.self) {
            try QueryResult(query, of: order, columns: columns, groups: GroupTable())
        }
    }

    @Test(arguments: [
        #"{"where":{"field":"l","near":"00"}}"#, #"{"where":{"field":"l","near":"0000000000000000","within":65}}"#,
        #"{"where":{"field":"l","within":3}}"#, #"{"where":{"near":"0000000000000000"}}"#,
        #"{"where":{"field":"l","near":"0000000000000000","exists":true}}"#,
    ]) func `what is no question is none`(document: String) {
        #expect(throws: JSONError.self) { try Self.query(document) }
    }

    @Test func `a query is written as it was read`() throws {
        let near = #""field":"likeness","near":"00000000000000ff""#
        let text = #"{"where":{\#(near),"within":7},"sort":[{\#(near)}]}"#
        let query = try Self.query(text)
        var writer = JSONWriter()
        query.write(to: &writer)
        #expect(String(decoding: writer.take(), as: UTF8.self) == text)
        let (wider, other) = (
            try Self.query(#"{"where":{\#(near),"within":8},"sort":[{\#(near)}]}"#),
            try Self.query(#"{"where":{\#(near),"within":8},"sort":[{"field":"likeness","near":"\#(Self.none)"}]}"#)
        )
        #expect(query.narrows(wider) && !wider.narrows(query) && !query.narrows(other))
    }
}
