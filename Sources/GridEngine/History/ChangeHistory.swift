import CollectionModel

/// The changes that can be undone and redone, of all authors, newest last.
struct ChangeHistory: Sendable {
    /// Titles that a change replaced.
    struct Titles: Sendable, Equatable {
        var collection: String?
        var sections: [SectionOrdinal: String] = [:]

        var isEmpty: Bool { collection == nil && sections.isEmpty }
    }

    struct Entry: Sendable {
        var patch: Patch
        /// The version that the patch led to.
        var version: Int
        /// The kept state of the items whose attributes or contents the change replaced.
        var contents: [ItemOrdinal: KeptItem] = [:]
        /// The change of marks, as it is stored; empty without one.
        var marks: [UInt8] = []
        var titles = Titles()
        var origin = ChangeOrigin()
        /// Whether redo has made it: what was undone before it can still be redone.
        var isRedone = false
    }

    enum Direction {
        case undo, redo
    }

    /// The change that is meant.
    enum Choice: Sendable, Equatable {
        /// The newest of the one who asks.
        case own
        /// The one that led to a version, whoever made it.
        case version(Int)
        /// The one that was made by an action through an album, whoever made it.
        case action(AlbumAction)
    }

    /// The effect of one change on the history: enough to replay it at the next start.
    struct Transition: Sendable {
        enum Kind: String {
            case recorded, undone, redone
        }

        var kind: Kind
        /// The versions of the entries that were taken: those that others had reverted, then the one that is reverted.
        var taken: [Int] = []
        /// In place of them, what earlier versions stored: the number of entries taken from the end.
        var takenCount = 0
        var contents: [ItemOrdinal: KeptItem] = [:]
        var titles = Titles()
        var origin = ChangeOrigin()
        /// The reverted change, for the answer to a repetition.
        var reverted: RevertedChange?
        /// The same, where its source has refused it: every server tells its author.
        var returned: ReturnedChange?
    }

    /// Maximum number of changes of one author that can be undone, and of all: beyond these, the author who has most loses the oldest.
    static let authorLimit = 100
    static let limit = 400

    /// An entry behind a reference. Each change copies the list that it adds to, and an entry has a dozen arrays to be retained.
    final class Kept: Sendable {
        let entry: Entry

        init(_ entry: Entry) { self.entry = entry }
    }

    private(set) var undoable: [Kept] = []
    private(set) var redoable: [Kept] = []
    /// The effect of the change in the making on the history; `nil` without one.
    private(set) var transition: Transition?
    /// The origin of the change in the making.
    private var origin = ChangeOrigin()

    mutating func beginChange(_ origin: ChangeOrigin = ChangeOrigin()) {
        transition = nil
        self.origin = origin
    }

    subscript(direction: Direction) -> [Kept] { direction == .undo ? undoable : redoable }

    /// The newest entry that is meant.
    func entry(_ direction: Direction, _ choice: Choice, of author: ChangeAuthor) -> Entry? {
        let kept = self[direction].last { kept in
            switch choice {
            case .own: author.isOwn(kept.entry.origin.author)
            case .version(let version): kept.entry.version == version
            case .action(let action): kept.entry.origin.action == action
            }
        }
        return kept?.entry
    }

    /// Records a new change of a person or a program. Its author can no longer redo earlier undone changes.
    mutating func record(_ entry: Entry) {
        var entry = entry
        entry.origin = origin
        redoable.removeAll { $0.entry.origin.author == origin.author }
        Self.push(entry, to: &undoable)
        transition = Transition(kind: .recorded, contents: entry.contents, titles: entry.titles, origin: origin)
    }

    /// Takes an entry out, to be reverted.
    mutating func take(_ direction: Direction, _ entry: Entry) {
        remove(direction, entry.version)
        var transition = transition ?? Transition(kind: direction == .undo ? .undone : .redone, origin: origin)
        transition.taken.append(entry.version)
        self.transition = transition
    }

    /// Adds what reverts an entry that was taken, at the other end.
    mutating func append(_ reverse: Entry, after direction: Direction, _ reverted: RevertedChange) {
        var reverse = reverse
        reverse.origin = origin
        add(reverse, after: direction)
        transition?.contents = reverse.contents
        transition?.titles = reverse.titles
        transition?.origin = origin
        transition?.reverted = reverted
    }

    /// Notes that the change in the making takes one back that its source has refused.
    mutating func note(_ returned: ReturnedChange) { transition?.returned = returned }

    /// Makes what the change in the making reverts belong to the same action through an album.
    mutating func note(_ action: AlbumAction?) { origin.action = action }

    /// Notes whether the change in the making is a sort, or reverts one.
    mutating func note(isSort: Bool) { origin.isSort = isSort }

    /// Repeats what a change did to the history when it was made.
    mutating func replay(_ transition: Transition, patch: Patch, version: Int, marks: [UInt8]) {
        let entry = Entry(
            patch: patch, version: version, contents: transition.contents, marks: marks, titles: transition.titles,
            origin: transition.origin)
        origin = transition.origin
        let direction: Direction = transition.kind == .redone ? .redo : .undo
        if transition.kind == .recorded {
            record(entry)
        } else {
            for version in transition.taken { remove(direction, version) }
            switch direction {
            case .undo: undoable.removeLast(min(transition.takenCount, undoable.count))
            case .redo: redoable.removeLast(min(transition.takenCount, redoable.count))
            }
            add(entry, after: direction)
        }
        self.transition = nil
    }

    private mutating func add(_ reverse: Entry, after direction: Direction) {
        var reverse = reverse
        reverse.isRedone = direction == .redo
        switch direction {
        case .undo: Self.push(reverse, to: &redoable)
        case .redo: Self.push(reverse, to: &undoable)
        }
    }

    private mutating func remove(_ direction: Direction, _ version: Int) {
        switch direction {
        case .undo:
            if let place = undoable.lastIndex(where: { $0.entry.version == version }) { undoable.remove(at: place) }
        case .redo:
            if let place = redoable.lastIndex(where: { $0.entry.version == version }) { redoable.remove(at: place) }
        }
    }

    /// Adds an entry. Where its author, or all, have too many, the oldest of the one who has most is forgotten.
    private static func push(_ entry: Entry, to list: inout [Kept]) {
        list.append(Kept(entry))
        // As many as one author may have are within both limits.
        guard list.count > authorLimit else { return }
        var counts: [String?: Int] = [:]
        for kept in list { counts[kept.entry.origin.author, default: 0] += 1 }
        let author = entry.origin.author
        var most: String??
        if counts[author, default: 0] > authorLimit {
            most = .some(author)
        } else if list.count > limit {
            let highest = counts.values.max()
            // The one whose oldest is the oldest, of those who have as many.
            most = list.first { counts[$0.entry.origin.author] == highest }.map(\.entry.origin.author)
        }
        if case .some(let most) = most, let place = list.firstIndex(where: { $0.entry.origin.author == most }) {
            list.remove(at: place)
        }
    }
}
