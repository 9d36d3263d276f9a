import CollectionModel

/// An interactive movement between its pick-up and its end: one item, and where it would land.
struct Movement: Sendable {
    let collection: LiveCollection
    let item: ItemOrdinal
    /// Where the item would land, by its neighbour, so that it stays right while others change the collection.
    var destination: Destination?
    var lastWord: Duration

    struct Destination: Sendable {
        var section: SectionOrdinal
        /// The item that it comes behind; `nil` at the section's start.
        var predecessor: ItemOrdinal?
    }
}

extension Snapshot {
    /// The place after a move, said by the neighbour that it will have.
    func destination(ofMoving item: ItemOrdinal, toAfter place: IndexPath) -> Movement.Destination {
        let section = section(at: place.section)
        guard place.item > 0 else { return Movement.Destination(section: section, predecessor: nil) }
        // Before the move the neighbour stands one further on when the item itself leaves a place before it.
        var index = place.item - 1
        if let from = indexPath(of: item), from.section == place.section, from.item <= index { index += 1 }
        return Movement.Destination(section: section, predecessor: self.item(at: IndexPath(place.section, index)))
    }

    /// Where a destination lies now: the item's place after the move. `nil` when its section is gone.
    func place(of destination: Movement.Destination, forMoving item: ItemOrdinal) -> IndexPath? {
        guard let section = index(of: destination.section) else { return nil }
        guard let predecessor = destination.predecessor else { return IndexPath(section, 0) }
        guard let neighbour = indexPath(of: predecessor), neighbour.section == section else {
            // The neighbour has left: the section's end is the nearest place that is surely there.
            return IndexPath(section, placesAfterMove(of: item, inSection: section) - 1)
        }
        guard let from = indexPath(of: item), from.section == section, from.item < neighbour.item else {
            return IndexPath(section, neighbour.item + 1)
        }
        return neighbour
    }

    /// How many places a section has once `item` has landed in it.
    func placesAfterMove(of item: ItemOrdinal, inSection section: Int) -> Int {
        let count = numberOfItems(inSection: section)
        return indexPath(of: item)?.section == section ? count : count + 1
    }
}
