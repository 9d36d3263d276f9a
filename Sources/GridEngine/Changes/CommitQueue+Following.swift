import CollectionModel

/// Follows changes of other servers of the same store. On the commit queue.
extension CommitQueue {
    /// Applies changes that are stored, and shows them. Those that are known already are skipped.
    /// - Returns: whether the collection is at `head`, or beyond it.
    @discardableResult
    func apply(_ changes: [StoredChange], head: StoredHead, in collection: LiveCollection) -> Bool {
        var draft = Draft(of: collection)
        guard draft.version > 0, head.version > draft.version else { return draft.version > 0 }
        do throws(StoreError) {
            for change in changes where change.version > draft.version { _ = try draft.apply(change) }
            guard draft.version == head.version else {
                throw .damaged("the changes of \(collection.id) end at \(draft.version) instead of \(head.version)")
            }
        } catch {
            lost(collection, .outdated)
            return false
        }
        remember(
            changes, as: Dictionary(uniqueKeysWithValues: draft.changes.map { ($0.patch.to, $0) }), of: collection,
            operations: draft.changes.reduce(0) { $0 + $1.patch.patch.replayCount })
        let published = draft.publish(stamp: head.stamp)
        announce(draft.changes.map { (collection, $0) }, with: [(collection, published)])
        return true
    }

    /// Adopts what other servers have stored, without waiting for its news, and calls `body` on the commit thread. Calls that
    /// arrive while the thread is busy share one look at the store.
    func catchUp(_ collection: LiveCollection, then body: @escaping @Sendable () -> Void) {
        let isFirst = catchingUp.withLock { waiting in
            waiting[collection.id, default: []].append(body)
            return waiting[collection.id]?.count == 1
        }
        guard isFirst else { return }
        perform {
            let waiting = self.catchingUp.withLock { $0.removeValue(forKey: collection.id) } ?? []
            let draft = Draft(of: collection)
            let head = StoredHead(version: draft.version, stamp: draft.stamp)
            // A store that is away keeps nobody from reading what is known.
            if head.version > 0, let outcome = try? self.store?.catchUp(collection.id, from: head) {
                _ = self.settle(outcome, in: collection)
            }
            for body in waiting { body() }
        }
    }

    /// Takes over what others did with a collection.
    /// - Returns: why it cannot go on as it is; `nil` when it can.
    func settle(_ outcome: AppendOutcome, in collection: LiveCollection) -> GridError? {
        switch outcome {
        case .stored: return nil
        case .overtaken(let changes, let head): return apply(changes, head: head, in: collection) ? nil : .opening
        case .lost:
            lost(collection, .outdated)
            return .opening
        case .gone:
            lost(collection, .removed)
            return .notFound(.collection, id: collection.id)
        }
    }

    func lost(_ collection: LiveCollection, _ loss: CollectionLoss) {
        forget(collection.id)
        notify { $0.collection(collection, wasLost: loss) }
    }
}
