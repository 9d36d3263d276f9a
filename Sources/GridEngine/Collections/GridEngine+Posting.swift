import CollectionModel

/// Collections that are created through the interface.
extension GridEngine {
    /// Maximum number of collections.
    private static let collectionLimit = 1000

    /// Creates a collection. It is not visible before it is durable. A repetition, known by its key, gets the
    /// collection as it is by then.
    package func create(
        _ posted: PostedCollection, options: ChangeOptions = .none,
        completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        guard let postedSource else {
            return completion(.failure(.unsupported(.postingUnsupported)))
        }
        let source = postedSource(posted.id, posted.title)
        let collection: LiveCollection
        do throws(GridError) {
            try checkItemCount(with: posted)
            let reserved = try reserve(source, postingKey: options.idempotencyKey)
            guard reserved.isNew else { return completion(reserved.collection.resultOfRepetition) }
            collection = reserved.collection
        } catch {
            return completion(.failure(error))
        }
        background.async {
            do throws(GridError) {
                let (state, items) = try CollectionState.posted(posted.sections)
                source.adopt(items.compactMap(\.content))
                collection.state.withLock { $0 = state }
                let attributes = items.enumerated().map { StoredChange.Attributes(item: UInt32($0), json: $1.stored) }
                self.finish(collection, posted, attributes, completion)
            } catch {
                self.drop(collection)
                completion(.failure(error))
            }
        }
    }

    private func finish(
        _ collection: LiveCollection, _ posted: PostedCollection, _ attributes: [StoredChange.Attributes],
        _ completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        commits.perform {
            do throws(StoreError) {
                if let store = self.store {
                    try self.commits.writeCheckpoint(
                        collection, to: store, attributes: attributes, postedTitle: posted.title)
                }
                collection.state.withLock { $0.isOpen = true }
                completion(.success(collection.summary))
            } catch {
                self.drop(collection)
                completion(.failure(.notStored(error)))
            }
        }
    }

    /// Serves the collections again that were created before the last stop. `opened` is called for each.
    /// - Throws: `.notStored` when the store cannot list them.
    package func reopenPostedCollections(
        opened: @escaping @Sendable (_ id: String, Result<CollectionSummary, GridError>) -> Void
    ) throws(GridError) {
        guard let postedSource, let store else { return }
        let stored: [StoredPostedCollection]
        do throws(StoreError) { stored = try store.postedCollections() } catch { throw .notStored(error) }
        for posted in stored {
            add(postedSource(posted.id, posted.title), postingKey: posted.postingKey) { opened(posted.id, $0) }
        }
    }

    /// Deletes a collection that was created through the interface, with everything in it.
    /// - Throws: `.notFound`, or `.unsupported` when the collection was not posted. What is refused later goes to `completion`.
    package func remove(
        _ id: String, options: ChangeOptions = .none,
        completion: @escaping @Sendable (Result<Void, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        guard collection.source is any PostedSource else {
            throw .unsupported(.deletionUnsupported(collection.source.title))
        }
        commits.perform { completion(self.remove(collection, options)) }
    }

    /// On the commit queue: nothing else changes the collection meanwhile.
    private func remove(_ collection: LiveCollection, _ options: ChangeOptions) -> Result<Void, GridError> {
        let version = collection.state.withLock { $0.isOpen && !$0.isRemoved ? $0.version : nil }
        guard let version else { return .failure(.notFound(.collection, id: collection.id)) }
        if let expected = options.ifVersion, expected != version {
            return .failure(.versionMismatch(current: version))
        }
        do throws(StoreError) { try store?.remove(collection.id) } catch { return .failure(.notStored(error)) }
        commits.forget(collection.id)
        drop(collection)
        return .success(())
    }

    // MARK: The table

    /// Posted items are in memory for as long as their collection is there.
    private func checkItemCount(with posted: PostedCollection) throws(GridError) {
        let present = collections.withLock { table in
            table.byID.values.filter { $0.source is any PostedSource && $0.id != posted.id }
        }
        let count = (present.map(\.summary.itemCount) + posted.sections.map(\.items.count)).reduce(0, +)
        guard count <= configuration.postedItemLimit else {
            throw .tooMany(.items, limit: configuration.postedItemLimit)
        }
    }

    private func reserve(
        _ source: any ItemSource, postingKey: String?
    ) throws(GridError) -> (collection: LiveCollection, isNew: Bool) {
        let reserved = try collections.withLock {
            table -> Result<(collection: LiveCollection, isNew: Bool), GridError> in
            if let known = table.byID[source.id] {
                if let postingKey, known.postingKey == postingKey { return .success((known, false)) }
                return .failure(.conflict(.collectionExists(source.id)))
            }
            guard table.order.count < Self.collectionLimit else {
                return .failure(.tooMany(.collections, limit: Self.collectionLimit))
            }
            return .success((table.add(source, postingKey: postingKey), true))
        }.get()
        if reserved.isNew { loads.register(reserved.collection) }
        return reserved
    }

    /// Removes a collection from the table, with its viewers and movements.
    private func drop(_ collection: LiveCollection) {
        collection.state.withLock {
            $0.isOpen = false
            $0.isRemoved = true
        }
        collections.withLock { table in
            guard table.byID[collection.id] === collection else { return }
            table.byID[collection.id] = nil
            table.order.removeAll { $0 == collection.id }
        }
        for viewer in viewers.viewers(of: collection) { try? removeViewer(viewer.id) }
        movements.withLock { movements in movements = movements.filter { $0.value.collection !== collection } }
        loads.unregister(collection)
    }
}

extension LiveCollection {
    /// What a repetition gets; while the first request is not finished, `.opening`.
    fileprivate var resultOfRepetition: Result<CollectionSummary, GridError> {
        let summary = summary
        return summary.isOpen ? .success(summary) : .failure(.opening)
    }
}
