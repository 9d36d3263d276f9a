/// The difference between two versions of an order, in one stage.
///
/// Means what a `BatchUpdate` means: `from` counts before, `at` and `toAfter` count after. Canonical: each member ascending, an
/// item is in at most one of deletes, inserts and moves, no move that changes nothing. The items of an inserted section
/// are in `inserts`; the items of a deleted section are in `deletes` (or in `moves`), so that a patch can be inverted.
/// Unlike a batch update, a patch may move an item out of a section that it deletes.
public struct Patch: Sendable, Equatable {
    /// An item that leaves the order.
    public struct Delete: Hashable, Sendable {
        /// Where it is, before.
        public var from: IndexPath
        /// The item.
        public var item: ItemOrdinal

        public init(from: IndexPath, item: ItemOrdinal) {
            self.from = from
            self.item = item
        }
    }

    /// An item that comes into the order.
    public struct Insert: Hashable, Sendable {
        /// Where it is, after.
        public var at: IndexPath
        /// The item.
        public var item: ItemOrdinal

        public init(at: IndexPath, item: ItemOrdinal) {
            self.at = at
            self.item = item
        }
    }

    /// An item that changes its place.
    public struct Move: Hashable, Sendable {
        /// The item.
        public var item: ItemOrdinal
        /// Where it is, before.
        public var from: IndexPath
        /// Where it is, after.
        public var toAfter: IndexPath

        public init(item: ItemOrdinal, from: IndexPath, toAfter: IndexPath) {
            self.item = item
            self.from = from
            self.toAfter = toAfter
        }
    }

    /// A section that leaves the order. Its items are in `deletes` or `moves`.
    public struct SectionDelete: Hashable, Sendable {
        /// Its index before.
        public var from: Int
        /// The section.
        public var section: SectionOrdinal

        public init(from: Int, section: SectionOrdinal) {
            self.from = from
            self.section = section
        }
    }

    /// A section that comes into the order. Its items are in `inserts` or `moves`.
    public struct SectionInsert: Hashable, Sendable {
        /// Its index after.
        public var at: Int
        /// The section.
        public var section: SectionOrdinal

        public init(at: Int, section: SectionOrdinal) {
            self.at = at
            self.section = section
        }
    }

    /// A section that changes its place, with its items.
    public struct SectionMove: Hashable, Sendable {
        /// The section.
        public var section: SectionOrdinal
        /// Its index before.
        public var from: Int
        /// Its index after.
        public var toAfter: Int

        public init(section: SectionOrdinal, from: Int, toAfter: Int) {
            self.section = section
            self.from = from
            self.toAfter = toAfter
        }
    }

    /// Ascending by `from`.
    public var deletes: [Delete] = []
    /// Ascending by `at`.
    public var inserts: [Insert] = []
    /// Ascending by `from`.
    public var moves: [Move] = []
    /// Items whose cells are replaced, ascending by ordinal; never deleted, inserted or reconfigured ones.
    public var reloads: [ItemOrdinal] = []
    /// Items whose cells are kept and filled again, ascending by ordinal.
    public var reconfigures: [ItemOrdinal] = []
    /// Ascending by `from`.
    public var deleteSections: [SectionDelete] = []
    /// Ascending by `at`.
    public var insertSections: [SectionInsert] = []
    /// Ascending by `from`.
    public var moveSections: [SectionMove] = []
    /// Sections that have another title, ascending by ordinal; never deleted or inserted ones.
    public var reconfigureSections: [SectionOrdinal] = []
    /// Whether the collection has another title.
    public var changesTitle = false

    /// A patch that changes nothing.
    public init() {}

    /// Whether it changes nothing: no place, no content, no title.
    public var isEmpty: Bool { changesNoOrder && reloads.isEmpty && reconfigures.isEmpty && !changesTitles }

    /// Whether the collection or a section has another title.
    package var changesTitles: Bool { changesTitle || !reconfigureSections.isEmpty }

    /// Whether every item stays where it was: only contents changed, or nothing.
    package var changesNoOrder: Bool {
        deletes.isEmpty && inserts.isEmpty && moves.isEmpty && deleteSections.isEmpty && insertSections.isEmpty
            && moveSections.isEmpty
    }

    /// The number of operations, as limits count them.
    public var count: Int {
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
public enum PatchError: Error, Hashable, Sendable {
    /// It contradicts itself or the snapshot's counts.
    case contradiction(BatchUpdateError)
    /// It names another item or section than the one that is there.
    case otherItem(IndexPath)
    /// It names another section than the one at this index.
    case otherSection(Int)
    /// It deletes a section and neither deletes nor moves an item in it.
    case forgottenItem(IndexPath)
    /// The stored bytes are not a patch. A patch that is applied never gives this.
    case damaged(offset: Int)
}

/// A patch with the versions it leads between: `from` before it, `to` after it.
package struct VersionedPatch: Sendable, Equatable {
    package var from: Int
    package var to: Int
    package var patch: Patch

    package init(from: Int, to: Int, patch: Patch) {
        self.from = from
        self.to = to
        self.patch = patch
    }
}
