import CollectionModel

extension CollectionState {
    /// The first version of a collection that was posted.
    /// - Returns: the state, and what to keep of its items, by ordinal.
    /// - Throws: `.invalid` when an identifier appears twice.
    static func posted(_ sections: [GivenSection]) throws(GridError) -> (state: CollectionState, items: [KeptItem]) {
        var state = CollectionState()
        var kept: [KeptItem] = []
        var order: [(id: SectionOrdinal, items: [ItemOrdinal])] = []
        state.items.reserve(sections.reduce(0) { $0 + $1.items.count })
        for (place, section) in sections.enumerated() {
            let (ordinal, isNew) = state.sections.intern(section.id)
            guard isNew else { throw .invalid(.sectionID(place), .sectionDuplicate(section.id)) }
            state.sectionTitles.append(section.title)
            var items: [ItemOrdinal] = []
            items.reserveCapacity(section.items.count)
            for (index, item) in section.items.enumerated() {
                let (raw, isNew) = state.items.intern(item.id)
                guard isNew else { throw .invalid(.itemID(section: place, item: index), .itemDuplicate(item.id)) }
                let ordinal = ItemOrdinal(raw)
                let new = item.kept
                if !new.isUnchanged { state.kept[ordinal] = new.withoutContent }
                items.append(ordinal)
                kept.append(new)
            }
            order.append((SectionOrdinal(ordinal), items))
        }
        do { state.snapshot = try Snapshot(sections: order) } catch { preconditionFailure("\(error)") }
        state.version = 1
        return (state, kept)
    }
}
