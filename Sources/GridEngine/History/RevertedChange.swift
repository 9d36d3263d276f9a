import CollectionModel
import Glibc

/// A change that was taken back, or can be, in a few words for people.
package struct RevertedChange: Sendable, Equatable {
    /// The kind of change that was made, and that a redo makes again.
    package enum Kind: String, Sendable, CaseIterable {
        case move, sort, insert, delete, mark, stack, contents, sections, title, batch
        case sectionTitle = "section-title"
    }

    /// Names the change in its collection, or the action through an album.
    package var name: String
    package var kind: Kind
    /// Number of items that it concerned.
    package var count: Int
    /// The first of them, as it is called now.
    package var item: Named?
    /// Milliseconds since 1970; 0 where it is not known.
    package var time: Int
    /// Whether the one who asks made it.
    package var isOwn: Bool

    package struct Named: Sendable, Equatable {
        package var id: String
        package var title: String

        init(id: String, title: String) {
            self.id = id
            self.title = String(title.prefix(Self.titleLimit))
        }

        /// In characters: the name is stored with the change.
        private static let titleLimit = 200
    }

    init(name: String, kind: Kind, count: Int, item: Named?, time: Int, isOwn: Bool) {
        (self.name, self.kind, self.count, self.item) = (name, kind, count, item)
        (self.time, self.isOwn) = (time, isOwn)
    }

    /// - Parameters:
    ///   - entry: of the history.
    ///   - direction: in which it can be reverted: a redo does what the entry's reverse once did.
    ///   - author: who asks.
    ///   - named: returns how an item is called.
    init(
        _ entry: ChangeHistory.Entry, _ direction: ChangeHistory.Direction, for author: ChangeAuthor,
        _ named: (ItemOrdinal) -> Named
    ) {
        let done = direction == .undo ? entry.patch : entry.patch.inverted()
        self.init(
            name: entry.origin.action?.name ?? String(entry.version), kind: Kind(done, entry),
            count: done.concernedCount, item: done.firstItem.map(named), time: entry.origin.time,
            isOwn: author.isOwn(entry.origin.author))
    }
}

extension RevertedChange.Kind {
    fileprivate init(_ patch: Patch, _ entry: ChangeHistory.Entry) {
        let hasSections =
            !patch.insertSections.isEmpty || !patch.deleteSections.isEmpty || !patch.moveSections.isEmpty
        let isContents = !patch.reloads.isEmpty || !patch.reconfigures.isEmpty
        switch (hasSections, !patch.moves.isEmpty, !patch.inserts.isEmpty, !patch.deletes.isEmpty) {
        case (true, _, _, _): self = .sections
        case (_, true, false, false) where entry.origin.isSort: self = .sort
        case (_, true, false, false): self = .move
        case (_, false, true, false): self = .insert
        case (_, false, false, true): self = .delete
        case (_, false, false, false) where !entry.marks.isEmpty && entry.contents.isEmpty:
            self = MarkRecordFormat(of: entry.marks) == .withStacks ? .stack : .mark
        case (_, false, false, false) where isContents: self = .contents
        case (_, false, false, false) where patch.changesTitle: self = .title
        case (_, false, false, false) where !patch.reconfigureSections.isEmpty: self = .sectionTitle
        default: self = .batch
        }
    }
}

extension Patch {
    /// The number of items that it moves, inserts, deletes, or changes.
    fileprivate var concernedCount: Int {
        moves.count + inserts.count + deletes.count + reloads.count + reconfigures.count
    }

    fileprivate var firstItem: ItemOrdinal? {
        moves.first?.item ?? inserts.first?.item ?? reloads.first ?? reconfigures.first ?? deletes.first?.item
    }
}

/// For modules that have a `ChangeAuthor` of their own.
package typealias EngineAuthor = ChangeAuthor

/// The author of a change, as far as undo distinguishes. It names nobody, and grants and refuses nothing else.
package struct ChangeAuthor: Sendable, Equatable {
    /// The same for all changes of one author; `nil` for a program that says nothing of itself.
    package var id: String?
    /// Whether it is a program, and no browser. A change without an author counts as a program's: earlier versions stored no
    /// authors.
    package var isProgram: Bool

    package init(id: String?, isProgram: Bool) {
        self.id = id
        self.isProgram = isProgram
    }

    /// A browser, or the page of another program, by what it sends with each request.
    package init(actor: String) { self.init(id: RandomName.of("actor " + actor), isProgram: false) }

    /// A browser, by its cookie.
    package init(cookie: String) { self.init(id: RandomName.of("cookie " + cookie), isProgram: false) }

    /// The programs with a token are one author.
    package init(token: String) { self.init(id: RandomName.of("token " + token), isProgram: true) }

    /// All programs without a token and an actor are one author.
    package static let nobody = ChangeAuthor(id: nil, isProgram: true)

    /// A source that takes a change back. The names of all others are longer.
    static let source = ChangeAuthor(id: "source", isProgram: true)

    /// Whether a change of `author` is one's own.
    func isOwn(_ author: String?) -> Bool { author == id || author == nil && isProgram }
}

/// An action through an album: a change in each of the collections whose items it marked.
struct AlbumAction: Sendable, Equatable {
    /// The album's identifier.
    var album: String
    /// The same in all of these collections.
    var name: String
}

/// The author of a change, its time, and the collection through which it was made.
struct ChangeOrigin: Sendable, Equatable {
    var author: String?
    /// Milliseconds since 1970; 0 where an earlier version stored the change.
    var time = 0
    var action: AlbumAction?
    /// Whether it sorted the whole collection, which no one calls a move of its items.
    var isSort = false

    /// The time of day.
    static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}

extension ChangeOrigin? {
    /// Whether nobody asked for the change but the source: a listing has no origin in the history of undo.
    var isOfSource: Bool { self == nil || self?.author == ChangeAuthor.source.id }
}
