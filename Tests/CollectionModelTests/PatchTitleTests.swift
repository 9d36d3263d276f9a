import CollectionModel
import Testing

/// Titles in patches: of sections, and of the collection.
@Suite struct PatchTitleTests {
    private func patch(_ sections: [UInt32], collection: Bool = false) -> Patch {
        var patch = Patch()
        patch.reconfigureSections = sections.map { SectionOrdinal($0) }
        patch.changesTitle = collection
        return patch
    }

    @Test func `titles are stored and read again, in a form of their own`() throws {
        #expect(Patch().encode().first == 1)
        for (sections, collection) in [([], true), ([3], false), ([1, 7], true)] as [([UInt32], Bool)] {
            var patch = patch(sections, collection: collection)
            #expect(patch.encode().first == 3)
            #expect(try Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount) == patch)
            patch.reconfigures = (0..<100).map { ItemOrdinal($0) }
            #expect(patch.encode().first == 4)
            #expect(try Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount) == patch)
            #expect(!patch.isEmpty && patch.changesNoOrder && patch.inverted() == patch)
        }
        var bytes = patch([2]).encode()
        bytes[0] = 1
        #expect(throws: PatchError.self) { try Patch(decoding: bytes, itemCount: Patch.ordinalCount) }
        #expect(throws: PatchError.self) {
            try Patch(decoding: [3] + Patch().encode().dropFirst() + [0, 0], itemCount: Patch.ordinalCount)
        }
    }

    @Test func `patches in a row have the titles of both, but of sections that come or go`() {
        #expect(patch([1]).composed(with: patch([2, 1], collection: true)) == patch([1, 2], collection: true))
        var removal = Patch()
        removal.deleteSections = [.init(from: 0, section: SectionOrdinal(1))]
        #expect(patch([1, 2]).composed(with: removal).reconfigureSections == [SectionOrdinal(2)])
    }

    @Test func `a title is rebased while its section is there`() throws {
        var order = try Snapshot(sections: [(SectionOrdinal(1), []), (SectionOrdinal(2), [])])
        var removal = Patch()
        removal.deleteSections = [.init(from: 0, section: SectionOrdinal(1))]
        try order.apply(removal)
        #expect(try order.rebase(patch([1, 2], collection: true), over: removal) == patch([2], collection: true))
    }
}
