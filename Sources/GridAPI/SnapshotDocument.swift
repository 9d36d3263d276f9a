import CollectionModel
import GridEngine
import Synchronization

/// A snapshot as JSON, made piece by piece while it is sent: ten million items take no more memory than a hundred.
final class SnapshotDocument: Sendable {
    private enum Place {
        case start
        /// Before this item of this section; item 0 opens the section.
        case item(section: Int, item: Int)
        case done
    }

    private struct State {
        var place = Place.start
        var writer = JSONWriter(reservingCapacity: 40 * 1024)
    }

    private static let pieceBytes = 32 * 1024

    private let collection: String
    private let version: Int
    private let snapshot: Snapshot
    private let identities: any PatchIdentities
    private let sections: Range<Int>
    private let state = Mutex(State())

    /// - Parameter section: `nil` for all; the result is `nil` when there is no such section.
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

    /// Answers the place after what was written.
    private func write(section: Int, item: Int, to writer: inout JSONWriter) -> Place {
        guard section < sections.upperBound else {
            writer.endArray()
            writer.endObject()
            return .done
        }
        if item == 0 {
            let (id, title) = identities.section(snapshot.section(at: section))
            writer.beginObject()
            writer.member("id", id)
            writer.member("title", title)
            writer.key("items")
            writer.beginArray()
        }
        guard item < snapshot.numberOfItems(inSection: section) else {
            writer.endArray()
            writer.endObject()
            return .item(section: section + 1, item: 0)
        }
        let found = identities.item(snapshot.item(at: IndexPath(section, item)))
        writer.beginObject()
        writer.member("id", found.id)
        writer.member("revision", found.wireRevision)
        writer.endObject()
        return .item(section: section, item: item + 1)
    }
}
