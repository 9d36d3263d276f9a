import CollectionModel

/// Albums: collections whose items are those of others, by reference.
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
        let id = AlbumSource.prefix + (options.idempotencyKey.map { RandomName.of($0) } ?? RandomName.make())
        let section = GivenSection(id: "main", title: "")
        create(
            PostedCollection(id: id, title: title, sections: [section], share: postedShare()),
            from: album(id, title: title), options: options, for: client, completion: completion)
    }

    /// The source of a collection that is stored with its items.
    /// - Returns: `nil` where no collections are posted.
    func storedSource(_ id: String, title: String) -> (any ItemSource)? {
        AlbumSource.isAlbum(id) ? album(id, title: title) : postedSource?(id, title)
    }

    private func album(_ id: String, title: String) -> AlbumSource {
        AlbumSource(id: id, title: title) { [weak self] id in
            guard let self else { return nil }
            return collections.withLock { $0.byID[id] }
        } gives: { [weak self] in
            guard let self else { return (false, false) }
            return collections.withLock { ($0.givesOriginals, $0.knowsPaths) }
        }
    }

    /// The source of an album.
    /// - Throws: `.notFound`; `.unsupported` for any other collection, and for a result.
    func requireAlbum(_ id: String) throws(GridError) -> LiveCollection {
        let collection = try collection(id)
        guard collection.source is AlbumSource else { throw .unsupported(.notAnAlbum(collection.source.title)) }
        return collection
    }
}
