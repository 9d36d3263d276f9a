import CollectionModel
import CollectionQuery
import JSONText

/// What stands in the files of pictures becomes values of fields, in the background.
extension GridEngine {
    /// Reads the metadata of items whose content has changed, once the columns are filled.
    func readMetadata(of collection: LiveCollection, changed: Set<ItemOrdinal>) {
        guard collection.queries.isFilled else { return }
        collection.queries.state.withLock { state in state.progress { $0.lookups += 1 } }
        readMetadata(of: collection, lookedUp: changed)
    }

    /// Reads the metadata of some items, or of all. The look-up is counted already.
    func readMetadata(of collection: LiveCollection, lookedUp items: Set<ItemOrdinal>?) {
        guard let metadata else { return }
        // Not on the commit queue: ten million items are asked for.
        background.async {
            let (ordinals, requests) = collection.metadataRequests(of: items)
            collection.queries.state.withLock { state in
                state.progress {
                    $0.lookups -= 1
                    $0.total += requests.count
                }
            }
            guard !requests.isEmpty else { return }
            metadata.readMetadata(of: requests, in: collection.source, cancellation: self.closing) { batch in
                let found = batch.map { (item: ordinals[$0.index], metadata: $0.metadata) }
                self.commits.perform { self.take(found, of: collection) }
            }
        }
    }

    private func take(_ found: [(item: ItemOrdinal, metadata: PictureMetadata?)], of collection: LiveCollection) {
        let kept = collection.state.withLock { $0.kept }
        let changes = collection.followValues(of: Set(found.lazy.filter { $0.metadata != nil }.map(\.item))) {
            columns in
            for (item, metadata) in found {
                guard let metadata else { continue }
                columns.set(metadata, of: item, except: kept[item]?.attributes)
            }
        }
        collection.queries.state.withLock { state in state.progress { $0.done += found.count } }
        post(changes, of: collection)
    }
}

extension LiveCollection {
    /// What to ask for: of all items in their order, or of some.
    fileprivate func metadataRequests(of items: Set<ItemOrdinal>?) -> ([ItemOrdinal], [MetadataRequest]) {
        let snapshot = state.withLock { $0.snapshot }
        var ordinals: [ItemOrdinal] = []
        if let items {
            ordinals = items.filter { snapshot.contains($0) }.sorted()
        } else {
            ordinals.reserveCapacity(snapshot.numberOfItems)
            snapshot.forEachItem(inFlat: 0..<snapshot.numberOfItems) { _, _, ordinal in ordinals.append(ordinal) }
        }
        var asked: [ItemOrdinal] = []
        var requests: [MetadataRequest] = []
        for ordinal in ordinals {
            // What has no file has no metadata: made-up items, and pictures that are downloaded.
            guard let item = source.item(itemID(ordinal)), item.hasImage, item.file != nil else { continue }
            asked.append(ordinal)
            requests.append(MetadataRequest(item: item.id, revision: item.revision))
        }
        return (asked, requests)
    }
}

extension FieldColumns {
    /// Sets what stands in a picture's file.
    /// - Parameters:
    ///   - metadata: the file's.
    ///   - item: its ordinal.
    ///   - people: attributes that people gave it, which come first.
    mutating func set(_ metadata: PictureMetadata, of item: ItemOrdinal, except people: JSONObject?) {
        func keyword(_ text: String?) -> FieldValue? { text.map { .keywords([$0]) } }
        func number(_ number: Double?) -> FieldValue? { number.map { .number($0) } }
        let values: [(String, FieldValue?)] = [
            ("taken", metadata.taken.flatMap { FieldDate(iso8601: $0) }.map { .date($0) }),
            ("camera", keyword(metadata.camera)), ("lens", keyword(metadata.lens)),
            ("focalLength", number(metadata.focalLength)), ("aperture", number(metadata.aperture)),
            ("exposure", number(metadata.exposure)), ("iso", number(metadata.iso)),
            ("latitude", number(metadata.latitude)), ("longitude", number(metadata.longitude)),
            ("stars", number(metadata.stars.map(Double.init))),
            ("keywords", metadata.keywords.isEmpty ? nil : .keywords(metadata.keywords)),
            ("title", metadata.title.map { .text($0) }), ("caption", metadata.caption.map { .text($0) }),
        ]
        for (field, value) in values where people?[field] == nil { set(field, to: value, of: item) }
    }
}
