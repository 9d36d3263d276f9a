import CollectionModel

/// Albums: collections whose items are those of others, by reference.
struct Albums: CollectionKind {
    static let prefix = "album~"

    static func isAlbum(_ id: String) -> Bool { id.utf8.starts(with: prefix.utf8) }

    var prefix: String { Self.prefix }
    var canComeBack: Bool { true }

    func reservation(of id: String) -> Reason { .albumIdentifier(id) }
}

extension GridEngine {
    /// Creates an empty album. It is visible once it is durable.
    /// - Parameters:
    ///   - title: for people.
    ///   - options: with an idempotency key, a repetition gets the album that was created first.
    ///   - client: in whose share it is counted.
    ///   - completion: called once, on any thread.
    package func createAlbum(
        title: String, options: ChangeOptions = .none, for client: Client? = nil,
        completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        // By its key, a repetition asks for the same album, whichever server gets it.
        let id = Albums.prefix + (options.idempotencyKey.map { RandomName.of($0) } ?? RandomName.make())
        let section = GivenSection(id: "main", title: "")
        create(
            PostedCollection(id: id, title: title, sections: [section], share: postedShare()),
            from: Albums().source(id, title: title, in: self), options: options, for: client, completion: completion)
    }

    /// An album.
    /// - Throws: `.notFound`; `.unsupported` for any other collection, and for a result.
    func requireAlbum(_ id: String) throws(GridError) -> LiveCollection {
        let collection = try collection(id)
        guard Albums.isAlbum(id) else { throw .unsupported(.notAnAlbum(collection.source.title)) }
        return collection
    }
}

/// Albums that were deleted: the store keeps them for a time.
extension GridEngine {
    /// Brings a deleted album back as it was, under its identifier and its version. One that is there is answered as it is, so
    /// that a repetition does nothing.
    package func restoreAlbum(
        _ id: String, completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        let missing = GridError.notFound(.collection, id: id)
        guard Albums.isAlbum(id) else { return completion(.failure(missing)) }
        // Neither a deletion nor the news of others come between.
        commits.perform {
            let (known, refusal) = self.collections.withLock { ($0.byID[id], $0.refusal(for: nil)) }
            if known == nil, let refusal { return completion(.failure(refusal.error(.collections))) }
            guard let store = self.store else { return completion(known?.resultOfRepetition ?? .failure(missing)) }
            let posted: StoredPostedCollection?
            // Also where it is known: another server may have deleted it a moment ago.
            do throws(StoreError) { posted = try store.bringBack(id) } catch {
                return completion(.failure(.notStored(error)))
            }
            guard let posted else { return completion(.failure(missing)) }
            if let known { return completion(known.resultOfRepetition) }
            self.open(posted, opened: completion)
            guard let order = try? store.postedCollections().map(\.id) else { return }
            self.collections.withLock { $0.arrange(posted: order) }
        }
    }
}
