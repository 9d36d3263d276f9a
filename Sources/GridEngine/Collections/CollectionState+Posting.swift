import CollectionModel

extension CollectionState {
    /// The first version of a collection that was posted, by the ordinals that its items were given.
    /// - Throws: `.invalid` when an identifier appears twice.
    static func posted(_ posted: PostedCollection) throws(GridError) -> CollectionState {
        if let fault = posted.fault { throw fault }
        var state = CollectionState()
        state.sections = posted.sectionIdentifiers
        state.sectionTitles = posted.sections.map(\.title)
        let order = posted.sections.enumerated().map { (id: SectionOrdinal(UInt32($0)), count: $1.itemCount) }
        state.items = posted.items
        do { state.snapshot = try Snapshot(ascending: order) } catch { preconditionFailure("\(error)") }
        state.version = 1
        state.postedShare = posted.share
        return state
    }

    /// Counts the memory of a posted collection after a change.
    func countPosted(_ source: any StoredSource) {
        postedShare?.set(
            to: source.sizeBytes + items.sizeBytes + items.count * PostedCollection.orderBytesPerItem)
    }
}
