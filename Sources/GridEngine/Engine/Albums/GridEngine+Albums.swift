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
