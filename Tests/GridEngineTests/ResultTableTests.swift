import CollectionModel
import CollectionQuery
import LookaheadTesting
import Prefetching
import Testing

@testable import GridEngine

@Suite struct ResultTableTests {
    private let collection = LiveCollection(source: ScriptedSource(sections: []), number: 1)

    /// A result of so many items, added under its number.
    private func add(_ number: Int, to table: ResultTable, items: Int = 10, at seconds: Int) throws -> LiveResult {
        let order = try Snapshot(sections: [
            (SectionOrdinal(0), (0..<items).map { ItemOrdinal(UInt32($0)) })
        ])
        let result = LiveResult(
            id: "query-\(number)", query: Query(search: "\(number)"), openStacks: [],
            order: ShownOrder(version: 1, snapshot: order))
        table.add(result, number: number, of: collection, at: .start + .seconds(seconds))
        return result
    }

    @Test func `where there are too many, the one that was used longest ago goes, and none that a viewer sees`() throws
    {
        let table = ResultTable(limit: 3, bytesLimit: 1 << 30)
        for number in 1...3 { _ = try add(number, to: table, at: number) }
        #expect(table.keep("query-1", for: ViewerID(rawValue: 1), at: .start))
        let first = table.makeRoom(for: 0)
        #expect(first.dropped.map(\.order) == [.result(2)] && !first.isFull)
        _ = try add(4, to: table, at: 4)
        for number in [3, 4] {
            #expect(table.keep("query-\(number)", for: ViewerID(rawValue: UInt64(number)), at: .start))
        }
        #expect(table.makeRoom(for: 0).isFull)
        table.leave(ViewerID(rawValue: 3), at: .start)
        #expect(table.makeRoom(for: 0).dropped.map(\.order) == [.result(3)])
    }

    @Test func `all orders together have a maximum of memory`() throws {
        let table = ResultTable(limit: 100, bytesLimit: 1 << 20)
        let bytes = try add(1, to: table, items: 50_000, at: 1).sizeBytes
        for number in 2...3 { _ = try add(number, to: table, items: 50_000, at: number) }
        #expect(bytes > 50_000)
        let room = table.makeRoom(for: (1 << 20) - bytes)
        #expect(room.dropped.map(\.order) == [.result(1), .result(2)] && !room.isFull)
        #expect(table.find("query-3", at: .start) != nil)
        // One that is larger than all may be is alone.
        #expect(!table.makeRoom(for: 1 << 30).isFull && table.count == 0)
    }

    @Test func `a viewer keeps one result at a time`() throws {
        let table = ResultTable(limit: 10, bytesLimit: 1 << 30)
        for number in 1...2 { _ = try add(number, to: table, at: 0) }
        #expect(table.keep("query-1", for: ViewerID(rawValue: 1), at: .start))
        #expect(table.keep("query-2", for: ViewerID(rawValue: 1), at: .start))
        let late = Instant.start + .seconds(61)
        #expect(table.expire(at: late).map(\.order) == [.result(1)])
        table.leave(ViewerID(rawValue: 1), at: late)
        #expect(table.expire(at: late).isEmpty)
        #expect(table.expire(at: late + .seconds(61)).map(\.order) == [.result(2)])
        #expect(!table.keep("query-2", for: ViewerID(rawValue: 1), at: late))
    }
}
