import CollectionModel

/// What a new listing changes in a collection: its items given ordinals, its revisions compared, its order merged.
///
/// Computed outside of the lock, on an O(1) copy of the order: a refresh of a million items blocks no viewer. Nothing of it is
/// anybody else's before it is durable; of a version that is no longer the newest, it is computed again.
struct RefreshedOrder: Sendable {
    /// The version that it starts from.
    let from: Int
    let patch: Patch
    private let target: Snapshot
    private let names: ListedNames

    /// - Parameters:
    ///   - listing: what the source has.
    ///   - draft: what it is compared with.
    /// - Complexity: O(items). Takes the collection's lock for one chunk of them at a time.
    init(of listing: SourceListing, after draft: Draft) {
        var names = ListedNames(draft)
        names.resolve(listing)
        // A source that lists an identifier twice breaks its promise; keeping what is shown loses nothing.
        target =
            ListingMerge(current: draft.snapshot, listing: names.sections, followed: names.followed).merged()
            ?? draft.snapshot
        from = draft.version
        patch = draft.snapshot.patch(to: target, reloaded: names.reloaded, reconfigured: names.renamed)
        self.names = names
    }

    /// Makes the change on a draft, computed anew where this starts from another version than the draft's.
    /// - Returns: the patch.
    func made(on draft: inout Draft, of listing: SourceListing) -> Patch {
        // A batch may have given further names.
        let isValid = from == draft.version && draft.pending.isEmpty
        let change = isValid ? self : RefreshedOrder(of: listing, after: draft)
        change.apply(to: &draft)
        return change.patch
    }

    /// - Parameter draft: at the version that this starts from.
    func apply(to draft: inout Draft) {
        draft.snapshot = target
        names.apply(to: &draft)
    }

    /// Takes over the titles of sections where nothing else has changed, which is no version.
    func showTitles(in collection: LiveCollection) {
        guard patch.isEmpty, !names.draft.titles.isEmpty else { return }
        collection.state.withLock { state in
            for (section, title) in names.draft.titles { state.sectionTitles[Int(section.rawValue)] = title }
        }
    }
}
