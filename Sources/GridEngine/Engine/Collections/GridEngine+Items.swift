import CollectionModel

/// Items with their places in one version.
package struct ItemPage: Sendable {
    package var items: [(item: Item, indexPath: IndexPath)]
    /// Items of the section, or of all.
    package var total: Int
    package var version: Int
}

extension GridEngine {
    /// Items of one section, or of all, from an offset.
    ///
    /// Pages of one version together have each of its items once, however much is moved meanwhile; what was deleted since is left
    /// out, and what was inserted since is in the patches that follow that version.
    /// - Parameters:
    ///   - id: the identifier of the collection or result.
    ///   - section: its identifier; `nil` for all.
    ///   - older: the version that is paged; `nil` for the newest.
    ///   - offset: of the first item, in that version.
    ///   - limit: maximum number of items.
    /// - Returns: the page; `nil` when the log does not reach back to the version.
    /// - Throws: `.notFound` when there is no such collection or section, `.invalid` when there is no such version yet; `.opening`.
    /// - Complexity: O(log n + limit), and O(k log k) for k changes since an older version.
    package func items(
        of id: String, section: String?, at older: Int? = nil, offset: Int, limit: Int
    ) throws(GridError) -> ItemPage? {
        let served = try served(id)
        let (collection, order) = (served.collection, served.order)
        let (newest, now, log) = try collection.withOpenState { (state) throws(GridError) in
            (state.version(of: order), state.snapshot(of: order), older == nil ? nil : state.log(of: order))
        }
        let version = older ?? newest
        guard version <= newest else { throw .invalid(.fromVersion, .versionUnknown(newest: newest)) }
        var paged = now
        if version < newest {
            guard let since = log?.patch(from: version), let then = now.reverted(by: since.patch) else { return nil }
            paged = then
        }
        return try collection.withOpenState { (state) throws(GridError) in
            let range = try state.flatRange(ofSection: section, of: paged)
            let lower = min(range.lowerBound + max(0, offset), range.upperBound)
            let upper = min(lower + max(0, limit), range.upperBound)
            var items: [(item: Item, indexPath: IndexPath)] = []
            paged.forEachItem(inFlat: lower..<upper) { _, indexPath, ordinal in
                guard version == newest || now.contains(ordinal) else { return }
                items.append((state.item(ordinal, source: collection.source), indexPath))
            }
            return ItemPage(items: items, total: range.count, version: version)
        }
    }
}

extension Snapshot {
    /// The order before a patch that led to this one; `nil` where it does not lead here.
    fileprivate func reverted(by patch: Patch) -> Snapshot? {
        guard !patch.changesNoOrder else { return self }
        var snapshot = self
        do throws(PatchError) { try snapshot.apply(patch.inverted()) } catch { return nil }
        return snapshot
    }
}
