/// Whether an item may be picked up. A refusal is a value, not an error.
package enum MovePermission: Sendable, Equatable {
    case allowed
    /// The reason is shown and spoken to people.
    case refused(Reason)
}

/// A place after the move: the item's index among the section's items once it has landed.
package struct MoveTarget: Sendable, Equatable {
    package var section: String
    package var item: Int

    package init(section: String, item: Int) {
        self.section = section
        self.item = item
    }
}

/// A section as a retargeting source sees it.
package struct MoveSection: Sendable, Equatable {
    package var id: String
    /// The number of its items without the moved one.
    package var count: Int

    package init(id: String, count: Int) {
        self.id = id
        self.count = count
    }
}
