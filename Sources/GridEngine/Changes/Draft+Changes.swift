import CollectionModel

/// Changes worked out on a draft.
extension Draft {
    /// Moves an item that is in the draft to its place after the move. O(log n).
    mutating func move(_ item: ItemOrdinal, toAfter place: IndexPath) throws(GridError) -> Patch {
        guard let from = snapshot.indexPath(of: item), from != place else { return Patch() }
        var update = BatchUpdate()
        update.moves = [BatchUpdate.Move(fromBefore: from, toAfter: place)]
        do throws(BatchUpdateError) {
            let patch = try snapshot.apply(update)
            history.record(.init(patch: patch, version: version + 1))
            return patch
        } catch {
            throw contradiction(error)
        }
    }

    /// Where an item lands that was to be put to a place of an older version.
    func place(
        of item: ItemOrdinal, toAfter place: IndexPath, inVersion older: Int?
    ) throws(GridError) -> IndexPath {
        guard let older, older != version else { return place }
        let since = try changes(since: older)
        do throws(RebaseError) {
            if let place = try snapshot.rebaseMove(of: item, toAfter: place, over: since) { return place }
        } catch {
            throw conflict(error)
        }
        throw .invalid(.target, .noPlace(inVersion: older))
    }

    /// What a batch of ordinals comes to on this draft.
    func patch(for update: BatchUpdate) throws(GridError) -> Patch {
        do throws(BatchUpdateError) { return try snapshot.patch(for: update) } catch { throw contradiction(error) }
    }

    /// What a batch comes to on this draft; its new items and sections are given ordinals.
    mutating func patch(for batch: NamedBatch) throws(GridError) -> Patch {
        let since = try batch.version.map { (version) throws(GridError) in try changes(since: version) } ?? Patch()
        let update = try resolve(batch)
        let patch: Patch
        do throws(BatchUpdateError) {
            patch = try snapshot.before(since).patch(for: update)
        } catch {
            throw contradiction(error)
        }
        do throws(RebaseError) { return try snapshot.rebase(patch, over: since) } catch { throw conflict(error) }
    }

    /// The smallest patch that leads to an order given by name, carried over what happened since the version it names.
    mutating func patch(to order: NamedOrder) throws(GridError) -> Patch {
        let since = try order.version.map { (version) throws(GridError) in try changes(since: version) } ?? Patch()
        let target = try resolve(order)
        let patch = snapshot.before(since).patch(to: target.snapshot, reloaded: [], reconfigured: target.changed)
        do throws(RebaseError) { return try snapshot.rebase(patch, over: since) } catch { throw conflict(error) }
    }

    /// Applies a person's change, which can be taken back.
    mutating func record(_ patch: Patch) throws(GridError) -> Patch {
        try apply(patch)
        if !patch.isEmpty { history.record(.init(patch: patch, version: version + 1, contents: takeReplaced())) }
        return patch
    }

    /// Takes the newest change back that can be. Passes over what others have taken back meanwhile, and what their changes
    /// have left no place for: one such entry must not bar the way to those before it.
    /// - Throws: when there is none, why the newest cannot be taken back.
    mutating func revertNewest(
        orThrow none: GridError, _ take: (inout ChangeHistory) -> ChangeHistory.Entry?
    ) throws(GridError) -> (Patch, ChangeHistory.Entry) {
        var refusal: GridError?
        while let entry = take(&history) {
            do throws(GridError) {
                let (patch, reverse) = try revert(entry)
                if !patch.isEmpty { return (patch, reverse) }
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? none
    }

    /// Takes a change back, beside all that came since. Answers the patch, and what takes that back again.
    private mutating func revert(_ entry: ChangeHistory.Entry) throws(GridError) -> (Patch, ChangeHistory.Entry) {
        let since = try changes(since: entry.version)
        var patch: Patch
        do throws(RebaseError) {
            patch = try snapshot.rebase(entry.patch.inverted(), over: since, passingOver: true)
        } catch {
            throw conflict(error)
        }
        try apply(patch)
        for (item, contents) in entry.contents { show(contents, of: item) }
        let inserted = Set(patch.inserts.map(\.item))
        patch.reconfigures = Set(patch.reconfigures).union(entry.contents.keys)
            .subtracting(patch.reloads).filter { snapshot.contains($0) && !inserted.contains($0) }.sorted()
        return (patch, ChangeHistory.Entry(patch: patch, version: version + 1, contents: takeReplaced()))
    }

    /// Lets an item show something else from this version on, and keeps what it showed before.
    mutating func show(_ contents: ChangeHistory.Contents, of item: ItemOrdinal) {
        var overlay = overlay(of: item)
        let before = content(of: item)
        if replaced[item] == nil {
            replaced[item] = ChangeHistory.Contents(attributes: overlay.attributes, item: before)
        }
        // An item that was never shown before begins with its first revision.
        if before != nil || !(collection.source is any PostedSource) { overlay.changes += 1 }
        overlay.attributes = contents.attributes
        overlays[item] = overlay
        if let content = contents.item { self.contents[item] = content }
    }

    private mutating func takeReplaced() -> [ItemOrdinal: ChangeHistory.Contents] {
        defer { replaced = [:] }
        return replaced
    }

    private mutating func apply(_ patch: Patch) throws(GridError) {
        do throws(PatchError) { try snapshot.apply(patch) } catch {
            throw .conflict(.changeInapplicable)
        }
    }

    private func changes(since older: Int) throws(GridError) -> Patch {
        guard let patch = patch(since: older) else {
            throw .conflict(older > version ? .versionUnknown(newest: version) : .versionForgotten(older))
        }
        return patch
    }

    // MARK: Words

    private func contradiction(_ error: BatchUpdateError) -> GridError {
        .invalid(.operation(error.source), Reason(error, item: { name(of: $0) }, section: { name(of: $0) }))
    }

    private func conflict(_ error: RebaseError) -> GridError {
        .conflict(Reason(error, item: { name(of: $0) }, section: { name(of: $0) }))
    }
}

extension Snapshot {
    /// The order before a patch that led to this one.
    fileprivate func before(_ since: Patch) -> Snapshot {
        guard !since.changesNoOrder else { return self }
        var snapshot = self
        do {
            try snapshot.apply(since.inverted())
        } catch {
            preconditionFailure("a patch of the log cannot be taken back: \(error)")
        }
        return snapshot
    }
}
