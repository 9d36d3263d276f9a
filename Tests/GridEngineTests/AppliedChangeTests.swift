import CollectionModel
import JSONText
import LookaheadTesting
import Testing

@testable import GridEngine

/// A start and a running server apply the same changes by the same function.
@Suite struct AppliedChangeTests {
    private func stored(_ changes: [StoredChange]) -> StoredCollection {
        StoredCollection(
            checkpoint: StoredOrder(
                collection: "c", version: 1, sections: [.init(ordinal: 0, items: [0, 1, 2])]),
            head: StoredHead(version: 1 + changes.count), changes: changes, items: IdentifierTable(["a", "b", "c"]),
            sections: [StoredSection(ordinal: 0, id: "s", title: "S")], attributes: [], revisions: [])
    }

    private func collection(_ stored: StoredCollection) throws -> LiveCollection {
        let source = ScriptedSource(id: "c", sections: [("s", ["a", "b", "c"])])
        let collection = LiveCollection(source: source, number: 0)
        _ = try collection.restore(stored, log: stored.changes) { body in
            body(.init(item: 1, json: KeptItem(attributes: ["note": .string("old")], changes: 1).stored))
        }
        return collection
    }

    private static func patch(_ change: (inout Patch) -> Void) -> [UInt8] {
        var patch = Patch()
        change(&patch)
        return patch.encode()
    }

    private let changes = [
        StoredChange(
            collection: "c", version: 2, patch: Self.patch { $0.reconfigures = [ItemOrdinal(1)] },
            newItems: [.init(ordinal: 3, id: "d")], newSections: [.init(ordinal: 0, id: "s", title: "Other")],
            attributes: [.init(item: 1, json: nil), .init(item: 9, json: "{}")],
            revisions: [.init(item: 2, revision: 7), .init(item: .max, revision: 7)]),
        StoredChange(
            collection: "c", version: 3,
            patch: Self.patch { $0.inserts = [.init(at: IndexPath(0, 0), item: ItemOrdinal(3))] }),
    ]

    @Test func `what a start applies is what a running server applies`() throws {
        let (started, running) = (try collection(stored(changes)), try collection(stored([])))
        var draft = Draft(of: running)
        for change in changes { _ = try draft.apply(change) }
        _ = draft.publish(stamp: 0)
        for collection in [started, running] {
            collection.state.withLock { state in
                #expect(state.version == 3)
                #expect((0..<4).map { state.items[state.snapshot.item(atFlat: $0).rawValue] } == ["d", "a", "b", "c"])
                #expect(state.sectionTitles == ["Other"])
                #expect(state.kept.isEmpty, "attributes that were taken away stay away")
                #expect(state.revision(of: ItemOrdinal(2)) == 7)
                #expect(state.log.oldest == 1 && state.log.newest == 3)
            }
        }
    }

    @Test func `a change that does not follow is refused, and so is one that names what was never given`() throws {
        let collection = try collection(stored([]))
        for change in [
            StoredChange(collection: "c", version: 3, patch: Self.patch { _ in }),
            StoredChange(collection: "c", version: 2, patch: [9]),
            StoredChange(collection: "c", version: 2, patch: Self.patch { $0.reloads = [ItemOrdinal(3)] }),
            StoredChange(collection: "c", version: 2, patch: [], newItems: [.init(ordinal: 1, id: "new")]),
            StoredChange(collection: "c", version: 2, patch: [], newSections: [.init(ordinal: 2, id: "t", title: "")]),
        ] {
            var draft = Draft(of: collection)
            #expect(throws: StoreError.self) { _ = try draft.apply(change) }
            #expect(throws: StoreError.self) { _ = try self.collection(stored([change])) }
        }
    }

    /// The marks of a checkpoint do not say what was before.
    @Test func `marks of another form than a change's are applied as well`() throws {
        var book = MarkBook(itemCount: 3)
        _ = book.setMarks(of: 1, from: ["stars": .int(4)])
        let change = StoredChange(collection: "c", version: 2, patch: [], marks: book.parts[0].bytes)
        for collection in [try collection(stored([change])), try collection(stored([]))] {
            var draft = Draft(of: collection)
            if draft.version == 1 { _ = try draft.apply(change) }
            #expect(ItemMarks(of: ItemOrdinal(1), in: draft.marks)?.patch == ["stars": .int(4)])
        }
    }
}
