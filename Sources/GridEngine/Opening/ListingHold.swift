import CollectionModel

/// The items that a listing did not find and that stay nevertheless: much that vanishes at once is away more often than it is deleted
/// (docs/decisions/0052). They are shown as gone until they are back, or until somebody confirms that they were deleted.
struct ListingHold: Sendable {
    /// Up to this many items of a folder may vanish at once, …
    static let few = 100
    /// … and up to this part of them.
    private static let share = 50
    /// Folders that are deleted as a whole are held from this many items on, all of them together.
    private static let fewOfWholeFolders = 10

    private(set) var items: Set<ItemOrdinal> = []
    /// The sentence about them; `nil` without any.
    private(set) var reason: Reason?

    init() {}

    /// - Parameters:
    ///   - vanished: the items that were not found.
    ///   - draft: the version that they are in.
    ///   - notes: what the listing says of folders.
    ///   - isConfirmed: whether somebody said that an item was deleted.
    init(
        of vanished: [ItemOrdinal], in draft: Draft, folders notes: SourceListing.Folders = .init(),
        isConfirmed: (ItemOrdinal) -> Bool = { _ in false }
    ) {
        let open = vanished.filter { !isConfirmed($0) }
        guard !open.isEmpty, draft.collection.source.mayBeAway else { return }
        let folders = Folder.all(of: open, in: draft).filter { !$0.isBelow(notes.leftOut) }
        let unread = folders.filter { $0.isBelow(notes.unread) }
        let rest = folders.filter { !$0.isBelow(notes.unread) }
        let whole = rest.filter(\.isWhole)
        let isMuch = whole.reduce(0) { $0 + $1.unexpected } >= Self.fewOfWholeFolders
        let before = draft.collection.state.withLock { $0.held }
        let away = rest.compactMap { folder in
            let isAway =
                folder.isWhole
                ? isMuch || notes.bare.contains(folder.title)
                : folder.unexpected > Self.few && folder.unexpected > folder.total / Self.share
            // A part of the held items may be back.
            return isAway ? folder : folder.only(before)
        }
        items = Set((unread + away).flatMap(\.items))
        reason = Self.reason(away: away, unread: unread)
    }

    private static func reason(away: [Folder], unread: [Folder]) -> Reason? {
        let cause = unread.first.map { first in
            Reason.folderUnreadKept(first.title, count: unread.reduce(0) { $0 + $1.items.count }, folders: unread.count)
        }
        guard let largest = away.max(by: { $0.items.count < $1.items.count }) else { return cause }
        return .itemsVanished(
            away.reduce(0) { $0 + $1.items.count }, of: away.reduce(0) { $0 + $1.total }, folder: largest.title,
            folders: away.count, cause: cause)
    }

    /// The vanished items whose files were in one folder.
    private struct Folder {
        var title = ""
        var items: [ItemOrdinal] = []
        /// Those of them that nobody rejected: a rejected picture is deleted sooner or later, by a list that the program gave away.
        var unexpected = 0
        /// Items of the folder, those that are there included.
        var total = 0

        var isWhole: Bool { items.count == total && unexpected > 0 }

        func only(_ some: Set<ItemOrdinal>) -> Folder? {
            var folder = self
            folder.items.removeAll { !some.contains($0) }
            return folder.items.isEmpty ? nil : folder
        }

        func isBelow(_ folders: [String]) -> Bool {
            folders.contains { title == $0 || title.utf8.starts(with: ($0 + "/").utf8) }
        }

        /// O(items of the collection).
        static func all(of vanished: [ItemOrdinal], in draft: Draft) -> [Folder] {
            var folders: [SectionOrdinal: Folder] = [:]
            let isVanished = Set(vanished)
            draft.forEachFolder { folder, item in
                guard isVanished.contains(item) else { return }
                folders[folder, default: Folder(title: draft.title(of: folder))].items.append(item)
                if !draft.marks[item].isRejected { folders[folder]?.unexpected += 1 }
            }
            draft.forEachFolder { folder, _ in folders[folder]?.total += 1 }
            return folders.keys.sorted().compactMap { folders[$0] }
        }
    }
}

extension Draft {
    /// Items that are looked up while the collection's lock is held: about a millisecond.
    private static var chunk: Int { 8192 }

    /// Calls `body` with each item of the order and the section of its file's folder: where people moved the item elsewhere, that is
    /// not the one that it is in.
    fileprivate func forEachFolder(_ body: (SectionOrdinal, ItemOrdinal) -> Void) {
        for start in stride(from: 0, to: snapshot.numberOfItems, by: Self.chunk) {
            var items: [(section: SectionOrdinal, item: ItemOrdinal)] = []
            snapshot.forEachItem(inFlat: start..<min(start + Self.chunk, snapshot.numberOfItems)) { _, path, item in
                items.append((snapshot.section(at: path.section), item))
            }
            let folders = collection.state.withLock { state in items.map { state.trace(of: $0.item).folder } }
            for (place, folder) in zip(items, folders) { body(folder ?? place.section, place.item) }
        }
    }
}

extension Reason {
    /// Items whose files vanished at once: `count` of `total`, most of them from one of some folders.
    static func itemsVanished(_ count: Int, of total: Int, folder: String, folders: Int, cause: Reason?) -> Reason {
        let place = folders == 1 ? "“\(folder)”" : "\(folders) folders, “\(folder)” among them"
        let sentence =
            "\(count) of \(total) files vanished from \(place). Their items stay here until they are back, or until you remove them."
        let values = ["count": "\(count)", "total": "\(total)", "folder": folder, "folders": "\(folders)"]
        guard let cause else { return Reason("items-vanished", sentence, values: values) }
        return Reason("items-vanished", "\(sentence) \(cause.sentence)", values: values, cause: cause)
    }

    /// A folder that the server may not read, whose items are kept; or the first of some.
    static func folderUnreadKept(_ folder: String, count: Int, folders: Int) -> Reason {
        let place = folders == 1 ? "“\(folder)”" : "\(folders) folders, “\(folder)” among them"
        return Reason(
            "folder-unread-kept",
            "The server has no permission to read \(place). The order of their \(count) items is kept.",
            values: ["unread": folder, "unreadFolders": "\(folders)", "unreadCount": "\(count)"])
    }
}

/// When the parts of a long listing are shown: soon, and then as often as takes a tenth of the time.
struct ListingPace {
    typealias Instant = ContinuousClock.Instant

    /// A listing that takes less than this is shown when it is whole.
    static let firstPause = Duration.seconds(1)
    /// Between the end of one part and the next, at least; …
    static let shortestPause = Duration.seconds(1)
    /// … and at least this multiple of the last part's duration.
    static let share = 9
    /// Between two reports of how much was found.
    static let reportPause = Duration.milliseconds(250)

    private var next: Instant
    private var nextReport: Instant
    private var shown = 0

    init(began: Instant) {
        next = began + Self.firstPause
        nextReport = began + Self.reportPause
    }

    /// Whether what was found is to be shown.
    func isDue(at now: Instant, found: Int) -> Bool { now >= next && found > shown }

    /// Schedules the next part. Call it when a part is shown, with the time that this took.
    mutating func noteShown(_ found: Int, from start: Instant, to end: Instant) {
        shown = found
        next = end + max(Self.shortestPause, (end - start) * Self.share)
    }

    /// Whether the number that was found is to be reported; then it is counted as reported.
    mutating func takeReport(at now: Instant) -> Bool {
        guard now >= nextReport else { return false }
        nextReport = now + Self.reportPause
        return true
    }
}
