import CollectionModel
import Synchronization

/// The items of an album: those of other collections, by reference.
///
/// An album has an order, sections and notes of its own; all else is that of the item that it refers to. A reference leads to an item
/// for as long as its collection has it. Until then, and afterwards, it is shown as gone, and stays.
final class AlbumSource: ItemSource, StoredSource, ReferringSource, FileSource, PlacedSource, TimedSource,
    SmallOriginals
{
    let id: String
    var title: String { currentTitle.withLock { $0 } }
    /// Changes of marks through the album, for undo.
    private let currentTitle: Mutex<String>
    private let find: @Sendable (String) -> LiveCollection?
    private let gives: @Sendable () -> (originals: Bool, paths: Bool)

    /// - Parameters:
    ///   - id: begins with the prefix of albums.
    ///   - title: for people.
    ///   - find: the served collection with an identifier.
    ///   - gives: whether any collection serves files, and whether any knows paths.
    init(
        id: String, title: String, find: @escaping @Sendable (String) -> LiveCollection?,
        gives: @escaping @Sendable () -> (originals: Bool, paths: Bool)
    ) {
        self.id = id
        currentTitle = Mutex(title)
        self.find = find
        self.gives = gives
    }

    var sizeBytes: Int { 0 }

    /// Those of the collections that its items may come from.
    var capabilities: Capabilities {
        let given = gives()
        return Capabilities(
            insert: true, delete: true, refresh: false, originals: given.originals, paths: given.paths)
    }

    var abilities: SourceAbilities {
        SourceAbilities(
            stored: self, references: self, files: self, places: self, timed: self, smallOriginals: self)
    }

    func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        throw .unreadable(.nothingToList)
    }

    /// Gives the album another title. Called once it is durable.
    func rename(_ title: String) { currentTitle.withLock { $0 = title } }

    // MARK: What is referred to

    /// The item that a reference leads to; `nil` when it is gone.
    func original(_ id: String) -> (collection: LiveCollection, item: String)? {
        guard let reference = ItemReference(id), !Albums.isAlbum(reference.collection),
            let collection = find(reference.collection)
        else { return nil }
        return (collection, reference.item)
    }

    /// The item that a reference leads to; `nil` when it is gone.
    private func known(_ id: String) -> (collection: LiveCollection, item: KnownItem)? {
        guard let (collection, item) = original(id) else { return nil }
        let known = collection.state.withLock { state -> KnownItem? in
            guard state.isOpen, let raw = state.items.ordinal(of: item), state.snapshot.contains(ItemOrdinal(raw))
            else { return nil }
            return state.known(of: ItemOrdinal(raw))
        }
        return known.map { (collection, $0) }
    }

    func reference(of id: String) -> ItemReference? { ItemReference(id) }

    func item(_ id: String) -> SourceItem? {
        guard let (collection, known) = self.known(id),
            var item = collection.source.item(known.id, listed: known.listed)
        else { return nil }
        // As its collection names the picture, so that renditions and texels are the same.
        item.revision = collection.source.pictureRevision(of: item)
        item.id = id
        if let size = known.size {
            item.width = item.width ?? Int(size.width)
            item.height = item.height ?? Int(size.height)
        }
        return item
    }

    func shown(_ id: String) -> Item? {
        guard let (collection, name) = original(id),
            let known = collection.state.withLock({ state in
                state.items.ordinal(of: name).map { state.known(of: ItemOrdinal($0)) }
            })
        else { return .gone(id) }
        let isThere = self.known(id) != nil && collection.source.item(name) != nil
        var item = isThere ? known.item(of: collection.source) : known.gone(from: collection.source)
        item.original = ItemReference(collection: collection.id, item: item.id)
        item.id = id
        return item
    }

    // MARK: Files

    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        guard let (collection, item) = original(id) else { throw .missing }
        return try collection.source.original(of: item, cancellation: cancellation)
    }

    func original(of id: String, timeLeft: Duration, cancellation: Cancellation) throws(LoadFailure) -> Original {
        guard let (collection, item) = original(id) else { throw .missing }
        return try collection.source.original(of: item, timeLeft: timeLeft, cancellation: cancellation)
    }

    func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? {
        guard let (collection, item) = original(id) else { throw .missing }
        return try collection.source.smallOriginal(of: item, cancellation: cancellation)
    }

    func file(of id: String) -> OpenFile? {
        original(id).flatMap { $0.collection.source.file(of: $0.item) }
    }

    func sidecar(of id: String) -> OpenFile? {
        original(id).flatMap { $0.collection.source.abilities.files?.sidecar(of: $0.item) }
    }

    func hasSidecar(_ id: String) -> Bool {
        original(id).flatMap { $0.collection.source.abilities.files?.hasSidecar($0.item) } ?? false
    }

    func place(of id: String) -> OriginalPlace? {
        let place = original(id).flatMap { $0.collection.source.place(of: $0.item) }
        // Others' files of the same name may be beside it.
        guard case .file(let path, _)? = place else { return place }
        return .file(path: path, folderBytes: 0)
    }
}

extension Item {
    /// The content of a reference that leads nowhere: the page has the words.
    fileprivate static func gone(_ id: String) -> Item {
        Item(
            id: id, revision: 0, title: "", kind: goneKind, attributes: [:], hasImage: false,
            contentRevision: 0, original: ItemReference(id))
    }
}

extension Albums {
    func source(_ id: String, title: String, in engine: GridEngine) -> any ItemSource {
        AlbumSource(id: id, title: title) { [weak engine] id in
            engine?.collections.withLock { $0.byID[id] }
        } gives: { [weak engine] in
            engine?.collections.withLock { ($0.givesOriginals, $0.knowsPaths) } ?? (false, false)
        }
    }
}
