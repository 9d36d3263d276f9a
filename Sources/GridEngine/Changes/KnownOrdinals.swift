import CollectionModel

/// How many items and sections have been given an ordinal. What a store holds may have been written by anybody: an ordinal that was
/// never given must not get into an order, in which everyone may look it up.
struct KnownOrdinals {
    var items: Int
    var sections: Int

    /// Whether an identifier is short enough for the table.
    static func canBeGiven(to id: String) -> Bool { id.utf8.count <= IdentifierTable.lengthLimitBytes }

    func contains(_ item: ItemOrdinal) -> Bool { item.rawValue < items }

    func contains(_ section: SectionOrdinal) -> Bool { section.rawValue < sections }

    /// Whether a patch that applies names nothing else. What it deletes or moves is found in the order.
    func cover(_ patch: Patch) -> Bool {
        patch.inserts.allSatisfy { contains($0.item) } && patch.insertSections.allSatisfy { contains($0.section) }
            && patch.reloads.allSatisfy(contains) && patch.reconfigures.allSatisfy(contains)
            && patch.reconfigureSections.allSatisfy(contains)
    }

    /// Whether an order names nothing else. O(items)
    func cover(_ order: StoredOrder) -> Bool {
        order.sections.allSatisfy { section in
            section.ordinal < sections && section.items.allSatisfy { $0 < items }
        }
    }
}
