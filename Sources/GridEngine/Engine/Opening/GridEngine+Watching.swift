import CollectionModel
import Synchronization

/// Sources that notice by themselves when they change (docs/decisions/0052).
extension GridEngine {
    /// Begins to notice changes. To be called before the source is read for the first time.
    func watch(_ collection: LiveCollection) {
        guard let source = collection.source.abilities.watched else { return }
        source.watch { [weak self, weak collection] in
            guard let self, let collection else { return }
            self.background.async {
                self.readChanges(of: collection)
                self.joinDataSets(of: collection)
            }
        }
    }

    /// Reads what has changed, and brings it into the collection. Blocks. Does nothing before the collection is open.
    func readChanges(of collection: LiveCollection) {
        let source = collection.source
        guard let watched = source.abilities.watched, collection.state.withLock({ $0.isOpen }),
            !closing.isCancelled
        else { return }
        collection.reading.withLock { _ in
            do throws(SourceError) {
                switch try watched.changes(cancellation: closing) {
                case .nothing: forgetPassingFailures(of: collection, where: \.isOfFile)
                case .entries(let changes):
                    guard apply(changes, to: collection) else {
                        return take(try source.list(cancellation: closing) { _ in }, in: collection)
                    }
                    // Files come and go all the time: what was too much for a decoder is not tried again for that.
                    forgetPassingFailures(of: collection, where: \.isOfFile)
                case .listing(let listing): take(listing, in: collection)
                }
            } catch {
                guard error != .cancelled else { return }
                tell(.sourceUnreadable(source.title, cause: error.reason), of: collection)
            }
        }
    }

    private func take(_ listing: SourceListing, in collection: LiveCollection) {
        if collection.isLost(in: listing) { return tell(collection.lostReason, of: collection) }
        tell(apply(listing, to: collection), of: collection)
        forgetPassingFailures(of: collection)
    }

    /// - Returns: whether the changes fit the collection's order.
    private func apply(_ changes: [SectionChange], to collection: LiveCollection) -> Bool {
        let fits = Mutex(true)
        let result = commitAndWait(collection) { draft in
            guard let patch = ChangedOrder(changes: changes).made(on: &draft) else {
                fits.withLock { $0 = false }
                return Patch()
            }
            return patch
        }
        if case .failure(let refusal) = result {
            tell(refusal.reason, of: collection)
        } else if fits.withLock({ $0 }), collection.forgetReturned() {
            tell(nil, of: collection)
        }
        collection.storeTraces(in: store)
        return fits.withLock { $0 }
    }

    /// Shows why a source cannot be read, or that it can again, as at the end of a refresh.
    private func tell(_ problem: Reason?, of collection: LiveCollection) {
        let (before, count) = collection.state.withLock { state in
            defer { state.problem = problem }
            return (state.problem, state.snapshot.numberOfItems)
        }
        guard before != problem else { return }
        viewers.post(
            .refresh(RefreshProgress(refresh: "watch", phase: .ended, done: count, total: count, reason: problem)),
            to: collection)
    }
}
