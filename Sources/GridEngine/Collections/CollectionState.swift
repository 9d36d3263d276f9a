import CollectionModel
import CollectionQuery

/// Everything that is known of one collection at its newest durable version. Lives under `LiveCollection`'s lock.
package struct CollectionState: Sendable {
    struct PictureSize: Sendable, Equatable {
        var width: Int32
        var height: Int32

        var aspectRatio: Double? { width > 0 && height > 0 ? Double(width) / Double(height) : nil }
    }

    package internal(set) var isOpen = false
    /// The stamp of the head in the store; 0 without a store.
    private(set) var stamp: Int64 = 0
    /// The stamps of older versions, too.
    private(set) var stamps = VersionStamps()
    /// Set once it is deleted: changes that still wait for it are refused.
    var isRemoved = false
    /// Sections of results.
    let groups = GroupTable()
    /// The order without a query.
    var own = ShownOrder()
    /// The results of queries that are in use, by number.
    var results: [Int: LiveResult] = [:]
    /// Identifiers ↔ ordinals, only ever added to: shared by all versions.
    var items = IdentifierTable()
    /// Whether a store that is damaged has one of them twice.
    var isNamedTwice = false
    var sections = IdentifierTable()
    /// By section ordinal.
    var sectionTitles: [String] = []
    /// Content revisions by item ordinal; `plainRevision` for those beyond its end.
    var revisions: [UInt64] = []
    /// The part of a revision that names the picture (`SourceAbilities.pictureMask`).
    let pictureMask: UInt64
    /// The revision of items that have none of their own (`SourceAbilities.plainRevision`).
    let plainRevision: UInt64
    /// The traces that items keep when their files are renamed, by item ordinal; empty for sources that know no files.
    var traces: [FileTrace] = []
    /// The rows of `StoredTraces` with something that the store does not know.
    var unstoredTraces: Set<Int> = []
    /// The items whose source lists them under another identifier than their own, by that.
    var renamed: [String: ItemOrdinal] = [:]
    /// Changes of items by people; contents are the source's.
    var kept: [ItemOrdinal: KeptItem] = [:]
    /// Ratings, flags, labels and other marks by people.
    var marks = MarkTable()
    /// What data sets say of items; `nil` until one was read.
    var data: JoinedData?
    /// Which items are one, by their files and by people.
    var stacks = StackTable()
    /// Whether stacks were looked for: not before somebody asks.
    var hasStacks = false
    /// Sizes that stand in files, or that a load measured, and the source did not know.
    var measured = PictureSizeTable()
    /// Items whose size a load measured since fields were set.
    var unsettledSizes: Set<ItemOrdinal> = []
    /// The measures that loads have taken of pictures, in this run or an earlier one.
    var measures = MeasureTable()
    /// The lengths of videos in seconds, from their files.
    var durations: [ItemOrdinal: Double] = [:]
    /// The colours behind pictures, 0xRRGGBB, of items whose preview, or transparent picture, was loaded.
    var colours: [ItemOrdinal: UInt32] = [:]
    /// Items whose pictures were loaded, and of which parts are missing or wrong.
    var damaged: Set<ItemOrdinal> = []
    /// The index of the width step that viewers asked for last.
    package internal(set) var usualStepIndex = 0
    /// Whether sizes were measured that layouts do not know of yet.
    var hasNewShapes = false
    var skipped: [Reason: Int] = [:]
    /// Items that the source does not list, and that are kept: of this server alone, which may lack a disk that others have.
    var held: Set<ItemOrdinal> = []
    /// Why the source could not be read last, or why its listing was not used; `nil` after a listing that was.
    var problem: Reason?
    var refresh: RefreshProgress?
    var history = ChangeHistory()
    /// The number of whole orders that took the place of others, to which no patch leads.
    var replacedOrders = 0
    /// By name.
    var savedQueries: [SavedQuery] = []
    /// A posted collection's share of the memory of all of them.
    var postedShare: PostedMemory.Share?

    /// - Parameter abilities: of the source.
    init(of abilities: SourceAbilities = SourceAbilities()) {
        (pictureMask, plainRevision) = (abilities.pictureMask, abilities.plainRevision)
    }

    /// Where its log ends.
    var head: StoredHead { StoredHead(version: version, stamp: stamp) }

    /// Notes the stamp of the versions from `version` on.
    mutating func note(stamp: Int64, from version: Int) {
        self.stamp = stamp
        stamps.note(stamp, from: version)
    }

    /// The item as browsers see it. O(1).
    func item(_ ordinal: ItemOrdinal, source: ServedSource) -> Item { known(of: ordinal).item(of: source) }

    /// The facts about an item beyond its source. Cheap, so that the source need not be asked under the lock.
    func known(of ordinal: ItemOrdinal) -> KnownItem {
        KnownItem(
            id: items[ordinal.rawValue], kept: kept.isEmpty ? nil : kept[ordinal],
            marks: marks.isEmpty ? nil : ItemMarks(of: ordinal, in: marks),
            size: measured[ordinal], colour: colours.isEmpty ? nil : colours[ordinal],
            duration: durations.isEmpty ? nil : durations[ordinal], isDamaged: damaged.contains(ordinal),
            measures: measures[ordinal], listed: revision(of: ordinal),
            stack: stacks.isEmpty ? nil : stack(of: ordinal),
            data: data.map { DescribedItem(data: $0, ordinal: ordinal) })
    }
}
