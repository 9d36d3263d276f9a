/// Changes asked for at once, all or nothing. Order inside a member does not matter.
///
/// Two index spaces: names with *before* count sections and items as they are before the update, names with *after*
/// as they are once it is done. Inserted and moved-in items are at their after-places; every untouched item keeps its
/// relative order in the places left.
public struct BatchUpdate: Sendable, Equatable {
    /// An item to put into the order.
    public struct Insert: Hashable, Sendable {
        /// Where it is after the update.
        public var atAfter: IndexPath
        /// An item that is not in the order; one that the update deletes is moved and reloaded instead.
        public var item: ItemOrdinal

        public init(atAfter: IndexPath, item: ItemOrdinal) {
            self.atAfter = atAfter
            self.item = item
        }
    }

    /// A move of the item at one place to another.
    public struct Move: Hashable, Sendable {
        /// Where the item is before the update.
        public var fromBefore: IndexPath
        /// Where it is after the update.
        public var toAfter: IndexPath

        public init(fromBefore: IndexPath, toAfter: IndexPath) {
            self.fromBefore = fromBefore
            self.toAfter = toAfter
        }
    }

    /// A section to put into the order.
    public struct SectionInsert: Hashable, Sendable {
        /// Its index after the update.
        public var atAfter: Int
        /// A section that is not in the order; one that the update deletes is moved instead.
        public var section: SectionOrdinal
        /// Its items in order; what `inserts` and `moves` put into the section goes between them.
        public var items: [ItemOrdinal]

        public init(atAfter: Int, section: SectionOrdinal, items: [ItemOrdinal] = []) {
            self.atAfter = atAfter
            self.section = section
            self.items = items
        }
    }

    /// A move of a section with its items.
    public struct SectionMove: Hashable, Sendable {
        /// Its index before the update.
        public var fromBefore: Int
        /// Its index after the update.
        public var toAfter: Int

        public init(fromBefore: Int, toAfter: Int) {
            self.fromBefore = fromBefore
            self.toAfter = toAfter
        }
    }

    /// Items that leave the order, by their places before.
    public var deletesBefore: [IndexPath]
    /// Items that come into the order.
    public var inserts: [Insert]
    /// Items that change their places, also between sections.
    public var moves: [Move]
    /// Items whose cells are replaced, by their places before.
    public var reloadsBefore: [IndexPath]
    /// Items whose cells are kept and filled again, which must be in the order after the update.
    public var reconfigures: [ItemOrdinal]
    /// Sections that leave the order with their items, by their indices before.
    public var deleteSectionsBefore: [Int]
    /// Sections that come into the order.
    public var insertSections: [SectionInsert]
    /// Sections that change their places.
    public var moveSections: [SectionMove]

    public init(
        deletesBefore: [IndexPath] = [], inserts: [Insert] = [], moves: [Move] = [], reloadsBefore: [IndexPath] = [],
        reconfigures: [ItemOrdinal] = [], deleteSectionsBefore: [Int] = [], insertSections: [SectionInsert] = [],
        moveSections: [SectionMove] = []
    ) {
        self.deletesBefore = deletesBefore
        self.inserts = inserts
        self.moves = moves
        self.reloadsBefore = reloadsBefore
        self.reconfigures = reconfigures
        self.deleteSectionsBefore = deleteSectionsBefore
        self.insertSections = insertSections
        self.moveSections = moveSections
    }

    /// The number of operations, an inserted section's items among them.
    public var count: Int {
        deletesBefore.count + inserts.count + moves.count + reloadsBefore.count + reconfigures.count
            + deleteSectionsBefore.count + moveSections.count
            + insertSections.reduce(0) { $0 + 1 + $1.items.count }
    }
}
