/// The difference between two versions of an order, in one stage.
///
/// Means what a `BatchUpdate` means: `from` counts before, `at` and `toAfter` count after. Canonical: each member ascending, an
/// item is in at most one of deletes, inserts and moves, no move that changes nothing. The items of an inserted section
/// are in `inserts`; the items of a deleted section are in `deletes` (or in `moves`), so that a patch can be inverted.
/// Unlike a batch update, a patch may move an item out of a section that it deletes.
package struct Patch: Sendable, Equatable {
    package struct Delete: Hashable, Sendable {
        package var from: IndexPath
        package var item: ItemOrdinal

        package init(from: IndexPath, item: ItemOrdinal) {
            self.from = from
            self.item = item
        }
    }

    package struct Insert: Hashable, Sendable {
        package var at: IndexPath
        package var item: ItemOrdinal

        package init(at: IndexPath, item: ItemOrdinal) {
            self.at = at
            self.item = item
        }
    }

    package struct Move: Hashable, Sendable {
        package var item: ItemOrdinal
        package var from: IndexPath
        package var toAfter: IndexPath

        package init(item: ItemOrdinal, from: IndexPath, toAfter: IndexPath) {
            self.item = item
            self.from = from
            self.toAfter = toAfter
        }
    }

    package struct SectionDelete: Hashable, Sendable {
        package var from: Int
        package var section: SectionOrdinal

        package init(from: Int, section: SectionOrdinal) {
            self.from = from
            self.section = section
        }
    }

    package struct SectionInsert: Hashable, Sendable {
        package var at: Int
        package var section: SectionOrdinal

        package init(at: Int, section: SectionOrdinal) {
            self.at = at
            self.section = section
        }
    }

    package struct SectionMove: Hashable, Sendable {
        package var section: SectionOrdinal
        package var from: Int
        package var toAfter: Int

        package init(section: SectionOrdinal, from: Int, toAfter: Int) {
            self.section = section
            self.from = from
            self.toAfter = toAfter
        }
    }

    /// Ascending by `from`.
    package var deletes: [Delete] = []
    /// Ascending by `at`.
    package var inserts: [Insert] = []
    /// Ascending by `from`.
    package var moves: [Move] = []
    /// Items whose cells are replaced, ascending by ordinal; never deleted, inserted or reconfigured ones.
    package var reloads: [ItemOrdinal] = []
    /// Items whose cells are kept and filled again, ascending by ordinal.
    package var reconfigures: [ItemOrdinal] = []
    /// Ascending by `from`.
    package var deleteSections: [SectionDelete] = []
    /// Ascending by `at`.
    package var insertSections: [SectionInsert] = []
    /// Ascending by `from`.
    package var moveSections: [SectionMove] = []
    /// Sections that have another title, ascending by ordinal; never deleted or inserted ones.
    package var reconfigureSections: [SectionOrdinal] = []
    /// Whether the collection has another title.
    package var changesTitle = false

    package init() {}

    package var isEmpty: Bool { changesNoOrder && reloads.isEmpty && reconfigures.isEmpty && !changesTitles }

    /// Whether the collection or a section has another title.
    package var changesTitles: Bool { changesTitle || !reconfigureSections.isEmpty }

    /// Whether every item stays where it was: only contents changed, or nothing.
    package var changesNoOrder: Bool {
        deletes.isEmpty && inserts.isEmpty && moves.isEmpty && deleteSections.isEmpty && insertSections.isEmpty
            && moveSections.isEmpty
    }

    /// The number of operations, as limits count them.
    package var count: Int {
        deletes.count + inserts.count + moves.count + reloads.count + reconfigures.count + deleteSections.count
            + insertSections.count + moveSections.count + reconfigureSections.count + (changesTitle ? 1 : 0)
    }

    /// Brings every member into its order.
    mutating func sort() {
        deletes.sort { $0.from < $1.from }
        inserts.sort { $0.at < $1.at }
        moves.sort { $0.from < $1.from }
        reloads.sort()
        reconfigures.sort()
        deleteSections.sort { $0.from < $1.from }
        insertSections.sort { $0.at < $1.at }
        moveSections.sort { $0.from < $1.from }
        reconfigureSections.sort()
    }
}

/// Why a patch does not fit a snapshot.
package enum PatchError: Error, Hashable, Sendable {
    /// It contradicts itself or the snapshot's counts.
    case contradiction(BatchUpdateError)
    /// It names another item or section than the one that is there.
    case otherItem(IndexPath)
    case otherSection(Int)
    /// It deletes a section and neither deletes nor moves an item in it.
    case forgottenItem(IndexPath)
    /// Its bytes are no patch.
    case damaged(offset: Int)
}
