import CollectionModel
import Dispatch
import LookaheadTesting
import Synchronization
import Testing

@testable import GridEngine

/// Large collections are shown before their identifiers can be looked up (docs/decisions/0114).
@Suite struct LateNamesTests {
    private func collection(_ ids: [String]) throws -> LiveCollection {
        let collection = LiveCollection(source: ScriptedSource(sections: [("s", ["a"])]), number: 0)
        let stored = StoredCollection(
            checkpoint: StoredOrder(
                collection: "c", version: 1, sections: [.init(ordinal: 0, items: ids.indices.map { UInt32($0) })]),
            head: StoredHead(version: 1), changes: [], items: try .readBack(ids),
            sections: [StoredSection(ordinal: 0, id: "s", title: "S")], attributes: [], revisions: [])
        _ = try collection.restore(stored, log: [])
        collection.state.withLock { $0.isOpen = true }
        return collection
    }

    private let many = (0..<120_000).map { "\($0)" }

    @Test func `names of places are known at once, and who looks one up waits for the table`() throws {
        let collection = try collection(many)
        #expect(collection.state.withLock { !$0.items.isSettled })
        #expect(collection.itemID(ItemOrdinal(119_999)) == "119999")
        #expect(collection.state.withLock { !$0.items.isSettled })
        let wrong = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in stride(from: thread, to: many.count, by: 1009)
            where (try? collection.ordinal(of: "\(number)")) != ItemOrdinal(UInt32(number)) {
                wrong.add(1, ordering: .relaxed)
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(collection.state.withLock { $0.items.isSettled })
        #expect(throws: GridError.notFound(.item, id: "120000")) { try collection.ordinal(of: "120000") }
    }

    @Test func `the first change after a start gets the next ordinal`() throws {
        let collection = try collection(many)
        var draft = Draft(of: collection)
        draft.beginChange()
        #expect(draft.intern("5") == ItemOrdinal(5) && draft.intern("new") == ItemOrdinal(120_000))
        _ = draft.publish(stamp: 0)
        #expect(collection.state.withLock { $0.items.ordinal(of: "new") } == 120_000)
    }

    @Test func `a large store that names an item twice is no longer served once that is found`() throws {
        let collection = try collection(many + ["77"])
        #expect(collection.summary.isOpen)
        collection.settleNames()
        #expect(!collection.summary.isOpen && collection.summary.problem?.code == "collection-not-served")
        #expect(throws: GridError.opening) { try collection.ordinal(of: "77") }
    }

    @Test func `a small one is not served at all`() {
        #expect(throws: StoreError.damaged("the identifier b is a duplicate")) { try collection(["a", "b", "b"]) }
    }
}
