import CollectionModel

/// The changes that can be undone and redone, newest last.
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
        /// What was kept of the items whose attributes or contents the change replaced.
        var contents: [ItemOrdinal: KeptItem] = [:]
        /// What the change did to marks, as it is stored; empty when nothing.
        var marks: [UInt8] = []
        var titles = Titles()
    }

    enum Direction {
        case undo, redo
    }

    /// What one change did to the history: enough to replay it at the next start.
    struct Transition: Sendable {
        enum Kind: String {
            case recorded, undone, redone
        }

        var kind: Kind
        /// The number of entries taken from the end, those that could not be reverted included.
        var taken = 0
        var contents: [ItemOrdinal: KeptItem] = [:]
        var titles = Titles()
    }

    /// Maximum number of changes that can be undone.
    private static let limit = 100

    /// An entry behind a reference. Each change copies the list that it adds to, and an entry has a dozen arrays to be retained.
    final class Kept: Sendable {
        let entry: Entry

        init(_ entry: Entry) { self.entry = entry }
    }

    private(set) var undoable: [Kept] = []
    private(set) var redoable: [Kept] = []
    /// What the change in the making did to the history; `nil` when nothing.
    private(set) var transition: Transition?

    mutating func beginChange() { transition = nil }

    /// A new change of a person. What was undone before can no longer be redone.
    mutating func record(_ entry: Entry) {
        push(undoable: entry)
        redoable.removeAll()
        transition = Transition(kind: .recorded, contents: entry.contents, titles: entry.titles)
    }

    /// Takes the newest entry, to be reverted.
    mutating func take(_ direction: Direction) -> Entry? {
        let taken = (transition?.taken ?? 0) + 1
        switch direction {
        case .undo:
            transition = Transition(kind: .undone, taken: taken)
            return undoable.popLast()?.entry
        case .redo:
            transition = Transition(kind: .redone, taken: taken)
            return redoable.popLast()?.entry
        }
    }

    /// Adds what reverts a reverted entry, at the other end.
    mutating func append(_ reverse: Entry, after direction: Direction) {
        switch direction {
        case .undo: redoable.append(Kept(reverse))
        case .redo: push(undoable: reverse)
        }
        transition?.contents = reverse.contents
        transition?.titles = reverse.titles
    }

    /// Repeats what a change did to the history when it was made.
    mutating func replay(_ transition: Transition, patch: Patch, version: Int, marks: [UInt8]) {
        let entry = Entry(
            patch: patch, version: version, contents: transition.contents, marks: marks, titles: transition.titles)
        switch transition.kind {
        case .recorded: record(entry)
        case .undone:
            undoable.removeLast(min(transition.taken, undoable.count))
            redoable.append(Kept(entry))
        case .redone:
            redoable.removeLast(min(transition.taken, redoable.count))
            push(undoable: entry)
        }
        self.transition = nil
    }

    private mutating func push(undoable entry: Entry) {
        undoable.append(Kept(entry))
        if undoable.count > Self.limit { undoable.removeFirst(undoable.count - Self.limit) }
    }
}
