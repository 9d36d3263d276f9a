import GridEngine
import LookaheadTesting
import Testing

@testable import SharedStore

/// Checkpoints of several servers over one real PostgreSQL.
@Suite struct CheckpointTests {
    /// Each server writes the parts of marks that it has seen change, up to its version.
    @Test func `of checkpoints that are written at once the newest stays, with all marks and names`() async throws {
        let place = try StorePlace(.postgres)
        let stores = try (0..<4).map { _ in try place.server() }
        var head = try #require(try stores[0].create(freshOrder(counts: [3])))
        for version in 2...9 {
            let change = StoredChange(
                collection: "c", version: version, patch: [1],
                newItems: [.init(ordinal: UInt32(version + 1), id: "n\(version)")],
                attributes: [.init(item: 0, json: "{\"n\":\(version)}")], marks: [UInt8(version)])
            head = try #require(
                try stores[0].commit([StoredAppend(collection: "c", head: head, changes: [change])])[0].stored)
        }
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for version in 2...9 {
                let order = StoredOrder(
                    collection: "c", version: version,
                    sections: [.init(ordinal: 0, items: (0...UInt32(version + 1)).reversed())],
                    marks: (2...version).map { StoredMarks(part: $0, bytes: [UInt8($0)]) })
                let store = stores[version % 4]
                group.addTask { await blocking { (try? store.checkpoint(order)) != nil } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == [Bool](repeating: true, count: 8))
        let stored = try #require(try stores[1].restore("c"))
        #expect(stored.checkpoint.version == 9 && stored.changes.isEmpty && stored.head == head)
        #expect(stored.checkpoint.sections[0].items.count == 11)
        #expect(Array(stored.items.suffix(8)) == (2...9).map { "n\($0)" })
        #expect(stored.attributes == [.init(item: 0, json: "{\"n\":9}")])
        #expect(stored.marks == (2...9).map { [UInt8($0)] })
        place.closeAll()
    }
}
