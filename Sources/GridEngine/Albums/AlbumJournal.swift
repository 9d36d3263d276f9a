/// What was done to marks through an album. Marks are the originals', and so is their history; undo in the album leads there.
struct AlbumJournal: Sendable {
    struct Entry: Sendable {
        /// The album's version when it was done: its own changes up to this one came before.
        var albumVersion: Int
        /// The collections whose items were marked, with the versions that this made.
        var marked: [(collection: String, version: Int)]
    }

    /// Maximum number of entries, as of a collection's history.
    private static let limit = 100

    private(set) var undoable: [Entry] = []
    private(set) var redoable: [Entry] = []

    mutating func record(_ entry: Entry) {
        push(entry)
        redoable.removeAll()
    }

    /// The newest entry, where it is newer than what the album's own history would revert.
    /// - Parameters:
    ///   - direction: what is asked for.
    ///   - history: of the album.
    /// - Returns: `nil` where the album's own history comes first.
    func newest(_ direction: ChangeHistory.Direction, besides history: ChangeHistory) -> Entry? {
        let own = history.undoable.last?.entry.version ?? 0
        switch direction {
        case .undo: return undoable.last.flatMap { $0.albumVersion >= own ? $0 : nil }
        case .redo:
            let redone = history.redoable.last?.entry.version ?? 0
            return redoable.last.flatMap { $0.albumVersion >= max(own, redone) ? $0 : nil }
        }
    }

    /// Puts what reverts the newest entry in its place, at the other end.
    mutating func revert(_ direction: ChangeHistory.Direction, by reverse: Entry) {
        switch direction {
        case .undo:
            if undoable.popLast() != nil { redoable.append(reverse) }
        case .redo:
            if redoable.popLast() != nil { push(reverse) }
        }
    }

    private mutating func push(_ entry: Entry) {
        undoable.append(entry)
        if undoable.count > Self.limit { undoable.removeFirst(undoable.count - Self.limit) }
    }
}
