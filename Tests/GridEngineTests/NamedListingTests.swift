import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

@testable import GridEngine

/// A listing that comes with the table of its identifiers leads to the same as one that has each looked up.
@Suite struct NamedListingTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a listing with its table leads to the same order, ordinals and revisions`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (named, plain) = (Self.collection(), Self.collection())
        var sections: [SourceListing.Section] = []
        var next = 0
        for _ in 0..<14 {
            Self.change(&sections, &next, &random)
            var listing = SourceListing(sections: sections)
            let unnamed = Self.apply(listing, to: plain)
            listing.names = IdentifierTable(sections.flatMap { $0.items.map(\.id) })
            #expect(Self.apply(listing, to: named) == unnamed, "seed \(seed)")
            for collection in [named, plain] {
                #expect(Self.shown(collection).map(\.id) == sections.map(\.id), "seed \(seed)")
                #expect(Self.shown(collection).map(\.items) == sections.map { $0.items.map(\.id) }, "seed \(seed)")
            }
            let (one, other) = (named.state.withLock { $0 }, plain.state.withLock { $0 })
            #expect(Array(one.items) == Array(other.items) && one.sectionTitles == other.sectionTitles)
            let ordinals = one.items.indices.map { ItemOrdinal($0) }
            #expect(ordinals.map { one.revision(of: $0) } == ordinals.map { other.revision(of: $0) })
        }
    }

    @Test func `a first listing that names an item twice shows nothing of it`() {
        let collection = Self.collection()
        let entries = ["a", "b", "a"].map { SourceListing.Entry(id: $0, revision: 1) }
        _ = Self.apply(SourceListing(sections: [.init(id: "s", title: "", items: entries)]), to: collection)
        #expect(collection.state.withLock { $0.snapshot.numberOfItems } == 0)
    }

    /// More at the end mostly, as while a listing goes on; sometimes fewer, in another order, or with other revisions.
    private static func change(
        _ sections: inout [SourceListing.Section], _ next: inout Int, _ random: inout SeededRandom
    ) {
        func fresh() -> SourceListing.Entry {
            next += 1
            return SourceListing.Entry(id: "i\(next)", revision: UInt64(random.next() % 3))
        }
        if sections.isEmpty || random.next() % 4 == 0 {
            sections.append(.init(id: "s\(sections.count)", title: "T\(random.next() % 9)", items: []))
        }
        for _ in 0..<Int(random.next() % 40) { sections[sections.count - 1].items.append(fresh()) }
        let place = Int(random.next() % UInt64(sections.count))
        guard !sections[place].items.isEmpty else { return }
        let item = Int(random.next() % UInt64(sections[place].items.count))
        switch random.next() % 5 {
        case 0: sections[place].items[item].revision += 1
        case 1: sections[place].items.remove(at: item)
        case 2: sections[place].items.insert(fresh(), at: item)
        case 3: sections[place].items.reverse()
        default: break
        }
    }

    private static func collection() -> LiveCollection { LiveCollection(source: Ordered(), number: 0) }

    private static func apply(_ listing: SourceListing, to collection: LiveCollection) -> Patch {
        var draft = Draft(of: collection)
        draft.beginChange()
        let change = RefreshedOrder(of: listing, after: draft)
        change.apply(to: &draft)
        change.showTitles(in: collection)
        // The first order is no change.
        if draft.version == 0 { draft.version = 1 } else { _ = draft.endChange(change.patch) }
        _ = draft.publish(stamp: 0)
        return change.patch
    }

    private static func shown(_ collection: LiveCollection) -> [(id: String, items: [String])] {
        let snapshot = collection.state.withLock { $0.snapshot }
        return (0..<snapshot.numberOfSections).map { index in
            var items: [String] = []
            snapshot.forEachItem(inFlat: snapshot.flatRange(ofSection: index)) { _, _, item in
                items.append(collection.itemID(item))
            }
            return (collection.section(snapshot.section(at: index)).id, items)
        }
    }

    /// A source whose order is its own, as those are whose listings come with a table.
    private struct Ordered: ItemSource {
        let id = "c"
        let title = "Ordered"
        let capabilities = Capabilities()
        var abilities: SourceAbilities { SourceAbilities(ownsOrder: true) }

        func list(
            cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
        ) throws(SourceError) -> SourceListing { SourceListing(sections: []) }

        func item(_ id: String) -> SourceItem? { nil }

        func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original { throw .missing }
    }
}
