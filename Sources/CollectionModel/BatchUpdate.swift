/// Changes asked for at once, all or nothing. Order inside a member does not matter.
///
/// Two index spaces: names with *before* count sections and items as they are before the update, names with *after*
/// as they are once it is done. Inserted and moved-in items are at their after-places; every untouched item keeps its
/// relative order in the places left.
package struct BatchUpdate: Sendable, Equatable {
    package struct Insert: Hashable, Sendable {
        package var atAfter: IndexPath
        package var item: ItemOrdinal

        package init(atAfter: IndexPath, item: ItemOrdinal) {
            self.atAfter = atAfter
            self.item = item
        }
    }

    package struct Move: Hashable, Sendable {
        package var fromBefore: IndexPath
        package var toAfter: IndexPath

        package init(fromBefore: IndexPath, toAfter: IndexPath) {
            self.fromBefore = fromBefore
            self.toAfter = toAfter
        }
    }

    package struct SectionInsert: Hashable, Sendable {
        package var atAfter: Int
        package var section: SectionOrdinal
        /// Its items in order; what `inserts` and `moves` put into the section goes between them.
        package var items: [ItemOrdinal]

        package init(atAfter: Int, section: SectionOrdinal, items: [ItemOrdinal] = []) {
            self.atAfter = atAfter
            self.section = section
            self.items = items
        }
    }

    package struct SectionMove: Hashable, Sendable {
        package var fromBefore: Int
        package var toAfter: Int

        package init(fromBefore: Int, toAfter: Int) {
            self.fromBefore = fromBefore
            self.toAfter = toAfter
        }
    }

    package var deletesBefore: [IndexPath]
    package var inserts: [Insert]
    package var moves: [Move]
    package var reloadsBefore: [IndexPath]
    package var reconfigures: [ItemOrdinal]
    package var deleteSectionsBefore: [Int]
    package var insertSections: [SectionInsert]
    package var moveSections: [SectionMove]

    package init(
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
    package var count: Int {
        deletesBefore.count + inserts.count + moves.count + reloadsBefore.count + reconfigures.count
            + deleteSectionsBefore.count + moveSections.count
            + insertSections.reduce(0) { $0 + 1 + $1.items.count }
    }
}
