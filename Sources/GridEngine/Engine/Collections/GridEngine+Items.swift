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
        try place(of: id, section: section, at: older, offset: offset, limit: limit).map { $0.page([:]) }
    }

    /// The same with what items show, of a source that is asked for it: read off this thread. `cancellation` is raised when nobody waits
    /// any more. `completion` is called once: at once where nothing has to be read, otherwise on another thread; with `.notReady` where
    /// the source fails. Throws as `items` does.
    package func readItems(
        of id: String, section: String?, at older: Int? = nil, offset: Int, limit: Int,
        cancellation: Cancellation = Cancellation(),
        completion: @escaping @Sendable (Result<ItemPage?, GridError>) -> Void
    ) throws(GridError) {
        guard let placed = try place(of: id, section: section, at: older, offset: offset, limit: limit) else {
            return completion(.success(nil))
        }
        ContentReading.begin(placed.items.map(\.known), of: placed.collection, cancellation: cancellation) { answer in
            switch answer {
            case .success(let contents): completion(.success(placed.page(contents)))
            case .failure(let failure): completion(.failure(.notReady(failure.reason)))
            }
        }
    }

    /// Whether what the items of a collection show has to be read.
    /// - Throws: `.notFound`
    package func readsContents(of id: String) throws(GridError) -> Bool {
        try served(id).collection.source.contents != nil
    }

    /// The items of a page, without what their source says of them.
    private func place(
        of id: String, section: String?, at older: Int?, offset: Int, limit: Int
    ) throws(GridError) -> PlacedItems? {
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
            var items: [(known: KnownItem, indexPath: IndexPath)] = []
            paged.forEachItem(inFlat: lower..<upper) { _, indexPath, ordinal in
                guard version == newest || now.contains(ordinal) else { return }
                items.append((state.known(of: ordinal), indexPath))
            }
            return PlacedItems(collection: collection, items: items, total: range.count, version: version)
        }
    }
}

/// A page before its source is asked, which is done without the collection's lock.
private struct PlacedItems: Sendable {
    let collection: LiveCollection
    let items: [(known: KnownItem, indexPath: IndexPath)]
    let total: Int
    let version: Int

    func page(_ contents: [String: SourceItem]) -> ItemPage {
        let items = items.map { placed in
            let item = placed.known.item(of: collection.source, content: contents[placed.known.id])
            return (item: item, indexPath: placed.indexPath)
        }
        return ItemPage(items: items, total: total, version: version)
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
