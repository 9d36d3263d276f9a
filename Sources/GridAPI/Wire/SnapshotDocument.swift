import CollectionModel
import GridEngine
import JSONText
import Synchronization

/// A snapshot as JSON, made piece by piece while it is sent: ten million items take no more memory than a hundred.
final class SnapshotDocument: Sendable {
    private enum Place {
        case start
        /// Before this item of this section; item 0 opens the section.
        case item(section: Int, item: Int)
        case done
    }

    private struct State: ~Copyable {
        var place = Place.start
        var writer = JSONWriter()
    }

    private static let pieceBytes = 32 * 1024
    /// Named under one lock.
    private static let itemsAtOnce = 256

    private let collection: String
    private let version: Int
    private let snapshot: Snapshot
    private let identities: any PatchIdentities
    private let sections: Range<Int>
    private let state = Mutex(State())

    /// All sections when `section` is `nil`, otherwise that one. `nil` when there is no such section.
    init?(collection: String, version: Int, snapshot: Snapshot, identities: any PatchIdentities, section: String?) {
        self.collection = collection
        self.version = version
        self.snapshot = snapshot
        self.identities = identities
        guard let section else {
            sections = 0..<snapshot.numberOfSections
            return
        }
        let index = (0..<snapshot.numberOfSections).first { identities.section(snapshot.section(at: $0)).id == section }
        guard let index else { return nil }
        sections = index..<index + 1
    }

    /// The next piece; `nil` after the last.
    func next() -> [UInt8]? {
        state.withLock { state in
            if case .done = state.place { return nil }
            while state.writer.count < SnapshotDocument.pieceBytes {
                switch state.place {
                case .start:
                    state.writer.beginObject()
                    state.writer.member("collection", collection)
                    state.writer.member("version", version)
                    state.writer.key("sections")
                    state.writer.beginArray()
                    state.place = .item(section: sections.lowerBound, item: 0)
                case .item(let section, let item):
                    state.place = write(section: section, item: item, to: &state.writer)
                case .done:
                    return state.writer.take()
                }
            }
            return state.writer.take()
        }
    }

    /// Answers the place after what was written: a section's beginning, some of its items, or its end.
    private func write(section: Int, item: Int, to writer: inout JSONWriter) -> Place {
        guard section < sections.upperBound else {
            writer.endArray()
            writer.endObject()
            return .done
        }
        if item == 0 { writer.beginSection(snapshot.section(at: section), identities) }
        let count = snapshot.numberOfItems(inSection: section)
        guard item < count else {
            writer.endArray()
            writer.endObject()
            return .item(section: section + 1, item: 0)
        }
        let end = min(count, item + SnapshotDocument.itemsAtOnce)
        var items: [ItemOrdinal] = []
        items.reserveCapacity(end - item)
        let start = snapshot.flatIndex(for: IndexPath(section, 0))
        snapshot.forEachItem(inFlat: start + item..<start + end) { _, _, item in items.append(item) }
        for (id, revision) in identities.revisions(of: items) { writer.snapshotItem(id: id, revision: revision) }
        return .item(section: section, item: end)
    }
}

/// The parts of the snapshot document.
extension JSONWriter {
    /// Opens a section and its items.
    fileprivate mutating func beginSection(_ ordinal: SectionOrdinal, _ identities: any PatchIdentities) {
        let (id, title) = identities.section(ordinal)
        beginObject()
        member("id", id)
        member("title", title)
        key("items")
        beginArray()
    }

    mutating func emptySection(_ ordinal: SectionOrdinal, _ identities: any PatchIdentities) {
        beginSection(ordinal, identities)
        endArray()
        endObject()
    }

    mutating func snapshotItem(_ ordinal: ItemOrdinal, _ identities: any PatchIdentities) {
        for (id, revision) in identities.revisions(of: [ordinal]) { snapshotItem(id: id, revision: revision) }
    }

    fileprivate mutating func snapshotItem(id: String, revision: UInt64) {
        object { writer in
            writer.member("id", id)
            writer.member("revision", Item.wireRevision(revision))
        }
    }
}
