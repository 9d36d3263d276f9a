import CollectionModel
import CollectionQuery
import Dispatch

/// Data sets beside a collection's items, joined to them in the background (docs/decisions/0109).
extension GridEngine {
    /// Items whose fields change together: what others change comes in between.
    private static let itemsAtOnce = 16_384

    /// Reads the data sets of a collection again if they have changed, or if lines that named no item may name one now. Returns at once.
    func joinDataSets(of collection: LiveCollection) {
        guard let source = collection.source.abilities.dataSets, collection.dataSets.begin() else { return }
        background.async {
            repeat { self.join(source, to: collection) } while collection.dataSets.goesOn()
        }
    }

    private func join(_ source: any DataSetSource, to collection: LiveCollection) {
        let files = source.dataSets
        let (known, version) = collection.state.withLock { ($0.data, $0.version) }
        let isOther =
            known.map {
                $0.files != files || $0.isPartial || $0.namesRevision != source.namesRevision
                    || $0.hasUnknown && $0.version != version
            } ?? !files.isEmpty
        guard isOther else { return }
        var join = DataJoin(files, from: source, of: collection)
        guard let joined = join.run(isCancelled: { closing.isCancelled }) else { return }
        // What was read before holds until it can be read again.
        if joined.isPartial, known?.files == files { return }
        let changed = joined.differences(from: known)
        let fields = Set(joined.fields).union(known?.fields ?? [])
        // The next reading is compared with this one.
        let taken = DispatchSemaphore(value: 0)
        commits.perform {
            collection.take(joined, fields: fields, changed)
            taken.signal()
        }
        taken.wait()
        for start in stride(from: 0, to: changed.count, by: Self.itemsAtOnce) {
            let items = Array(changed[start..<min(start + Self.itemsAtOnce, changed.count)])
            commits.perform {
                if collection.queries.isFilled {
                    self.commits.announce(collection.showFields(of: Set(items)), of: collection)
                }
                self.commits.notify { $0.collection(collection, didLearnOf: items) }
            }
        }
        commits.perform {
            // What a file says of itself is shown again where a data set does not say it any more.
            if !fields.isDisjoint(with: ItemFields.told), !changed.isEmpty {
                self.readMetadata(of: collection, changed: Set(changed))
            }
            self.viewers.post(.refresh(.joined), to: collection)
        }
    }
}

extension RefreshProgress {
    /// Data sets were read, so that a collection is described in other words.
    fileprivate static let joined = RefreshProgress(refresh: "data-sets", phase: .ended, done: 0, total: 0)
}

extension LiveCollection {
    /// Takes over data sets. On the commit queue.
    fileprivate func take(_ joined: JoinedData, fields: Set<String>, _ changed: [ItemOrdinal]) {
        state.withLock { $0.data = joined }
        queries.state.withLock { state in
            state.attributeFields.formUnion(fields)
            // Columns that are being filled may have seen what was said before.
            state.note(changed)
        }
    }
}
