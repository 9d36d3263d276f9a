import CollectionModel

/// Changes made to a draft.
extension Draft {
    /// Moves an item that is in the draft to its place after the move. O(log n).
    /// - Throws: `.invalid` when there is no such place.
    mutating func move(_ item: ItemOrdinal, toAfter place: IndexPath) throws(GridError) -> Patch {
        guard let from = snapshot.indexPath(of: item), from != place else { return Patch() }
        var update = BatchUpdate()
        update.moves = [BatchUpdate.Move(fromBefore: from, toAfter: place)]
        do throws(BatchUpdateError) {
            let patch = leavingStacks(try snapshot.apply(update), moved: [item])
            history.record(entry(patch))
            return patch
        } catch {
            throw contradiction(error)
        }
    }

    /// The place of an item that is moved to a place of an older version.
    /// - Throws: `.invalid` when that version had no such place, `.conflict` when the place is gone.
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

    /// The patch of a batch of ordinals on this draft.
    /// - Throws: `.invalid` when the batch contradicts itself or the order.
    func patch(for update: BatchUpdate) throws(GridError) -> Patch {
        do throws(BatchUpdateError) { return try snapshot.patch(for: update) } catch { throw contradiction(error) }
    }

    /// The patch of a batch on this draft; its new items and sections are given ordinals.
    /// - Throws: `.invalid` when the batch contradicts itself or the order, `.conflict` when the order has changed too much since
    ///   the batch's version.
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

    /// The smallest patch that leads to an order given by name, rebased over the changes since the order's version.
    /// - Throws: `.invalid` or `.unsupported` for orders that cannot be, `.conflict` when the order has changed too much since.
    mutating func patch(to order: NamedOrder) throws(GridError) -> Patch {
        let since = try order.version.map { (version) throws(GridError) in try changes(since: version) } ?? Patch()
        let target = try resolve(order)
        let patch = snapshot.before(since).patch(
            to: target.snapshot, reloaded: target.changed.filter(hasNewPicture), reconfigured: target.changed)
        do throws(RebaseError) { return try snapshot.rebase(patch, over: since) } catch { throw conflict(error) }
    }

    /// Applies a person's change, which can be undone.
    /// - Parameters:
    ///   - patch: the change.
    ///   - moved: the items that people moved by it.
    /// - Returns: the patch with what it does to stacks besides.
    /// - Throws: `.conflict` when the patch does not apply.
    mutating func record(_ patch: Patch, moved: [ItemOrdinal] = []) throws(GridError) -> Patch {
        try apply(patch)
        let patch = leavingStacks(patch, moved: moved)
        if !patch.isEmpty { history.record(entry(patch)) }
        return patch
    }

    /// Changes the attributes and the content of an item from this version on, and keeps those before for undo. Without new
    /// content, the item keeps what it shows.
    mutating func show(_ new: KeptItem, of item: ItemOrdinal) {
        var kept = kept(of: item)
        if underway.contents[item] == nil {
            underway.contents[item] = KeptItem(attributes: kept.attributes, content: kept.content)
        }
        // An item that was never shown before begins with its first revision.
        if kept.content != nil || collection.source.abilities.posted == nil { kept.changes += 1 }
        kept.attributes = new.attributes
        if let content = new.content {
            if let before = kept.content, before.picture != content.picture { repictured.insert(item) }
            kept.content = content
        }
        self.kept[item] = kept
    }

    /// Whether the change in the making has given an item another picture.
    func hasNewPicture(_ item: ItemOrdinal) -> Bool {
        guard let before = underway.contents[item]?.content, let after = kept[item]?.content else { return false }
        return before.picture != after.picture
    }

    /// The reverse of the change in the making, whose patch this is.
    mutating func entry(_ patch: Patch) -> ChangeHistory.Entry {
        defer { (underway.contents, underway.titles) = ([:], .init()) }
        return ChangeHistory.Entry(
            patch: patch, version: version + 1, contents: underway.contents, marks: underway.marks,
            titles: underway.titles)
    }

    mutating func apply(_ patch: Patch) throws(GridError) {
        do throws(PatchError) { try snapshot.apply(patch) } catch {
            throw .conflict(.changeInapplicable)
        }
    }

    func changes(since older: Int) throws(GridError) -> Patch {
        guard let patch = patch(since: older) else {
            throw .conflict(older > version ? .versionUnknown(newest: version) : .versionForgotten(older))
        }
        return patch
    }

    // MARK: Words

    private func contradiction(_ error: BatchUpdateError) -> GridError {
        .invalid(.operation(error.source), Reason(error, item: { name(of: $0) }, section: { name(of: $0) }))
    }

    func conflict(_ error: RebaseError) -> GridError {
        .conflict(Reason(error, item: { name(of: $0) }, section: { name(of: $0) }))
    }
}

extension Snapshot {
    /// The order before a patch that led to this one.
    func before(_ since: Patch) -> Snapshot {
        guard !since.changesNoOrder else { return self }
        var snapshot = self
        do {
            try snapshot.apply(since.inverted())
        } catch {
            preconditionFailure("a patch of the log cannot be reverted: \(error)")
        }
        return snapshot
    }
}
