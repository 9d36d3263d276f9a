import CollectionModel

/// Changes of marks through an album, by anybody: read from the histories of its originals, which are stored with them.
struct AlbumActions: Sendable {
    /// One action: a change in each of the collections whose items it marked.
    struct One: Sendable {
        var action: AlbumAction
        var author: String?
        var time: Int
        var isRedone: Bool
        var entries: [(collection: LiveCollection, entry: ChangeHistory.Entry)]
    }

    /// The subject of an album's undo or redo.
    enum Found: Sendable {
        case own(ChangeHistory.Entry)
        case marks(One)

        var time: Int {
            switch self {
            case .own(let entry): entry.origin.time
            case .marks(let one): one.time
            }
        }
    }

    private(set) var undoable: [One] = []
    private(set) var redoable: [One] = []

    /// - Complexity: O(all entries of `histories`).
    init(through album: String, in histories: [(collection: LiveCollection, history: ChangeHistory)]) {
        undoable = Self.actions(through: album, histories.map { ($0.collection, $0.history.undoable) })
        redoable = Self.actions(through: album, histories.map { ($0.collection, $0.history.redoable) })
    }

    private static func actions(
        through album: String, _ lists: [(LiveCollection, [ChangeHistory.Kept])]
    ) -> [One] {
        var byName: [String: One] = [:]
        for (collection, list) in lists {
            for kept in list {
                let (entry, origin) = (kept.entry, kept.entry.origin)
                guard let action = origin.action, action.album == album else { continue }
                var one =
                    byName[action.name]
                    ?? One(action: action, author: origin.author, time: 0, isRedone: entry.isRedone, entries: [])
                one.time = max(one.time, origin.time)
                one.entries.append((collection, entry))
                byName[action.name] = one
            }
        }
        return byName.values.sorted { ($0.time, $0.action.name) < ($1.time, $1.action.name) }
    }

    subscript(direction: ChangeHistory.Direction) -> [One] { direction == .undo ? undoable : redoable }

    /// The newest of an author, or of anybody: of the album's own history, or of its marks.
    func newest(
        _ direction: ChangeHistory.Direction, _ author: ChangeAuthor?, besides history: ChangeHistory
    ) -> Found? {
        func isMeant(_ other: String?) -> Bool { author?.isOwn(other) ?? true }
        let own = history.newest(direction, author).map { Found.own($0) }
        let marks = self[direction].last { isMeant($0.author) }.map { Found.marks($0) }
        guard let newest = [own, marks].compactMap({ $0 }).max(by: { $0.time < $1.time }) else { return nil }
        guard direction == .redo, !(undoable.isEmpty && redoable.isEmpty) else { return newest }
        // Later changes end what can be redone.
        let times =
            history.undoable.filter { !$0.entry.isRedone && isMeant($0.entry.origin.author) }.map(\.entry.origin.time)
            + undoable.filter { !$0.isRedone && isMeant($0.author) }.map(\.time)
        return times.contains { $0 > newest.time } ? nil : newest
    }
}

extension GridEngine {
    /// A change through an album.
    func actions(through album: LiveCollection) -> AlbumActions {
        AlbumActions(through: album.id, in: originals.map { ($0, $0.state.withLock { $0.history }) })
    }

    /// All collections that an album's items may be of.
    var originals: [LiveCollection] {
        collections.withLock { Array($0.byID.values) }.filter { $0.source.abilities.references == nil }
    }

    /// The changes of originals that were made under a key.
    /// - Throws: `.keyReused` where that was another request.
    func changes(madeUnder key: StoredKey?) throws(GridError) -> [CommittedChange] {
        guard let key else { return [] }
        var changes: [CommittedChange] = []
        for collection in originals {
            guard let known = commits.answer(to: key, in: collection) else { continue }
            try key.requireSameRequest(as: known.key)
            changes.append(known.change)
        }
        return changes
    }
}

extension LiveCollection {
    /// A change in words for people, with an item of this collection.
    func describe(
        _ found: AlbumActions.Found?, _ direction: ChangeHistory.Direction, for author: ChangeAuthor
    ) -> RevertedChange? {
        switch found {
        case nil: return nil
        case .own(let entry): return describe(entry, direction, for: author)
        case .marks(let one):
            return describe(
                one.entries.map { ($0.collection.describe($0.entry, direction, for: author), $0.collection) })
        }
    }

    /// One description of what was done to originals in several collections.
    func describe(_ parts: [(RevertedChange, LiveCollection)]) -> RevertedChange? {
        guard var whole = parts.first?.0 else { return nil }
        whole.count = parts.reduce(0) { $0 + $1.0.count }
        whole.item =
            parts.lazy.compactMap { part, collection in
                part.item.flatMap { self.named($0, of: collection) }
            }.first
        return whole
    }

    /// An original as this album names it.
    private func named(_ item: RevertedChange.Named, of collection: LiveCollection) -> RevertedChange.Named? {
        let id = ItemReference.prefix(collection.id) + item.id
        guard let ordinal = try? ordinal(of: id), state.withLock({ $0.snapshot.contains(ordinal) }) else { return nil }
        return RevertedChange.Named(id: id, title: item.title)
    }
}

/// Items that are to be put into an album, and where.
package struct AlbumAddition: Sendable {
    /// The items of the collection, or of the result.
    package enum Choice: Sendable {
        case all
        case some(MarkedItems)
    }

    /// The identifier of the collection, or of a result of it.
    package var collection: String
    package var choice: Choice
    /// Of the items; without one, cells of an order that folds stacks stand for all of them.
    package var meaning: StackMeaning?
    /// `nil` for the end of the last section.
    package var destination: SelectionDestination?

    package init(
        collection: String, choice: Choice = .all, meaning: StackMeaning? = nil,
        destination: SelectionDestination? = nil
    ) {
        self.collection = collection
        self.choice = choice
        self.meaning = meaning
        self.destination = destination
    }

    /// Maximum number of items at once.
    package static let limit = 1_000_000
}

extension Reason {
    static func albumIdentifier(_ id: String) -> Reason {
        Reason(
            "album-identifier", "Identifiers that begin with “\(Albums.prefix)” belong to albums. Choose another.",
            values: ["id": id])
    }

    static func notAnAlbum(_ title: String) -> Reason {
        Reason(
            "not-an-album", "“\(title)” is not an album: items of other collections cannot be added to it.",
            values: ["title": title])
    }

    static func additionTooLarge(limit: Int) -> Reason {
        Reason(
            "addition-too-large", "At most \(limit) items can be added to an album at once.",
            values: ["limit": "\(limit)"])
    }
}
