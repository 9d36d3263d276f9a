import CollectionModel

/// The changes that share one transaction: made one after another, then all stored, published and completed.
///
/// A change that is refused does not affect the others. When the transaction fails, all fail and nothing has changed. A
/// collection in which others came first is taken out, and its changes are made again.
struct CommitBatch {
    /// The outcome of one job.
    private struct Outcome {
        var job: CommitQueue.Job
        var result: Result<CommittedChange, GridError>
        /// Whether this batch makes the change: it is neither refused, nor repeated, nor empty.
        var isNew: Bool
    }

    private var outcomes: [Outcome] = []
    private var drafts: [String: Draft] = [:]
    private var stored: [String: StoredAppend] = [:]

    /// Makes the next change. `known` is an earlier change with the same idempotency key.
    mutating func add(_ job: CommitQueue.Job, known: KnownAnswer?) {
        if let key = job.options.storedKey, let known = known ?? earlierAnswer(to: job) {
            let result = Result { () throws(GridError) in
                try key.requireSameRequest(as: known.key)
                return known.change
            }
            outcomes.append(Outcome(job: job, result: result, isNew: false))
            return
        }
        let before = drafts[job.collection.id] ?? Draft(of: job.collection)
        var draft = before
        do throws(GridError) {
            if job.collection.state.withLock({ $0.isRemoved }) { throw .notFound(.collection, id: job.collection.id) }
            guard job.options.permit(before.head) else { throw .versionMismatch(current: draft.head) }
            let author = job.options.author
            draft.beginChange(
                ChangeOrigin(author: author.id, time: ChangeOrigin.now, action: job.options.action), by: author)
            let patch = try job.change(&draft)
            let change = draft.endChange(patch)
            if !patch.isEmpty {
                drafts[job.collection.id] = draft
                let head = StoredHead(version: before.version, stamp: before.stamp)
                stored[change.collection, default: .init(collection: change.collection, head: head, changes: [])]
                    .changes.append(draft.stored(patch, since: before, key: job.options.storedKey?.text))
            }
            outcomes.append(Outcome(job: job, result: .success(change), isNew: !patch.isEmpty))
        } catch {
            outcomes.append(Outcome(job: job, result: .failure(error), isNew: false))
        }
    }

    private func earlierAnswer(to job: CommitQueue.Job) -> KnownAnswer? {
        guard let key = job.options.idempotencyKey else { return nil }
        let earlier = outcomes.first {
            $0.job.options.idempotencyKey == key && $0.job.collection === job.collection
        }
        guard let known = earlier?.job.options.storedKey, let change = try? earlier?.result.get() else { return nil }
        return KnownAnswer(key: known, change: change)
    }

    /// The appends to write: one for each collection in which anything changes.
    var appends: [StoredAppend] { Array(stored.values) }

    /// Takes a collection out.
    /// - Returns: its changes.
    mutating func remove(_ collection: String) -> [CommitQueue.Job] {
        drafts[collection] = nil
        stored[collection] = nil
        let jobs = outcomes.filter { $0.job.collection.id == collection }.map(\.job)
        outcomes.removeAll { $0.job.collection.id == collection }
        return jobs
    }

    /// Gives the changes that are stored the stamps of their versions, and the refusals that name one of these.
    mutating func note(_ heads: [String: StoredHead]) {
        for (place, outcome) in outcomes.enumerated() {
            guard let head = heads[outcome.job.collection.id] else { continue }
            switch outcome.result {
            case .success(var change) where change.stamp == 0:
                change.stamp = head.stamp
                outcomes[place].result = .success(change)
            case .failure(.versionMismatch(var current)) where current.stamp == 0:
                current.stamp = head.stamp
                outcomes[place].result = .failure(.versionMismatch(current: current))
            default: continue
            }
        }
    }

    /// Makes the new versions visible, those of results with them. O(1) for each collection, plus what changed.
    /// - Parameter heads: those that the store returned.
    /// - Returns: what else there is to be seen then.
    func publish(_ heads: [String: StoredHead]) -> [(LiveCollection, PublishedChanges)] {
        drafts.values.map { ($0.collection, $0.publish(stamp: heads[$0.collection.id]?.stamp ?? 0)) }
    }

    func complete() {
        for outcome in outcomes { outcome.job.completion(outcome.result) }
    }

    /// Completes all with the reason why nothing could be written.
    func fail(_ error: GridError) {
        for outcome in outcomes {
            switch outcome.result {
            case .success where outcome.isNew: outcome.job.completion(.failure(error))
            // It was refused because of a change that is not to be.
            case .failure(.versionMismatch(let current)) where current.version > outcome.job.collection.head.version:
                outcome.job.completion(.failure(error))
            default: outcome.job.completion(outcome.result)
            }
        }
    }

    var changes: [(LiveCollection, CommittedChange)] {
        outcomes.compactMap { outcome in
            guard outcome.isNew, let change = try? outcome.result.get() else { return nil }
            return (outcome.job.collection, change)
        }
    }

    /// Successful changes, with the job that asked for them.
    var successes: [(job: CommitQueue.Job, change: CommittedChange)] {
        outcomes.compactMap { outcome in (try? outcome.result.get()).map { (outcome.job, $0) } }
    }

    var collections: [LiveCollection] { drafts.values.map(\.collection) }
}
