import CollectionModel
import Synchronization

/// Reads what albums show of collections whose sources are asked for it. Such contents are no loads of the album: they are read as they come
/// into its windows, kept by their own collection, and shown wherever it is (docs/decisions/0092).
final class AlbumContents: Sendable {
    /// The contents that are being read, by collection.
    private let reading = Mutex<[UInt16: Set<String>]>([:])

    /// Takes those that nobody reads yet. They are being read from now on.
    fileprivate func begin(_ items: [KnownItem], of collection: LiveCollection) -> [KnownItem] {
        reading.withLock { reading in
            items.filter { reading[collection.number, default: []].insert($0.id).inserted }
        }
    }

    fileprivate func end(_ items: [KnownItem], of collection: LiveCollection) {
        reading.withLock { $0[collection.number]?.subtract(items.map(\.id)) }
    }
}

extension GridEngine {
    /// Has what new cells of an album show read, where its collection has not read it. Any thread; returns at once.
    func readOriginals(of cells: [Cell], in album: LiveCollection) {
        guard let references = album.source.abilities.references else { return }
        let wanted = Dictionary(grouping: cells.compactMap { references.reference(of: $0.item.id) }, by: \.collection)
        for (id, items) in wanted {
            guard let collection = try? collection(id), let cache = collection.source.contents else { continue }
            let unread = items.map(\.item).filter { !cache.isFresh($0) }
            if !unread.isEmpty { read(unread, of: collection) }
        }
    }

    private func read(_ names: [String], of collection: LiveCollection) {
        let known = collection.state.withLock { state in
            names.compactMap { name in
                state.items.ordinal(of: name).flatMap { raw in
                    state.snapshot.contains(ItemOrdinal(raw)) ? state.known(of: ItemOrdinal(raw)) : nil
                }
            }
        }
        let unread = albumContents.begin(known, of: collection)
        guard !unread.isEmpty else { return }
        ContentReading.begin(unread, of: collection, cancellation: closing) { answer in
            // A failure is read again when the cell comes into view again.
            let found = self.loads.keep((try? answer.get()).map { Array($0.values) } ?? [], of: collection)
            self.albumContents.end(unread, of: collection)
            self.commits.perform { self.commits.notify { $0.collection(collection, didLearnOf: found) } }
        }
    }
}
