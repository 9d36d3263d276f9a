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
        let (kept, marks, shown) = collection.state.withLock { state in
            let (kept, marks, starred) = state.learnStars(found)
            return (kept, marks, Set(starred).union(state.learnVideos(found)).sorted())
        }
        let changes = collection.followValues(of: Set(found.lazy.filter { $0.metadata != nil }.map(\.item))) {
            columns in
            for (item, metadata) in found {
                guard let metadata else { continue }
                let (people, word) = (kept[item]?.attributes, marks.word(of: item))
                // Marks of an album's items are their originals'.
                let shown = collection.source.shown(collection.itemID(item))?.attributes
                columns.set(metadata, of: item) { people?[$0] != nil || word.isSet($0) || shown?[$0] != nil }
            }
        }
        collection.queries.state.withLock { state in state.progress { $0.done += found.count } }
        post(changes, of: collection)
        showOriginals(shown, of: collection)
        if !shown.isEmpty { viewers.post(contentsOf: shown, in: collection, to: events, configuration.patchLimit) }
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

extension CollectionState {
    /// Takes over the stars in files, which items show where nobody set any.
    /// - Returns: besides what people changed, the items that show others now.
    fileprivate mutating func learnStars(
        _ found: [(item: ItemOrdinal, metadata: PictureMetadata?)]
    ) -> (kept: [ItemOrdinal: KeptItem], marks: MarkTable, starred: [ItemOrdinal]) {
        var starred: [ItemOrdinal] = []
        for (item, metadata) in found {
            guard let metadata, marks.setFileStars(metadata.stars == 0 ? nil : metadata.stars, of: item) else {
                continue
            }
            starred.append(item)
        }
        return (kept, marks, starred.sorted())
    }

    /// Takes over lengths and sizes, which no load has to find out.
    /// - Returns: the items that show others now.
    fileprivate mutating func learnVideos(
        _ found: [(item: ItemOrdinal, metadata: PictureMetadata?)]
    ) -> [ItemOrdinal] {
        found.compactMap { item, metadata in
            guard let metadata, metadata.duration != nil || metadata.width != nil else { return nil }
            durations[item] = metadata.duration
            if let width = metadata.width, let height = metadata.height, measured[item] == nil {
                measured[item] = PictureSize(width: Int32(clamping: width), height: Int32(clamping: height))
                hasNewShapes = true
            }
            return item
        }
    }
}

extension PictureMetadata {
    fileprivate var shape: String? {
        guard let width, let height else { return nil }
        return ItemFields.shape(width: width, height: height)
    }
}

extension FieldColumns {
    /// Sets what stands in a picture's file.
    /// - Parameters:
    ///   - metadata: the file's.
    ///   - item: its ordinal.
    ///   - isGiven: whether people gave it this attribute, which comes first then.
    mutating func set(_ metadata: PictureMetadata, of item: ItemOrdinal, except isGiven: (String) -> Bool) {
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
            ("duration", number(metadata.duration)), ("width", number(metadata.width.map(Double.init))),
            ("height", number(metadata.height.map(Double.init))),
            ("shape", metadata.shape.map { .keywords([$0]) }),
        ]
        for (field, value) in values where !isGiven(field) { set(field, to: value, of: item) }
    }
}
