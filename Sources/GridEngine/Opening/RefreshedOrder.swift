import CollectionModel

/// The changes of a collection by a new listing: its items given ordinals, its revisions compared, its order merged.
///
/// Computed outside of the lock, on an O(1) copy of the order: a refresh of a million items blocks no viewer. Nothing of it is
/// anybody else's before it is durable; of a version that is no longer the newest, it is computed again.
struct RefreshedOrder: Sendable {
    /// The version that it starts from.
    let from: Int
    /// Empty where that is none.
    let patch: Patch
    /// The items that it does not delete.
    let hold: ListingHold
    private let target: Snapshot
    private let names: ListedNames
    private let isConfirmed: @Sendable (ItemOrdinal) -> Bool

    /// - Parameters:
    ///   - listing: what the source has.
    ///   - draft: what it is compared with.
    ///   - isCompared: whether the patch is wanted.
    ///   - isConfirmed: whether somebody said that an item was deleted.
    /// - Complexity: O(items). Takes the collection's lock for one chunk of them at a time.
    init(
        of listing: SourceListing, after draft: Draft, isCompared: Bool = true,
        isConfirmed: @escaping @Sendable (ItemOrdinal) -> Bool = { _ in false }
    ) {
        var names = ListedNames(draft)
        names.resolve(listing)
        let vanished = names.vanished()
        let hold = ListingHold(of: vanished, in: draft, folders: listing.folders, isConfirmed: isConfirmed)
        let listed = Set(names.sections.map(\.id))
        let returning = names.returning { listed.contains($0) || draft.snapshot.index(of: $0) != nil }
        names.draft.noteLeaving(vanished.filter { !hold.items.contains($0) })
        names.draft.forgetFirstLeft()
        // A source that lists an identifier twice breaks its promise; keeping what is shown loses nothing.
        let merge = ListingMerge(
            current: draft.snapshot, listing: names.sections, followed: names.followed, held: hold.items,
            returning: returning)
        let ownsOrder = draft.collection.source.abilities.ownsOrder && !listing.keepsOrder
        target = (ownsOrder ? try? Snapshot(sections: names.sections) : merge.merged()) ?? draft.snapshot
        from = draft.version
        let shownOtherwise = draft.shownOtherwise(holding: hold.items)
        names.draft.noteHeld(shownOtherwise.filter(hold.items.contains))
        for item in shownOtherwise where target.contains(item) && !hold.items.contains(item) {
            names.draft.setLeft(nil, of: item)
        }
        let reloaded = names.reloaded + shownOtherwise.filter(target.contains)
        // Nobody has an order that the first one would be compared with.
        patch =
            draft.version == 0 || !isCompared
            ? Patch()
            : draft.snapshot.patch(
                to: target, reloaded: reloaded, reconfigured: names.renamed + names.configured)
        (self.hold, self.names) = (hold, names)
        self.isConfirmed = isConfirmed
    }

    /// Whether items that are shown already are listed in another way.
    var revisesItems: Bool { !(names.reloaded.isEmpty && names.renamed.isEmpty && names.configured.isEmpty) }

    /// The number of items that nobody has seen before.
    var newCount: Int { names.draft.newItems.count }

    /// Makes the change on a draft, computed anew where this starts from another version than the draft's.
    /// - Returns: the patch, and what it does not delete.
    func made(on draft: inout Draft, of listing: SourceListing) -> (Patch, ListingHold) {
        // A batch may have given further names.
        let isValid = from == draft.version && draft.changes.isEmpty
        let change = isValid ? self : RefreshedOrder(of: listing, after: draft, isConfirmed: isConfirmed)
        change.apply(to: &draft)
        return (change.patch, change.hold)
    }

    /// - Parameter draft: at the version that this starts from.
    func apply(to draft: inout Draft) {
        draft.snapshot = target
        names.apply(to: &draft)
    }

    /// Takes over the titles of sections where nothing else has changed, which is no version.
    func showTitles(in collection: LiveCollection) {
        let titles = names.draft.titles.sections.filter { Int($0.key.rawValue) < names.draft.newSections.base }
        guard patch.isEmpty, !titles.isEmpty else { return }
        collection.state.withLock { state in
            for (section, title) in titles { state.sectionTitles[Int(section.rawValue)] = title }
        }
    }
}

extension Draft {
    /// The items that viewers see as gone from now on, or no longer. Nobody sees any before the collection is open.
    fileprivate func shownOtherwise(holding held: Set<ItemOrdinal>) -> [ItemOrdinal] {
        let before = collection.state.withLock { $0.isOpen ? $0.held : held }
        return held.symmetricDifference(before).sorted()
    }
}

extension LiveCollection {
    /// Takes over what a listing did not find and did not delete. The source forgets the names of all else that is gone.
    func take(_ hold: ListingHold) {
        source.abilities.volume?.keepLastPaths(of: hold.items.map { itemID($0) })
        state.withLock { $0.held = hold.items }
    }

    /// Forgets that items were held which are listed again, and the names of what was deleted.
    /// - Returns: whether those were the last.
    func forgetReturned() -> Bool {
        let held = state.withLock { $0.held }
        let away = held.filter { source.item(itemID($0)) == nil }
        source.abilities.volume?.keepLastPaths(of: away.map { itemID($0) })
        guard !held.isEmpty else { return false }
        state.withLock { $0.held = away }
        return away.isEmpty
    }
}
