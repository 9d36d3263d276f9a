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
            self.watch(collection)
            do throws(GridError) {
                let opening = CollectionOpening(
                    collection: collection, store: self.store, commits: self.commits, postedMemory: self.postedMemory,
                    cancellation: self.closing,
                    openedEarly: { self.commits.notify { $0.collectionDidOpen(collection) } },
                    report: { self.viewers.post(.refresh($0), to: collection) })
                // Refreshes and changes of the source wait, once a part is shown.
                let wasShown = try collection.reading.withLock { (_) throws(GridError) in try opening.run() }
                if !wasShown { self.commits.notify { $0.collectionDidOpen(collection) } }
                opened(.success(collection.summary))
                collection.settleNames()
                // Changes that came while it was read.
                self.readChanges(of: collection)
                self.joinDataSets(of: collection)
            } catch {
                if error == .notFound(.collection, id: collection.id) {
                    self.drop(collection)
                } else {
                    // For `/healthz`; whoever asks for the collection gets 503.
                    var problem = error.reason
                    if case .notStored(.damaged) = error { problem = .collectionNotServed(collection.source.title) }
                    collection.state.withLock { ($0.refresh, $0.problem) = (nil, problem) }
                }
                opened(.failure(error))
            }
        }
    }

    package func summaries() -> [CollectionSummary] {
        collections.withLock { table in table.order.compactMap { table.byID[$0] } }.map { collection in
            var summary = collection.summary
            for feature in features { feature.describe(collection, in: &summary) }
            return summary
        }
    }

    /// - Throws: `.notFound` when there is no such collection.
    package func summary(of id: String) throws(GridError) -> CollectionSummary {
        let served = try served(id)
        var summary = served.collection.summary
        for feature in features { feature.describe(served.collection, in: &summary) }
        if case .result = served.order {
            served.collection.state.withLock { $0.describe(served.order, in: &summary) }
            summary.foldedCount = served.collection.foldedCount(of: served.order)
            summary.id = id
            summary.stamp = 0
        }
        return summary
    }

    /// The order at this moment, with names for its ordinals. O(1).
    /// - Throws: `.notFound`, `.opening`.
    package func snapshot(of id: String) throws(GridError) -> (
        head: StoredHead, snapshot: Snapshot, identities: any PatchIdentities
    ) {
        let served = try served(id)
        return try served.collection.withOpenState { (state) throws(GridError) in
            (state.head(of: served.order), state.snapshot(of: served.order), served.collection)
        }
    }

    /// One item with its place.
    /// - Throws: `.notFound`, `.opening`.
    package func item(
        _ item: String, of id: String
    ) throws(GridError) -> (item: Item, indexPath: IndexPath, version: Int) {
        let served = try served(id)
        served.collection.settleNames()
        return try served.collection.withOpenState { (state) throws(GridError) in
            guard let raw = state.items.ordinal(of: item),
                let indexPath = state.snapshot(of: served.order).indexPath(of: ItemOrdinal(rawValue: raw))
            else { throw .notFound(.item, id: item) }
            let found = state.item(ItemOrdinal(rawValue: raw), source: served.collection.source)
            return (found, indexPath, state.version(of: served.order))
        }
    }

    /// The same with what the item shows, of a source that is asked for it. `completion` is called once, on any thread; with `.notReady`
    /// where the source fails. Throws as `item` does.
    package func readItem(
        _ item: String, of id: String,
        completion: @escaping @Sendable (Result<(item: Item, indexPath: IndexPath), GridError>) -> Void
    ) throws(GridError) {
        let served = try served(id)
        let collection = served.collection
        collection.settleNames()
        let found = try collection.withOpenState { (state) throws(GridError) in
            guard let raw = state.items.ordinal(of: item),
                let indexPath = state.snapshot(of: served.order).indexPath(of: ItemOrdinal(rawValue: raw))
            else { throw .notFound(.item, id: item) }
            return (known: state.known(of: ItemOrdinal(rawValue: raw)), indexPath: indexPath)
        }
        ContentReading.begin([found.known], of: collection) { answer in
            completion(
                answer.map { (found.known.item(of: collection.source, content: $0[item]), found.indexPath) }
                    .mapError { .notReady($0.reason) })
        }
    }

    /// When an item's picture was taken, from its attributes (`date`) or as the field `taken` says, and the size of the file; `nil` of
    /// what neither has. Reads the file, where it has not been read yet: may block.
    /// - Throws: `.notFound`, `.opening`.
    package func fileFacts(of item: String, in id: String) throws(GridError) -> (dateTaken: String?, sizeBytes: Int?) {
        let collection = try served(id).collection
        let found = try self.item(item, of: id).item
        let file = found.hasImage ? collection.source.file(of: item) : nil
        if case .string(let date)? = found.attributes["date"] { return (date, file?.sizeBytes) }
        return (file == nil ? nil : try dateTaken(of: item, in: collection)?.text, file?.sizeBytes)
    }

    /// The changes since a version.
    /// - Parameters:
    ///   - id: the identifier of a collection, or of a result.
    ///   - version: the one that the client knows.
    ///   - stamp: of that version; 0 where the client does not know it.
    /// - Returns: oldest first; one patch for all where they are many, or long ago. `nil` when the log does not reach back that far,
    ///   or has another version of that number: the store was set back meanwhile.
    /// - Throws: `.invalid` when there is no such version yet; `.notFound`, `.opening`.
    package func changes(
        of id: String, since version: Int, stamp: Int64 = 0
    ) throws(GridError) -> [CommittedChange]? {
        let served = try served(id)
        let (log, stamps, isOther) = try served.collection.withOpenState {
            (state) throws(GridError) -> (VersionLog?, VersionStamps, Bool) in
            let newest = state.version(of: served.order)
            guard version <= newest else { throw .invalid(.fromVersion, .versionUnknown(newest: newest)) }
            let stamps = served.order == .own ? state.stamps : VersionStamps()
            // An order that never changed has no log, and no changes.
            return (
                version == newest ? nil : state.log(of: served.order), stamps,
                state.isOther(version, stamp: stamp, of: served.order)
            )
        }
        if isOther { return nil }
        guard let log else { return [] }
        var patches = log.patches(from: version)
        if patches == nil || patches!.count > Self.patchesAtOnce { patches = log.patch(from: version).map { [$0] } }
        return patches?.map {
            CommittedChange(
                collection: id, patch: $0, identities: served.collection, stamp: stamps.stamp(of: $0.to))
        }
    }

    /// Maximum number of patches at once; more are composed into one.
    private static let patchesAtOnce = 500

    /// All changes since a version as one, with the order that it leads to; `nil` when the log does not reach back that far.
    /// - Throws: `.invalid` when there is no such version yet; `.notFound`, `.opening`.
    package func change(
        of id: String, since version: Int, stamp: Int64 = 0
    ) throws(GridError) -> (patch: VersionedPatch, stamp: Int64, after: Snapshot, identities: any PatchIdentities)? {
        let served = try served(id)
        let (log, head, after, isOther) = try served.collection.withOpenState { (state) throws(GridError) in
            (
                state.log(of: served.order), state.head(of: served.order), state.snapshot(of: served.order),
                state.isOther(version, stamp: stamp, of: served.order)
            )
        }
        guard version <= head.version else {
            throw .invalid(.fromVersion, .versionUnknown(newest: head.version))
        }
        if isOther { return nil }
        if version == head.version {
            let unchanged = VersionedPatch(from: version, to: version, patch: Patch())
            return (unchanged, head.stamp, after, served.collection)
        }
        return log.patch(from: version).map { ($0, head.stamp, after, served.collection) }
    }

    /// A collection in its own order.
    /// - Throws: `.notFound` when there is none, `.unsupported` where a result is named.
    func collection(_ id: String) throws(GridError) -> LiveCollection {
        let served = try served(id)
        guard served.order == .own else { throw .unsupported(.resultFixed) }
        return served.collection
    }

    /// The order that an identifier names: of a collection, or of a result.
    /// - Throws: `.notFound`
    func served(_ id: String) throws(GridError) -> ServedOrder {
        // In one look: between two, what is read again could be back.
        let (collection, isReopening) = collections.withLock { ($0.byID[id], $0.reopening.contains(id)) }
        if let collection { return ServedOrder(collection: collection, order: .own) }
        if isReopening { throw .opening }
        if let result = results.find(id, at: clock.now) { return result }
        throw .notFound(.collection, id: id)
    }
}
