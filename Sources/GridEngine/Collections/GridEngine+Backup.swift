import CollectionModel

/// Backups of what is served, while it is served: nothing waits for them.
extension GridEngine {
    /// What a backup has of some collections.
    /// - Parameter ids: `nil` for all.
    /// - Returns: the collections with their orders at this moment.
    /// - Throws: `.notFound` for one that is not there; `.opening` until all are open.
    package func backup(of ids: [String]? = nil) throws(GridError) -> [CollectionBackup] {
        var backups: [CollectionBackup] = []
        for id in ids ?? collections.withLock({ $0.order }) {
            let collection = try collection(id)
            backups.append(
                try collection.withOpenState { (state) throws(GridError) in CollectionBackup(of: collection, state) })
        }
        return backups
    }
}

/// A collection as a backup has it: its order at one moment; attributes of items as they are when they are read.
package final class CollectionBackup: Sendable {
    package let id: String
    package let version: Int
    /// Of a posted collection.
    package let postedTitle: String?
    package let queries: [SavedQuery]
    package let itemCounts: [Int]
    private let collection: LiveCollection
    private let snapshot: Snapshot
    /// Items that have left the order and keep what people changed of them.
    private let left: [ItemOrdinal]

    init(of collection: LiveCollection, _ state: CollectionState) {
        id = collection.id
        version = max(1, state.version)
        queries = state.savedQueries
        itemCounts = state.snapshot.itemCounts
        self.collection = collection
        snapshot = state.snapshot
        let isPosted = collection.source is any PostedSource
        postedTitle = isPosted ? collection.source.title : nil
        // A posted item that was deleted is gone; another source may list it again.
        left =
            isPosted
            ? [] : state.kept.keys.filter { !state.snapshot.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// A section, without its items.
    package func section(at index: Int) -> BackupLine {
        let (id, title) = collection.section(snapshot.section(at: index))
        return .section(id: id, title: title)
    }

    /// Items of one section.
    /// - Parameters:
    ///   - section: its index.
    ///   - items: indices in it.
    /// - Returns: their lines.
    package func items(ofSection section: Int, _ items: Range<Int>) -> [BackupLine] {
        guard !items.isEmpty else { return [] }
        let start = snapshot.flatIndex(for: IndexPath(section, 0))
        var ordinals: [ItemOrdinal] = []
        snapshot.forEachItem(inFlat: start + items.lowerBound..<start + items.upperBound) { _, _, ordinal in
            ordinals.append(ordinal)
        }
        let name = collection.section(snapshot.section(at: section)).id
        return lines(of: ordinals, section: name)
    }

    /// The items that are in no section any more.
    package var leftItems: [BackupLine] { lines(of: left, section: nil) }

    private func lines(of ordinals: [ItemOrdinal], section: String?) -> [BackupLine] {
        let known = collection.state.withLock { state in ordinals.map { state.known(of: $0) } }
        return known.map { known in
            .item(
                BackupItem(
                    id: known.id, section: section, kept: kept(known),
                    path: collection.source.place(of: known.id).map { String(decoding: $0.bytes, as: UTF8.self) }))
        }
    }

    private func kept(_ known: KnownItem) -> KeptItem? {
        guard postedTitle != nil else { return known.kept }
        // What a posted item shows is nowhere else.
        let plain = PostedContents.plain(known.id)
        guard var content = collection.source.item(known.id), content != plain || known.kept != nil else { return nil }
        let attributes = known.item(of: collection.source).attributes
        content.attributes = [:]
        return KeptItem(
            attributes: attributes, changes: known.kept?.changes ?? 0, content: content == plain ? nil : content)
    }
}
