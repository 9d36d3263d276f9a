import CollectionModel
import GridEngine
import JSONText
import Synchronization

/// The newest patches as JSON, encoded once for all viewers.
///
/// A patch's inserts and reconfigures carry whole items; they are written as they are at the first use, which is
/// never older than the patch.
final class EncodedPatches: Sendable {
    private struct Entry {
        /// Identifies the collection. A name would not do: another collection may have it later, and count versions from 1 again.
        weak var identities: (any PatchIdentities)?
        /// The name in the patch, of the collection or of a result of it.
        var collection: String
        var from: Int
        var to: Int
        var stamp: Int64
        var json: [UInt8]
    }

    private static let limit = 64
    /// A patch longer than viewers are sent is encoded for the request alone.
    private static let sizeLimitBytes = 512 * 1024

    private let entries = Mutex<[Entry]>([])

    func json(of change: CommittedChange) -> [UInt8] {
        if change.isReduced { return change.json }
        let known = entries.withLock { entries in
            entries.last {
                $0.to == change.patch.to && $0.from == change.patch.from && $0.identities === change.identities
                    && $0.collection == change.collection && $0.stamp == change.stamp
            }?.json
        }
        if let known { return known }
        let json = change.json
        guard json.count <= EncodedPatches.sizeLimitBytes else { return json }
        entries.withLock { entries in
            if entries.count == EncodedPatches.limit { entries.removeFirst() }
            entries.append(
                Entry(
                    identities: change.identities, collection: change.collection, from: change.patch.from,
                    to: change.patch.to, stamp: change.stamp, json: json))
        }
        return json
    }
}

extension CommittedChange {
    /// The version that it leads to.
    var head: StoredHead { StoredHead(version: patch.to, stamp: stamp) }

    /// The patch as the interface shows it.
    var json: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 64 + patch.patch.count * 96)
        patch.appendJSON(
            to: &writer, collection: collection, stamp: head.stampText, encoder: identities.encoder)
        return writer.take()
    }
}

extension PatchIdentities {
    var encoder: Patch.Encoder {
        Patch.Encoder(
            item: { ordinal, writer in writer.item(self.item(ordinal)) },
            itemID: { ordinal, writer in writer.string(self.itemID(ordinal)) },
            section: { ordinal, writer in
                let section = self.section(ordinal)
                writer.object { writer in
                    writer.member("id", section.id)
                    writer.member("title", section.title)
                }
            },
            title: { $0.string(self.title) })
    }
}
