import CollectionModel
import CollectionQuery

/// Turns what loads have measured of pictures into values of fields, and has it kept (docs/decisions/0111, 0112).
extension GridEngine {
    /// Called about every second.
    func settleMeasures() {
        for collection in collections.withLock({ Array($0.byID.values) })
        where collection.state.withLock({ !$0.measures.unsettled.isEmpty }) {
            commits.perform {
                let (new, shown) = collection.state.withLock { state in
                    let new = state.measures.takeUnsettled()
                    return (new, new.map { state.measures[$0.item] })
                }
                self.keep(new, of: collection)
                let items = new.map(\.item)
                // Fields that are being filled may be filled from older ones.
                if !collection.queries.isFilled {
                    collection.queries.state.withLock { $0.note(items) }
                } else {
                    let changes = collection.followValues(of: Set(items)) { columns in
                        for (item, measures) in zip(items, shown) { columns.setMeasures(measures, of: item) }
                    }
                    self.commits.announce(changes, of: collection)
                }
                self.showOriginals(items, of: collection)
            }
        }
    }

    /// Keeps those of files: other pictures are measured again when they are loaded.
    private func keep(_ new: [(item: ItemOrdinal, new: PictureMeasures)], of collection: LiveCollection) {
        guard let metadata else { return }
        background.async {
            let measured = new.compactMap { item, new -> MeasuredPicture? in
                let id = collection.itemID(item)
                guard !new.isEmpty, let shown = collection.source.item(id), shown.file != nil else { return nil }
                // A file that has changed since is measured again.
                let isOf = collection.state.withLock { state in
                    let (known, listed) = (state.measures[item], state.revision(of: item))
                    return new.completed(by: known) == known && (listed == 0 || listed == shown.revision)
                }
                guard isOf else { return nil }
                return MeasuredPicture(MetadataRequest(item: shown.id, revision: shown.revision), new)
            }
            if !measured.isEmpty { metadata.keep(measured, in: collection.source.base) }
        }
    }

    /// Takes the likeness of pictures from their texels, where nothing else says it: of those that an earlier version has prepared, and of
    /// those that have no file. In the background; a few microseconds an item.
    func learnLikenesses(of collection: LiveCollection) {
        guard collection.texels.isAttached, collection.texels.keptSizes.contains(.large) else { return }
        background.async {
            let count = collection.state.withLock { $0.items.count }
            for start in stride(from: 0, to: count, by: Self.texelsAtOnce) {
                if self.closing.isCancelled { return }
                let items = collection.state.withLock { state in
                    (start..<min(start + Self.texelsAtOnce, count)).map { UInt32($0) }.filter {
                        state.measures[ItemOrdinal($0)].likeness == nil && state.snapshot.contains(ItemOrdinal($0))
                    }
                }
                collection.learnLikenesses(of: items)
            }
        }
    }

    private static let texelsAtOnce = 4096
}

extension LiveCollection {
    /// - Parameter items: ascending.
    fileprivate func learnLikenesses(of items: [UInt32]) {
        var known: [UInt32] = []
        texels.forEachWord(of: items, in: self) { index, word, _ in
            if word.hasColour, word.has(.large) { known.append(items[index]) }
        }
        guard !known.isEmpty else { return }
        // Before the tags: another content is another revision then.
        let revisions = known.map { item -> UInt64? in
            let (id, listed) = state.withLock { ($0.items[item], $0.revision(of: ItemOrdinal(item))) }
            return source.item(id, listed: listed).map { source.pictureRevision(of: $0) }
        }
        let places = zip(known, texelTags(of: known)).enumerated().map { index, one in
            TexelPlace(ordinal: one.0, tag: one.1, place: index)
        }
        var found: [(place: TexelPlace, likeness: Likeness)] = []
        texels.read(.large, places) { place, pixels in
            if let texel = Texel(rgb: Array(pixels)) { found.append((place, texel.likeness)) }
        }
        state.withLock { state in
            for (place, likeness) in found {
                let item = ItemOrdinal(place.ordinal)
                guard let revision = revisions[place.place], shows(revision, of: item, state) else { continue }
                state.measures.note(PictureMeasures(likeness: likeness), of: item)
            }
        }
    }
}

extension CollectionState {
    /// Takes over what loads of earlier runs have measured.
    /// - Returns: the items of which something is new, with all that is known of them.
    mutating func learnMeasures(
        _ measured: [(picture: MeasuredPicture, item: ItemOrdinal)], of source: ServedSource
    ) -> [(item: ItemOrdinal, measures: PictureMeasures)] {
        measured.compactMap { picture, item in
            // It may have changed since it was asked for.
            guard source.item(picture.request.item)?.revision == picture.request.revision,
                !measures.learn(picture.measures, of: item).isEmpty
            else { return nil }
            return (item, measures[item])
        }
    }
}

extension FieldColumns {
    mutating func setMeasures(_ measures: PictureMeasures, of item: ItemOrdinal) {
        set("sharpness", to: measures.sharpness.map { .number(Double($0)) }, of: item)
        set("likeness", likeness: measures.likeness, of: item)
    }
}
