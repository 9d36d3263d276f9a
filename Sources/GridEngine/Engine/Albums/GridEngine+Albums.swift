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

extension GridEngine {
    /// Puts items of a collection into an album, in their order: one change and one patch. Those that it has already stay where they
    /// are.
    ///
    /// The items of another album are not referred to: what they refer to is.
    /// - Parameters:
    ///   - addition: which items, and where.
    ///   - id: the album's identifier.
    ///   - options: of the change.
    ///   - completion: called once, on any thread.
    /// - Throws: `.notFound`, `.unsupported` where `id` is no album. What is refused later goes to `completion`.
    /// - Complexity: O(k log n) for k items.
    package func add(
        _ addition: AlbumAddition, to id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let album = try requireAlbum(id)
        let served = try served(addition.collection)
        // The names of many are not written on the thread of changes, for which others wait.
        background.async {
            do throws(GridError) {
                let references = try served.collection.references(addition.choice, addition.meaning, in: served.order)
                self.submit(to: album, options, completion) { (draft) throws(GridError) in
                    try draft.add(references, at: addition.destination)
                }
            } catch {
                completion(.failure(error))
            }
        }
    }
}

extension LiveCollection {
    /// Items as an album refers to them, in the order that is shown.
    fileprivate func references(
        _ choice: AlbumAddition.Choice, _ meaning: StackMeaning?, in order: OrderID
    ) throws(GridError) -> [String] {
        var ordinals: [ItemOrdinal]
        switch choice {
        case .some(let items): ordinals = try Draft(of: self).ordinals(of: items, in: order)
        case .all:
            let snapshot = try withOpenState { (state) throws(GridError) in state.snapshot(of: order) }
            guard snapshot.numberOfItems <= AlbumAddition.limit else { throw .additionTooLarge }
            var all: [ItemOrdinal] = []
            all.reserveCapacity(snapshot.numberOfItems)
            snapshot.forEachItem(inFlat: 0..<snapshot.numberOfItems) { _, _, item in all.append(item) }
            ordinals = all
        }
        ordinals = Draft(of: self).items(ordinals, meaning: meaning, folds: .members, in: order)
        guard ordinals.count <= AlbumAddition.limit else { throw .additionTooLarge }
        return names(of: ordinals, after: source.abilities.references != nil ? "" : ItemReference.prefix(id))
    }

    /// The identifiers of items, each after a prefix. Takes the lock for one chunk of them at a time.
    func names(of items: [ItemOrdinal], after prefix: String) -> [String] {
        var names: [String] = []
        names.reserveCapacity(items.count)
        for start in stride(from: 0, to: items.count, by: 8192) {
            state.withLock { state in
                for item in items[start..<min(start + 8192, items.count)] {
                    names.append(prefix + state.items[item.rawValue])
                }
            }
        }
        return names
    }
}

extension GridError {
    fileprivate static var additionTooLarge: GridError {
        .invalid(.target, .additionTooLarge(limit: AlbumAddition.limit))
    }
}

extension Draft {
    /// Adds items to an album that it does not have yet.
    /// - Parameters:
    ///   - references: each once.
    ///   - destination: where the first of them goes; `nil` for the end of the last section.
    /// - Returns: the patch, applied; empty when the album has them all.
    /// - Throws: `.invalid`, `.notFound` when there is no such place; `.tooMany` when there is no memory for more.
    fileprivate mutating func add(
        _ references: [String], at destination: SelectionDestination?
    ) throws(GridError) -> Patch {
        try checkRoom()
        let new = references.map { intern($0) }.filter { !snapshot.contains($0) }
        guard snapshot.numberOfItems + new.count <= PostedCollection.itemLimit else {
            throw .tooMany(.items, limit: PostedCollection.itemLimit)
        }
        var update = BatchUpdate()
        if snapshot.numberOfSections == 0, destination == nil {
            let section = intern(section: "main", title: "")
            update.insertSections = [.init(atAfter: 0, section: section, items: new)]
        } else {
            let place = try place(ofNew: destination)
            update.inserts = new.enumerated().map {
                .init(atAfter: IndexPath(place.section, place.item + $0), item: $1)
            }
        }
        return new.isEmpty ? Patch() : try record(patch(for: update))
    }

    private func place(ofNew destination: SelectionDestination?) throws(GridError) -> IndexPath {
        switch destination {
        case nil:
            let section = snapshot.numberOfSections - 1
            return IndexPath(section, snapshot.numberOfItems(inSection: section))
        case .endOfSection(let id):
            guard let section = knownOrdinal(ofSection: id).flatMap({ snapshot.index(of: $0) }) else {
                throw .notFound(.section, id: id)
            }
            return IndexPath(section, snapshot.numberOfItems(inSection: section))
        case .place(let place):
            guard (0..<snapshot.numberOfSections).contains(place.section) else {
                throw .invalid(.targetSection, .sectionOutside(snapshot))
            }
            let count = snapshot.numberOfItems(inSection: place.section)
            guard (0...count).contains(place.item) else {
                throw .invalid(.targetItem, .placeOutside(section: place.section, places: count + 1))
            }
            return place
        }
    }
}
