import CollectionModel

/// Collections that are created through the interface.
extension GridEngine {
    /// Maximum number of collections.
    static let collectionLimit = 1000

    /// Creates a collection, in the share of `client`. It is not visible before it is durable. A repetition, known by its
    /// key, gets the collection as it is by then.
    package func create(
        _ posted: PostedCollection, options: ChangeOptions = .none, for client: Client? = nil,
        completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        if let kind = kind(of: posted.id) { return completion(.failure(.conflict(kind.reservation(of: posted.id)))) }
        guard let source = postedSource?(posted.id, posted.title) else {
            return completion(.failure(.unsupported(.postingUnsupported)))
        }
        create(posted, from: source, options: options, for: client, completion: completion)
    }

    /// The same from a source that is there.
    func create(
        _ posted: PostedCollection, from source: any ItemSource, options: ChangeOptions, for client: Client?,
        completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        let collection: LiveCollection
        do throws(GridError) {
            try checkItemCount(with: posted, for: client)
            let reserved = try reserve(source, key: options.storedKey, for: client)
            guard reserved.isNew else { return completion(reserved.collection.resultOfRepetition) }
            collection = reserved.collection
        } catch {
            return completion(.failure(error))
        }
        background.async {
            do throws(GridError) {
                let state = try CollectionState.posted(posted)
                collection.source.abilities.posted?.adopt(posted.contents, of: posted.items)
                collection.state.withLock {
                    $0 = state
                    if let stored = collection.source.abilities.stored { $0.countPosted(stored) }
                }
                self.finish(collection, posted, completion)
            } catch {
                self.drop(collection)
                completion(.failure(error))
            }
        }
    }

    private func finish(
        _ collection: LiveCollection, _ posted: PostedCollection,
        _ completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        commits.perform {
            do throws(StoreError) {
                if let store = self.store {
                    guard let head = try store.create(StoredOrder(posted, in: collection), cancellation: Cancellation())
                    else { return self.openCreated(collection, completion) }
                    collection.state.withLock { $0.note(stamp: head.stamp, from: head.version) }
                    store.follow(collection.id, from: head)
                }
                collection.state.withLock { $0.isOpen = true }
                completion(.success(collection.summary))
            } catch {
                self.drop(collection)
                completion(.failure(.notStored(error)))
            }
        }
    }

    /// Serves what another server has created under the same identifier. A retry with the same key gets it; other requests are refused.
    private func openCreated(
        _ collection: LiveCollection, _ completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        drop(collection)
        let exists = Result<CollectionSummary, GridError>.failure(.conflict(.collectionExists(collection.id)))
        background.async {
            guard let posted = try? self.store?.postedCollections().first(where: { $0.id == collection.id }) else {
                return completion(exists)
            }
            var answer: Result<CollectionSummary, GridError>? = exists
            if let key = collection.postingKey.map({ StoredKey(stored: $0) }),
                let known = posted.postingKey.map({ StoredKey(stored: $0) }), known.key == key.key
            {
                do throws(GridError) {
                    try key.requireSameRequest(as: known)
                    answer = nil
                } catch {
                    answer = .failure(error)
                }
            }
            let refusal = answer
            self.open(posted) { completion(refusal ?? $0) }
        }
    }

    /// Serves a collection that was posted, from the store.
    func open(
        _ posted: StoredPostedCollection, opened: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        let kind = kind(of: posted.id)
        guard
            let source = kind?.source(posted.id, title: posted.title, in: self)
                ?? postedSource?(posted.id, posted.title)
        else { return }
        add(source, postingKey: posted.postingKey, opened: opened)
    }

    /// Serves the collections again that were created before the last stop. `opened` is called for each.
    /// - Throws: `.notStored` when the store cannot list them.
    package func reopenPostedCollections(
        opened: @escaping @Sendable (_ id: String, Result<CollectionSummary, GridError>) -> Void
    ) throws(GridError) {
        guard let store else { return }
        let stored: [StoredPostedCollection]
        do throws(StoreError) { stored = try store.postedCollections() } catch { throw .notStored(error) }
        for posted in stored {
            open(posted) { [weak self] outcome in
                opened(posted.id, outcome)
                self?.dropUnusedUploads(of: posted.id)
            }
        }
    }

