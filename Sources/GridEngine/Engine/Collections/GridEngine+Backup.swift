import CollectionModel
import JSONText

/// Backups of what is served, while it is served: nothing waits for them.
extension GridEngine {
    /// The contents of a backup of some collections.
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
    /// The title of a posted collection, or of an album.
    package let postedTitle: String?
    package let queries: [SavedQuery]
    package let itemCounts: [Int]
    private let collection: LiveCollection
    private let snapshot: Snapshot
    /// Items that have left the order and keep what people changed of them beside marks.
    private let kept: [ItemOrdinal]
    private let marks: MarkTable

    init(of collection: LiveCollection, _ state: CollectionState) {
        id = collection.id
        version = max(1, state.version)
        queries = state.savedQueries
        itemCounts = state.snapshot.itemCounts
        self.collection = collection
        snapshot = state.snapshot
        let isStored = collection.source.abilities.stored != nil
        postedTitle = isStored ? collection.source.title : nil
        kept = state.kept.keys.filter { !state.snapshot.contains($0) }
        marks = state.marks
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

    /// The items that are in no section any more, and keep what people changed of them.
    package var leftItems: [BackupLine] {
        // A posted item that was deleted is gone; another source may list it again.
        guard postedTitle == nil else { return [] }
        var left = Set(kept)
        marks.forEach(in: marks.ordinals) { item, _, _ in
            if !snapshot.contains(item) { left.insert(item) }
        }
        return lines(of: left.sorted { $0.rawValue < $1.rawValue }, section: nil)
    }

    private func lines(of ordinals: [ItemOrdinal], section: String?) -> [BackupLine] {
        let known = collection.state.withLock { state in
            ordinals.map { (item: state.known(of: $0), file: state.backupFile(of: $0)) }
        }
        return known.map { known, file in
            .item(
                BackupItem(
                    id: known.id, section: section, kept: kept(known),
                    path: collection.source.place(of: known.id).map { String(decoding: $0.bytes, as: UTF8.self) },
                    file: section == nil ? nil : file))
        }
    }

    private func kept(_ known: KnownItem) -> KeptItem? {
        guard collection.source.abilities.posted != nil else { return known.changed }
        // The content of a posted item is nowhere else.
        let (plain, changed) = (PostedContents.plain(known.id), known.changed)
        guard var content = collection.source.item(known.id), content != plain || changed != nil else { return nil }
        var attributes = content.attributes
        for member in known.kept?.attributes.members ?? [] {
            attributes[member.name] = member.value == .null ? nil : member.value
        }
        content.attributes = [:]
        return KeptItem(
            attributes: known.marked(attributes), changes: changed?.changes ?? 0,
            content: content == plain ? nil : content)
    }
}

extension KnownItem {
    /// People's changes, their marks among them; `nil` without any.
    fileprivate var changed: KeptItem? {
        guard let marks, marks.changes > 0 else { return kept }
        return KeptItem(
            attributes: marked(kept?.attributes ?? [:]), changes: (kept?.changes ?? 0) + UInt64(marks.changes),
            listedAs: kept?.listedAs, left: kept?.left)
    }

    /// Attributes with the marks after them, always in the same order.
    fileprivate func marked(_ attributes: JSONObject) -> JSONObject {
        guard let patch = marks?.patch else { return attributes }
        var attributes = attributes
        for mark in patch.members { attributes[mark.name] = nil }
        return attributes.composed(with: patch)
    }
}
