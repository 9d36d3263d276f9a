import CollectionModel
import CollectionQuery
import Dispatch
import JSONText
import Prefetching

/// Turns metadata in the files of pictures into values of fields, in the background.
extension GridEngine {
    /// Turns sizes that loads have measured into values of fields, for files that do not say theirs, and items without a file. Called about
    /// every second.
    func settleSizes() {
        for collection in collections.withLock({ Array($0.byID.values) })
        where collection.state.withLock({ !$0.unsettledSizes.isEmpty }) {
            commits.perform {
                let sizes = collection.state.withLock { state in
                    defer { state.unsettledSizes = [] }
                    return state.unsettledSizes.map { ($0, state.measured[$0]) }
                }
                guard collection.queries.isFilled else { return }
                let changes = collection.followValues(of: Set(sizes.lazy.map(\.0))) { columns in
                    for (item, size) in sizes { columns.setSize(size, of: item) }
                }
                self.commits.announce(changes, of: collection)
            }
        }
    }

    /// Reads the metadata of items whose content has changed, once the columns are filled.
    func readMetadata(of collection: LiveCollection, changed: Set<ItemOrdinal>) {
        guard metadata != nil, collection.queries.isFilled else { return }
        collection.queries.state.withLock { $0.metadata.beginLookup() }
        readMetadata(of: collection, lookedUp: changed)
    }

    /// Reads the metadata of some items, or of all. The look-up is counted already.
    func readMetadata(of collection: LiveCollection, lookedUp items: Set<ItemOrdinal>?) {
        guard let metadata else { return }
        // Not on the commit queue: ten million items are asked for.
        background.async {
            let lookup = collection.lookUpMetadata(of: items)
            collection.queries.state.withLock {
                $0.metadata.endLookup(of: lookup.asked.count, waiting: lookup.unlisted)
            }
            let waiting = collection.queries.found
            if !lookup.asked.isEmpty {
                metadata.readMetadata(of: lookup.requests, in: collection.source.base, cancellation: self.closing) {
                    batch in
                    let new = FoundMetadata.Batch(
                        found: batch.filter { $0.answer.measures == nil }.map { (lookup.asked[$0.index], $0.answer) },
                        measured: batch.compactMap { index, answer in
                            answer.measures.map { (MeasuredPicture(lookup.requests[index], $0), lookup.asked[index]) }
                        })
                    let now = self.clock.now
                    guard let due = waiting.add(new, now: now) else { return }
                    if due == now { return self.commits.perform { self.take(waiting, of: collection) } }
                    let pause = DispatchTimeInterval.nanoseconds(Int(due.nanoseconds - now.nanoseconds))
                    self.background.asyncAfter(deadline: .now() + pause) {
                        self.commits.perform { self.take(waiting, of: collection) }
                    }
                }
            }
            // Behind what was found.
            self.commits.perform {
                self.take(waiting, of: collection)
                let now = self.clock.now
                collection.queries.state.withLock { $0.metadata.scheduleTry(after: now) }
                collection.queries.endWaitsIfRead()
                if items == nil { self.learnLikenesses(of: collection) }
            }
        }
    }

    /// Reads again what could not be read for a reason that may pass. `isListed`: since the source was read again, so that its disk may
    /// be there again.
    func readWaiting(of collection: LiveCollection, isListed: Bool) {
        let items = collection.queries.state.withLock { $0.metadata.takeWaiting(isListed: isListed) }
        guard !items.isEmpty else { return }
        // A size that the source did not know has no field yet either.
        commits.perform {
            self.commits.announce(collection.showFields(of: items), of: collection)
            self.readMetadata(of: collection, lookedUp: items)
        }
    }

    /// Reads items again whose time has come. Called about every second.
    func readWaitingInTime() {
        let now = clock.now
        for collection in collections.withLock({ Array($0.byID.values) }) {
            let isTime = collection.queries.state.withLock { $0.metadata.nextTry.map { $0 <= now } ?? false }
            if isTime { readWaiting(of: collection, isListed: false) }
        }
    }

    /// On the commit queue.
    private func take(_ waiting: FoundMetadata, of collection: LiveCollection) {
        let (batch, begin) = (waiting.take(), clock.now)
        guard batch.count > 0 else { return }
        take(batch.found, batch.measured, of: collection)
        waiting.noteStep(from: begin, to: clock.now)
    }

    private func take(
        _ found: [(item: ItemOrdinal, answer: MetadataAnswer)],
        _ measured: [(picture: MeasuredPicture, item: ItemOrdinal)], of collection: LiveCollection
    ) {
        let waiting = found.lazy.filter { $0.answer == .waiting }.map(\.item)
        let read = found.compactMap { item, answer -> (item: ItemOrdinal, metadata: PictureMetadata)? in
            // Facts that have gone from a file are no longer shown.
            if case .read(let metadata) = answer { (item, metadata ?? PictureMetadata()) } else { nil }
        }
        let (kept, marks, data, shown, sizes, learned) = collection.state.withLock { state in
            let (kept, marks, marked) = state.learnMarks(read)
            let shown = Set(marked).union(state.learnSizes(read)).sorted()
            let learned = state.learnMeasures(measured, of: collection.source)
            return (kept, marks, state.data, shown, read.map { state.measured[$0.item] }, learned)
        }
        let changes = collection.followValues(of: Set(read.map(\.item) + learned.map(\.item))) { columns in
            for (item, measures) in learned { columns.setMeasures(measures, of: item) }
            for ((item, metadata), size) in zip(read, sizes) {
                let (people, set) = (kept[item]?.attributes, marks[item].marks)
                // Marks of an album's items are their originals'.
                let shown = collection.source.shown(collection.itemID(item))
                let said = data?.attributes(of: item) ?? [:]
                let isGiven = { (name: String) -> Bool in
                    people?[name] != nil || Mark(rawValue: name).map { set.contains($0) } == true
                        || shown?.attributes[name] != nil || said[name] != nil
                }
                columns.set(metadata, of: item, except: isGiven)
                if !isGiven("width"), size != nil || shown?.width == nil { columns.setSize(size, of: item) }
            }
        }
        collection.queries.state.withLock {
            $0.metadata.note(read: read.lazy.map(\.item), waiting: waiting, count: found.count)
        }
        commits.announce(changes, of: collection)
        if !learned.isEmpty { showOriginals(learned.map(\.item), of: collection) }
        if !shown.isEmpty { commits.notify { $0.collection(collection, didLearnOf: shown) } }
    }
}

