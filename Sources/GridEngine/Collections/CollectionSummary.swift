/// A collection as the list of collections shows it.
package struct CollectionSummary: Sendable {
    package var id: String
    package var title: String
    package var itemCount: Int
    package var sectionCount: Int
    /// Items of folded stacks that have no place of their own, of the result of a query.
    package var foldedCount = 0
    /// Whether its items may be in stacks.
    package var hasStacks = false
    /// Whether bursts are stacks, too.
    package var bursts = BurstSetting()
    package var version: Int
    /// The folders above the first section and the last one, up to the last slash that they share; empty without one.
    package var sharedFolder = ""
    /// The version's stamp; 0 in a store that one server has for itself, and for results.
    package var stamp: Int64 = 0
    package var capabilities: Capabilities
    /// False while the source is being read for the first time.
    package var isOpen: Bool
    /// Numbers of items that the last listing had to leave out, by reason.
    package var skipped: [Reason: Int]
    /// What was read of the data sets beside its items.
    package var dataSets: [DataSetReport] = []
    /// Why what is shown may not be what the source has.
    package var problem: Reason?
    /// Whether a refresh runs, and which.
    package var refresh: String?
    /// Items found so far, while the source is being read for the first time.
    package var found: Int?
    /// Whether its items are those of other collections.
    package var isAlbum: Bool
    /// The first item with a picture of an album, among the first; `nil` elsewhere.
    package var cover: Item?
    /// Whether changes of the source show up by themselves.
    package var isWatched = false
    /// Why changes of the source show up late; `nil` when they show up at once, or only with a refresh.
    package var watchTrouble: Reason?
    /// How far its pictures are prepared; `nil` where none are.
    package var prepared: PreparationProgress?
    /// By name.
    package var savedQueries: [SavedQuery]
}

/// How far a collection's pictures are made that nobody has looked at.
package struct PreparationProgress: Sendable, Equatable {
    package var done: Int
    package var total: Int
    /// Whether the rest is left because the disk cache is full.
    package var isFull: Bool

    package init(done: Int, total: Int, isFull: Bool) {
        self.done = done
        self.total = total
        self.isFull = isFull
    }
}

extension CollectionState {
    /// The folders that the first section and the last one are in: in the order of folders, all others are in them as well. O(1).
    var sharedFolder: String {
        guard snapshot.numberOfSections > 1 else { return "" }
        let first = section(snapshot.section(at: 0)).title
        let last = section(snapshot.section(at: snapshot.numberOfSections - 1)).title
        let shared = zip(first.utf8, last.utf8).prefix { $0 == $1 }.map(\.0)
        guard let slash = shared.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(decoding: shared[...slash], as: UTF8.self)
    }

    /// Items that are looked at for a cover.
    private static let coverCandidates = 20

    /// The first item with a picture, among the first.
    func cover(of source: ServedSource) -> Item? {
        for flat in 0..<min(Self.coverCandidates, snapshot.numberOfItems) {
            if let item = source.shown(items[snapshot.item(atFlat: flat).rawValue]), item.hasImage { return item }
        }
        return nil
    }
}
