import CollectionModel
import CollectionQuery

/// Turns what loads have measured of pictures into values of a field, and has it kept (docs/decisions/0111).
extension GridEngine {
    /// Called about every second.
    func settleSharpness() {
        for collection in collections.withLock({ Array($0.byID.values) })
        where collection.state.withLock({ !$0.sharpness.unsettled.isEmpty }) {
            commits.perform {
                let found = collection.state.withLock { state in
                    state.sharpness.takeUnsettled().map { ($0, state.sharpness[$0]) }
                }
                self.keep(found, of: collection)
                let items = found.map(\.0)
                // What fields are being filled from may be older.
                if !collection.queries.isFilled {
                    collection.queries.state.withLock { $0.note(items) }
                } else {
                    let changes = collection.followValues(of: Set(items)) { columns in
                        for (item, sharpness) in found { columns.setSharpness(sharpness, of: item) }
                    }
                    self.commits.announce(changes, of: collection)
                }
                self.showOriginals(items, of: collection)
            }
        }
    }

    /// Of files: other pictures are measured again when they are loaded.
    private func keep(_ found: [(ItemOrdinal, Int?)], of collection: LiveCollection) {
        guard let metadata else { return }
        background.async {
            let measured = found.compactMap { item, sharpness -> MeasuredPicture? in
                let id = collection.itemID(item)
                guard let sharpness, let shown = collection.source.item(id), shown.file != nil else { return nil }
                // A file that has changed since is measured again.
                let isOf = collection.state.withLock { state in
                    let listed = state.revision(of: item)
                    return state.sharpness[item] == sharpness && (listed == 0 || listed == shown.revision)
                }
                guard isOf else { return nil }
                return MeasuredPicture(
                    MetadataRequest(item: shown.id, revision: shown.revision), sharpness: sharpness)
            }
            if !measured.isEmpty { metadata.keep(measured, in: collection.source.base) }
        }
    }
}

extension CollectionState {
    /// Takes over what loads of earlier runs have measured.
    /// - Returns: what nothing was known of.
    mutating func learnSharpness(
        _ measured: [(picture: MeasuredPicture, item: ItemOrdinal)], of source: ServedSource
    ) -> [(item: ItemOrdinal, sharpness: Int)] {
        measured.compactMap { picture, item in
            // It may have changed since it was asked for.
            guard source.item(picture.request.item)?.revision == picture.request.revision,
                sharpness.learn(picture.sharpness, of: item)
            else { return nil }
            return (item, picture.sharpness)
        }
    }
}
