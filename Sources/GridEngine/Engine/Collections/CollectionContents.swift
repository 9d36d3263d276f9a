import CollectionModel
import JSONText

/// A collection with everything that an import takes: its order at one moment, and what its items show, as they are when they are
/// read.
package final class CollectionContents: Sendable {
    package let title: String
    /// Whether what items show has to be read: then `items` may block.
    package var readsContents: Bool { collection.source.contents != nil }
    package let version: Int
    package let itemCounts: [Int]
    /// The identifier of the collection itself, also of a result of it.
    package let id: String
    private let collection: LiveCollection
    private let snapshot: Snapshot

    fileprivate init(of collection: LiveCollection, _ snapshot: Snapshot, version: Int) {
        (id, title) = (collection.id, collection.source.title)
        (self.collection, self.snapshot, self.version) = (collection, snapshot, version)
        itemCounts = snapshot.itemCounts
    }

    package func section(at index: Int) -> (id: String, title: String) {
        collection.section(snapshot.section(at: index))
    }

    /// Items of one section, by its index. Their attributes are those that people see, marks among them; sizes that a load measured
    /// are left out.
    /// - Throws: why what they show could not be read.
    package func items(ofSection section: Int, _ items: Range<Int>) throws(LoadFailure) -> [SourceItem] {
        guard !items.isEmpty else { return [] }
        let start = snapshot.flatIndex(for: IndexPath(section, 0))
        let known = collection.state.withLock { state in
            var known: [KnownItem] = []
            known.reserveCapacity(items.count)
            snapshot.forEachItem(inFlat: start + items.lowerBound..<start + items.upperBound) { _, _, ordinal in
                known.append(state.known(of: ordinal))
            }
            return known
        }
        let contents = try ContentReading.wait(for: known, of: collection)
        return known.map { known in
            var item = contents[known.id] ?? collection.source.item(known.id) ?? PostedContents.plain(known.id)
            item.attributes = known.attributes(of: item)
            return item
        }
    }
}

extension GridEngine {
    /// The contents of a collection, or of a result.
    /// - Throws: `.notFound`, `.opening`
    package func contents(of id: String) throws(GridError) -> CollectionContents {
        let served = try served(id)
        let (version, snapshot) = try served.collection.withOpenState { (state) throws(GridError) in
            (state.version(of: served.order), state.snapshot(of: served.order))
        }
        return CollectionContents(of: served.collection, snapshot, version: version)
    }
}
