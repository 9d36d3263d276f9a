import CollectionModel

extension GridEngine {
    /// Serves a source. Returns at once; the source is read in the background, then `opened` is called.
    package func add(
        _ source: any ItemSource, postingKey: String? = nil,
        opened: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        let collection = collections.withLock { table -> LiveCollection? in
            guard table.byID[source.id] == nil else { return nil }
            return table.add(source, postingKey: postingKey)
        }
        guard let collection else {
            opened(.failure(.conflict(.collectionExists(source.id))))
            return
        }
        loads.register(collection)
        background.async {
            do throws(GridError) {
                try CollectionOpening(
                    collection: collection, store: self.store, commits: self.commits, postedMemory: self.postedMemory,
                    cancellation: self.closing
                ).run()
                self.resetViewers(of: collection)
                opened(.success(collection.summary))
            } catch {
                // For `/healthz`; whoever asks for the collection gets 503.
                collection.state.withLock {
                    $0.problem = .collectionNotServed(collection.source.title, finding: error.finding)
                }
                opened(.failure(error))
            }
        }
    }

    package func summaries() -> [CollectionSummary] {
        collections.withLock { table in table.order.compactMap { table.byID[$0] } }.map(\.summary)
    }

    /// - Throws: `.notFound` when there is no such collection.
    package func summary(of id: String) throws(GridError) -> CollectionSummary {
        try collection(id).summary
    }

    /// The order at this moment, with names for its ordinals. O(1).
    /// - Throws: `.notFound`, `.opening`.
    package func snapshot(of id: String) throws(GridError) -> (
        version: Int, snapshot: Snapshot, identities: any PatchIdentities
    ) {
        let collection = try collection(id)
        return try collection.withOpenState { (state) throws(GridError) in
            (state.version, state.snapshot, collection)
        }
    }

    /// One item with its place.
    /// - Throws: `.notFound`, `.opening`.
    package func item(
        _ item: String, of id: String
    ) throws(GridError) -> (item: Item, indexPath: IndexPath, version: Int) {
        let collection = try collection(id)
        return try collection.withOpenState { (state) throws(GridError) in
            guard let raw = state.items.ordinal(of: item),
                let indexPath = state.snapshot.indexPath(of: ItemOrdinal(rawValue: raw))
            else { throw .notFound(.item, id: item) }
            let found = state.item(ItemOrdinal(rawValue: raw), source: collection.source)
            return (found, indexPath, state.version)
        }
    }

    /// When an item's picture was taken, from its attributes (`date`) or its file, and the size of the file; `nil` of what neither
    /// has. Reads the file: may block.
    /// - Throws: `.notFound`, `.opening`.
    package func fileFacts(of item: String, in id: String) throws(GridError) -> (dateTaken: String?, sizeBytes: Int?) {
        let collection = try collection(id)
        let found = try self.item(item, of: id).item
        let file = found.hasImage ? collection.source.file(of: item) : nil
        if case .string(let date)? = found.attributes["date"] { return (date, file?.sizeBytes) }
        return (file.flatMap(loads.loader.dateTaken), file?.sizeBytes)
    }

    /// Items of one section, or of all, from a flat offset. O(log n + limit).
    /// - Throws: `.notFound` when there is no such collection or section; `.opening`.
    package func items(
        of id: String, section: String?, offset: Int, limit: Int
    ) throws(GridError) -> (items: [(item: Item, indexPath: IndexPath)], total: Int, version: Int) {
        let collection = try collection(id)
        return try collection.withOpenState { (state) throws(GridError) in
            let range = try state.flatRange(ofSection: section)
            let lower = min(range.lowerBound + max(0, offset), range.upperBound)
            let upper = min(lower + max(0, limit), range.upperBound)
            var items: [(item: Item, indexPath: IndexPath)] = []
            state.snapshot.forEachItem(inFlat: lower..<upper) { _, indexPath, ordinal in
                items.append((state.item(ordinal, source: collection.source), indexPath))
            }
            return (items, range.count, state.version)
        }
    }

    /// The changes since a version, oldest first; one patch for all where they are many, or long ago. `nil` when the log does
    /// not reach back that far.
    /// - Throws: `.invalid` when there is no such version yet; `.notFound`, `.opening`.
    package func changes(of id: String, since version: Int) throws(GridError) -> [CommittedChange]? {
        let collection = try collection(id)
        let log = try collection.withOpenState { (state) throws(GridError) -> VersionLog? in
            guard version <= state.version else {
                throw .invalid(.fromVersion, .versionUnknown(newest: state.version))
            }
            // A collection that never changed has no log, and no changes.
            if version == state.version { return nil }
            return state.log
        }
        guard let log else { return [] }
        var patches = log.patches(from: version)
        if patches == nil || patches!.count > Self.patchesAtOnce { patches = log.patch(from: version).map { [$0] } }
        return patches?.map { CommittedChange(collection: id, patch: $0, identities: collection) }
    }

    /// Maximum number of patches at once; more are composed into one.
    private static let patchesAtOnce = 500

    /// All changes since a version as one, with the order that it leads to; `nil` when the log does not reach back that far.
    /// - Throws: `.invalid` when there is no such version yet; `.notFound`, `.opening`.
    package func change(
        of id: String, since version: Int
    ) throws(GridError) -> (patch: VersionedPatch, after: Snapshot, identities: any PatchIdentities)? {
        let collection = try collection(id)
        let (log, newest, after) = try collection.withOpenState { (state) throws(GridError) in
            (state.log, state.version, state.snapshot)
        }
        guard version <= newest else {
            throw .invalid(.fromVersion, .versionUnknown(newest: newest))
        }
        if version == newest { return (VersionedPatch(from: version, to: version, patch: Patch()), after, collection) }
        return log.patch(from: version).map { ($0, after, collection) }
    }

    func collection(_ id: String) throws(GridError) -> LiveCollection {
        guard let collection = collections.withLock({ $0.byID[id] }) else { throw .notFound(.collection, id: id) }
        return collection
    }

    func resetViewers(of collection: LiveCollection) {
        let version = collection.state.withLock { $0.version }
        for viewer in viewers.viewers(of: collection) { events.post(.reset(version: version), to: viewer.id) }
    }
}
