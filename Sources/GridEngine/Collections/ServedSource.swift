/// A source as the engine asks it: its abilities are looked up once, and each has the answer of a source without it.
package final class ServedSource: Sendable {
    let base: any ItemSource
    let abilities: SourceAbilities
    package let id: String
    /// Contents of items, for a source that is asked for them; `nil` for one that knows at once.
    let contents: ContentCache?

    init(_ base: any ItemSource) {
        (self.base, abilities, id) = (base, base.abilities, base.id)
        contents = abilities.contents == nil ? nil : ContentCache()
    }

    var title: String { base.title }
    var capabilities: Capabilities { base.capabilities }

    // MARK: Items

    func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try base.list(cancellation: cancellation, progress: progress)
    }

    /// The item as far as it is known at once.
    package func item(_ id: String) -> SourceItem? { contents?[id] ?? base.item(id) }

    /// The revision of `item(_:)`; 0 when the source does not know it.
    func revision(of id: String) -> UInt64 { contents?[id]?.revision ?? base.revision(of: id) }

    /// The item with the revision that the source listed, also before those contents are read.
    func item(_ id: String, listed: UInt64) -> SourceItem? {
        guard let contents else { return base.item(id) }
        guard var item = contents[id] ?? base.item(id) else { return nil }
        if listed != 0 { item.revision = listed }
        return item
    }

    /// The item of another collection that one refers to; `nil` in a source that refers to no other.
    func shown(_ id: String) -> Item? { abilities.references?.shown(id) }

    /// Names the content of an item: this source's own, where it refers to no other.
    func content(of id: String) -> ContentName {
        guard let reference = abilities.references?.reference(of: id) else {
            return ContentName(collection: self.id, item: id)
        }
        return ContentName(collection: reference.collection, item: reference.item)
    }

    var mayBeAway: Bool { abilities.volume != nil }
    func lastPath(of id: String) -> String? { abilities.volume?.lastPath(of: id) }
    func place(of id: String) -> OriginalPlace? { abilities.places?.place(of: id) }
    func adopt(_ names: [ListedName]) { abilities.names?.adopt(names) }

    // MARK: Contents

    /// The part of an item's revision that its picture has.
    func pictureRevision(of item: SourceItem) -> UInt64 { item.revision & abilities.pictureMask }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try base.original(of: id, cancellation: cancellation)
    }

    func original(of id: String, timeLeft: Duration, cancellation: Cancellation) throws(LoadFailure) -> Original {
        if let timed = abilities.timed {
            return try timed.original(of: id, timeLeft: timeLeft, cancellation: cancellation)
        }
        return try base.original(of: id, cancellation: cancellation)
    }

    func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? {
        try abilities.smallOriginals?.smallOriginal(of: id, cancellation: cancellation)
    }

    func file(of id: String) -> OpenFile? { abilities.files?.file(of: id) }

    // MARK: Moves

    func mayMove(_ id: String, by author: ChangeAuthor) -> MovePermission {
        abilities.moves?.mayMove(id, by: author) ?? .allowed
    }

    func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget {
        abilities.moves?.target(forMoving: id, proposed: proposed, sections: sections) ?? proposed
    }
}