extension MetadataAnswer {
    fileprivate var measures: PictureMeasures? { if case .measured(let measures) = self { measures } else { nil } }
}

/// Reads the files again whose content has changed, or of which people say something no longer.
struct MetadataUpdates: CommitObserver {
    let engine: EngineReference

    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        let unread = collection.queries.state.withLock { state in
            defer { state.unread = [] }
            return state.unread
        }
        let items = unread.union(change.patch.patch.itemsWithNewContent)
        if !items.isEmpty { engine()?.readMetadata(of: collection, changed: items) }
    }
}

/// The metadata to read.
private struct MetadataLookup {
    var asked: [ItemOrdinal] = []
    /// Requests for those, in their order.
    var requests: [MetadataRequest] = []
    /// Items that the source does not know at present, because it lists nothing while its disk is away.
    var unlisted: [ItemOrdinal] = []
}

extension LiveCollection {
    /// The metadata to ask for: of all items in their order, or of some.
    fileprivate func lookUpMetadata(of items: Set<ItemOrdinal>?) -> MetadataLookup {
        let snapshot = state.withLock { $0.snapshot }
        var ordinals: [ItemOrdinal] = []
        if let items {
            ordinals = items.filter { snapshot.contains($0) }.sorted()
        } else {
            ordinals.reserveCapacity(snapshot.numberOfItems)
            snapshot.forEachItem(inFlat: 0..<snapshot.numberOfItems) { _, _, ordinal in ordinals.append(ordinal) }
        }
        var lookup = MetadataLookup()
        for ordinal in ordinals {
            let id = itemID(ordinal)
            guard let item = source.item(id) else {
                // The original of an album's item that is gone is read when it comes.
                if source.capabilities.refresh, source.shown(id) == nil { lookup.unlisted.append(ordinal) }
                continue
            }
            // Made-up items and downloaded pictures have no file, hence no metadata.
            guard item.hasImage, item.file != nil else { continue }
            lookup.asked.append(ordinal)
            lookup.requests.append(MetadataRequest(item: item.id, revision: item.revision))
        }
        return lookup
    }
}

extension CollectionState {
    /// Takes over what files say of marks, which items show where nobody set any.
    /// - Returns: besides what people changed, the items that show others now.
    fileprivate mutating func learnMarks(
        _ found: [(item: ItemOrdinal, metadata: PictureMetadata)]
    ) -> (kept: [ItemOrdinal: KeptItem], marks: MarkTable, marked: [ItemOrdinal]) {
        var marked: [ItemOrdinal] = []
        for (item, metadata) in found where marks.setFile(MarkSet(metadata), of: item) { marked.append(item) }
        return (kept, marks, marked.sorted())
    }

    /// Takes over lengths and sizes, which no load has to find out.
    /// - Returns: the items that show others now.
    fileprivate mutating func learnSizes(
        _ found: [(item: ItemOrdinal, metadata: PictureMetadata)]
    ) -> [ItemOrdinal] {
        found.compactMap { item, metadata in
            var isNew = false
            if durations[item] != metadata.duration {
                durations[item] = metadata.duration
                isNew = true
            }
            if let width = metadata.width, let height = metadata.height, measured[item] == nil {
                measured[item] = PictureSize(width: Int32(clamping: width), height: Int32(clamping: height))
                (hasNewShapes, isNew) = (true, true)
            }
            return isNew ? item : nil
        }
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
            ("camera", keyword(metadata.camera)), ("cameraSerial", keyword(metadata.cameraSerial)),
            ("lens", keyword(metadata.lens)),
            ("focalLength", number(metadata.focalLength)), ("aperture", number(metadata.aperture)),
            ("exposure", number(metadata.exposure)), ("iso", number(metadata.iso)),
            ("latitude", number(metadata.latitude)), ("longitude", number(metadata.longitude)),
            ("keywords", metadata.keywords.isEmpty ? nil : .keywords(metadata.keywords)),
            ("title", metadata.title.map { .text($0) }), ("caption", metadata.caption.map { .text($0) }),
            ("label", keyword(metadata.label)), ("duration", number(metadata.duration)),
            ("focusX", number(metadata.focusX)), ("focusY", number(metadata.focusY)),
        ]
        let marks = Mark.allCases.filter { $0.fileBits != nil }.map { mark in
            (mark.rawValue, mark.value(in: metadata).flatMap { ItemFields.value($0) })
        }
        if !isGiven("taken") {
            setTaken(metadata.taken.flatMap { FieldDate(iso8601: $0) }.map { .date($0) }, of: item)
        }
        for (field, value) in values + marks where !isGiven(field) { set(field, to: value, of: item) }
    }
}