    /// Deletes a collection that was created through the interface, with everything in it. Some kinds can be brought back.
    /// - Throws: `.notFound`, or `.unsupported` when the collection was not posted. What is refused later goes to `completion`.
    package func remove(
        _ id: String, options: ChangeOptions = .none,
        completion: @escaping @Sendable (Result<Void, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        guard collection.source.abilities.stored != nil else {
            throw .unsupported(.deletionUnsupported(collection.source.title))
        }
        commits.perform { completion(self.remove(collection, options)) }
    }

    /// On the commit queue: nothing else changes the collection meanwhile.
    private func remove(_ collection: LiveCollection, _ options: ChangeOptions) -> Result<Void, GridError> {
        let head = collection.state.withLock { $0.isOpen && !$0.isRemoved ? $0.head : nil }
        guard let head else { return .failure(.notFound(.collection, id: collection.id)) }
        guard options.permit(head) else { return .failure(.versionMismatch(current: head)) }
        do throws(StoreError) {
            if kind(of: collection.id)?.canComeBack == true {
                try store?.setAside(collection.id)
            } else {
                try store?.remove(collection.id)
            }
        } catch {
            return .failure(.notStored(error))
        }
        commits.forget(collection.id)
        collection.source.abilities.posted?.dropUploads()
        drop(collection)
        return .success(())
    }

    // MARK: The table

    /// The share of the memory of a collection that is to be posted.
    package func postedShare() -> PostedMemory.Share { PostedMemory.Share(of: postedMemory) }

    /// Posted items are in memory for as long as their collection is there. A client has its share of them, too.
    func checkItemCount(with posted: PostedCollection, for client: Client?) throws(GridError) {
        let present = collections.withLock { table in
            table.byID.values.filter { $0.source.abilities.posted != nil && $0.id != posted.id }
        }
        func count(_ isCounted: (LiveCollection) -> Bool) -> Int {
            present.filter(isCounted).map(\.summary.itemCount).reduce(0, +)
        }
        let more = posted.itemCount
        let (limit, all) = (configuration.postedItemLimit, count { _ in true })
        guard all + more <= limit else { throw .tooMany(.items, limit: limit) }
        guard let client else { return }
        let atOrigin = count { $0.client?.origin == client.origin }
        let share = ClientShares.share(of: limit, others: all - atOrigin)
        guard atOrigin + more <= share else { throw .shareUsed(.items, share: share) }
    }

    private func reserve(
        _ source: any ItemSource, key: StoredKey?, for client: Client?
    ) throws(GridError) -> (collection: LiveCollection, isNew: Bool) {
        let reserved = try collections.withLock {
            table -> Result<(collection: LiveCollection, isNew: Bool), GridError> in
            do throws(GridError) {
                if let known = try table.collection(postedUnder: key), known.id == source.id {
                    return .success((known, false))
                }
            } catch {
                return .failure(error)
            }
            if table.byID[source.id] != nil { return .failure(.conflict(.collectionExists(source.id))) }
            if let refusal = table.refusal(for: client) { return .failure(refusal.error(.collections)) }
            return .success((table.add(source, postingKey: key?.text, client: client), true))
        }.get()
        if reserved.isNew { loads.register(reserved.collection) }
        return reserved
    }

    /// Removes a collection from the table, with its viewers and movements.
    func drop(_ collection: LiveCollection) {
        collection.state.withLock {
            $0.isOpen = false
            $0.isRemoved = true
            $0.postedShare = nil
        }
        collections.withLock { $0.remove(collection) }
        store?.unfollow(collection.id)
        for viewer in viewers.viewers(of: collection) {
            // A page that only looks would not notice: it asks for its range now, and hears that there is nothing.
            viewers.reset(viewer)
            try? removeViewer(viewer.id)
        }
        results.remove(of: collection)
        collection.queries.removeAll()
        movements.withLock { $0.removeAll { $0.collection === collection } }
        loads.unregister(collection)
        commits.notify { $0.collectionDidClose(collection) }
    }
}

extension StoredOrder {
    /// The first order of a posted collection, whose state is there.
    fileprivate init(_ posted: PostedCollection, in collection: LiveCollection) {
        let sections = posted.sections.enumerated().map { index, section in
            StoredSection(
                ordinal: UInt32(index), id: posted.sectionIdentifiers[UInt32(index)], title: section.title)
        }
        self.init(
            collection: posted.id, version: 1,
            sections: collection.state.withLock { $0.snapshot }.storedSections,
            newItems: StoredIdentifiers(of: posted.items, from: 0), newSections: sections,
            attributes: PostedRows(contents: posted.contents, items: posted.items), postedTitle: posted.title,
            postingKey: collection.postingKey)
    }
}

extension CollectionTable {
    /// The collection that was posted under a key.
    /// - Throws: `.keyReused` where that was another request.
    func collection(postedUnder key: StoredKey?) throws(GridError) -> LiveCollection? {
        guard let key else { return nil }
        for collection in byID.values {
            guard let known = collection.postingKey.map({ StoredKey(stored: $0) }), known.key == key.key else {
                continue
            }
            try key.requireSameRequest(as: known)
            return collection
        }
        return nil
    }
}

extension LiveCollection {
    /// The answer to a repetition; while the first request is not finished, `.opening`.
    var resultOfRepetition: Result<CollectionSummary, GridError> {
        let summary = summary
        return summary.isOpen ? .success(summary) : .failure(.opening)
    }
}
