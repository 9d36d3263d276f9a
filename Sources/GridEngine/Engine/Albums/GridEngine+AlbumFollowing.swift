import CollectionModel

/// Has albums show what becomes of their originals. Viewers of an album have it before the change of the original is completed,
/// where few items are concerned.
struct AlbumUpdates: CommitObserver {
    let engine: EngineReference

    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        engine()?.followOriginals(collection, change.patch.patch)
    }

    func collection(_ collection: LiveCollection, didLearnOf items: [ItemOrdinal]) {
        engine()?.showOriginals(items, of: collection)
    }

    func collectionDidOpen(_ collection: LiveCollection) { engine()?.showOriginals(of: collection) }

    func collectionDidClose(_ collection: LiveCollection) { engine()?.showOriginals(of: collection) }
}

extension GridEngine {
    /// Items of this number are looked up before a change is completed; more in the background.
    private static let atOnce = 1000

    /// Has albums follow a change of a collection whose items they may refer to. On the commit queue.
    fileprivate func followOriginals(_ collection: LiveCollection, _ patch: Patch) {
        guard collection.source.abilities.references == nil, collections.withLock({ !$0.referring.isEmpty }) else {
            return
        }
        let replaced = patch.reloads + patch.inserts.map(\.item) + patch.deletes.map(\.item)
        show(patch.reconfigures, replaced: replaced, of: collection)
    }

    /// Has albums show originals of which more is known now.
    func showOriginals(_ items: [ItemOrdinal], of collection: LiveCollection) {
        guard collection.source.abilities.references == nil, collections.withLock({ !$0.referring.isEmpty }) else {
            return
        }
        show(items, replaced: [], of: collection)
    }

    /// Has albums show a collection that has come, or has gone.
    fileprivate func showOriginals(of collection: LiveCollection) {
        guard collection.source.abilities.references == nil else { return }
        for album in collections.withLock({ $0.referring }) { showAll(of: collection, in: album) }
    }

    /// - Parameters:
    ///   - items: those whose marks or attributes are other ones.
    ///   - replaced: those that have another content, came or went.
    ///   - collection: theirs.
    private func show(_ items: [ItemOrdinal], replaced: [ItemOrdinal], of collection: LiveCollection) {
        if items.count + replaced.count <= Self.atOnce {
            showNow(items, replaced: replaced, of: collection)
        } else {
            background.async { self.showNow(items, replaced: replaced, of: collection) }
        }
    }

    private func showNow(_ items: [ItemOrdinal], replaced: [ItemOrdinal], of collection: LiveCollection) {
        for album in collections.withLock({ $0.referring }) where isSeen(album) {
            let replacements = album.references(to: replaced, of: collection)
            let configured = album.references(to: items, of: collection)
            loads.invalidate(replacements, in: album)
            show((configured + replacements).sorted(), hasReplaced: !replacements.isEmpty, in: album)
        }
    }

    private func showAll(of collection: LiveCollection, in album: LiveCollection) {
        guard isSeen(album) else { return }
        let prefix = ItemReference.prefix(collection.id)
        let items = album.items { $0.utf8.starts(with: prefix.utf8) }
        loads.invalidate(items, in: album)
        show(items, hasReplaced: true, in: album)
    }

    /// Whether anything is kept of an album that its originals have said before.
    private func isSeen(_ album: LiveCollection) -> Bool {
        album.queries.isFilled || !viewers.viewers(of: album).isEmpty
    }

    /// - Parameters:
    ///   - items: of the album, ascending.
    ///   - hasReplaced: whether cells may need other pictures, or none.
    ///   - album: theirs.
    private func show(_ items: [ItemOrdinal], hasReplaced: Bool, in album: LiveCollection) {
        guard !items.isEmpty else { return }
        if album.queries.isFilled {
            commits.perform {
                let (changes, untold) = album.followOriginals(items)
                self.commits.announce(changes, of: album)
                if !untold.isEmpty { self.readMetadata(of: album, changed: untold) }
            }
        }
        if hasReplaced {
            viewers.reset(of: album)
        } else {
            viewers.post(contentsOf: items, in: album)
        }
    }
}

extension LiveCollection {
    /// This album's items that refer to items of a collection.
    func references(to originals: [ItemOrdinal], of collection: LiveCollection) -> [ItemOrdinal] {
        guard !originals.isEmpty else { return [] }
        let own = state.withLock { $0.snapshot.numberOfItems }
        let prefix = ItemReference.prefix(collection.id)
        if originals.count > own {
            let names = Set(originals)
            return items { name in
                guard name.utf8.starts(with: prefix.utf8), let reference = ItemReference(name) else { return false }
                let raw = collection.state.withLock { $0.items.ordinal(of: reference.item) }
                return raw.map { names.contains(ItemOrdinal($0)) } ?? false
            }
        }
        let names = collection.names(of: originals, after: prefix)
        return state.withLock { state in
            names.compactMap { name in
                guard let raw = state.items.ordinal(of: name), state.snapshot.contains(ItemOrdinal(raw)) else {
                    return nil
                }
                return ItemOrdinal(raw)
            }
        }
    }

    /// The items whose identifiers are wanted, ascending.
    fileprivate func items(where isWanted: (String) -> Bool) -> [ItemOrdinal] {
        let snapshot = state.withLock { $0.snapshot }
        var ordinals: [ItemOrdinal] = []
        snapshot.forEachItem(inFlat: 0..<snapshot.numberOfItems) { _, _, item in ordinals.append(item) }
        let names = names(of: ordinals, after: "")
        return zip(ordinals, names).filter { isWanted($1) }.map(\.0).sorted()
    }

    /// Leads the fields and results of an album on after its originals have changed. On the commit queue.
    /// - Returns: the changes, and the items whose originals no longer have an attribute in the place of what their files say.
    fileprivate func followOriginals(_ items: [ItemOrdinal]) -> (PublishedChanges, untold: Set<ItemOrdinal>) {
        let shown = items.compactMap { ordinal -> (ItemOrdinal, Item, PictureFile?, String)? in
            let known = state.withLock { state -> (KnownItem, String)? in
                guard let path = state.snapshot.indexPath(of: ordinal) else { return nil }
                return (state.known(of: ordinal), state.section(state.snapshot.section(at: path.section)).title)
            }
            guard let (item, folder) = known else { return nil }
            return (ordinal, item.item(of: source), source.item(item.id)?.file, folder)
        }
        let told = Set(shown.lazy.filter { $0.1.tellsFields }.map(\.0))
        let (all, beside, untold) = queries.state.withLock { state in
            let untold = state.told.intersection(items).subtracting(told)
            state.told = state.told.subtracting(untold).union(told)
            let (all, beside) = (state.cleared(hasFile: false), state.cleared(hasFile: true))
            return (all.union(Mark.names), beside.union(Mark.names), untold)
        }
        let changes = followValues(of: Set(items)) { columns in
            for (ordinal, item, file, folder) in shown {
                columns.set(item, folder: folder, file: file, of: ordinal, clearing: file == nil ? all : beside)
            }
        }
        return (changes, untold)
    }
}
