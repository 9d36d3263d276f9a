import CollectionModel
import Dispatch
import Synchronization

/// The only writer: takes waiting changes in order, makes them on a draft, stores them together, publishes them, and completes
/// them.
///
/// Group commit: what arrives while a transaction is written goes into the next one, so a burst of changes costs few fsyncs.
/// A change is not visible before it is durable (docs/decisions/0003).
final class CommitQueue: Sendable {
    /// One change that waits to be made.
    struct Job: Sendable {
        var collection: LiveCollection
        var options: ChangeOptions
        /// Makes the change on a draft, or throws and has no effect. An empty patch makes no version.
        var change: @Sendable (inout Draft) throws(GridError) -> Patch
        var completion: @Sendable (Result<CommittedChange, GridError>) -> Void
    }

    /// Maximum number of changes that share one transaction.
    private static let batchLimit = 256
    /// Maximum number of waiting changes; further ones are refused.
    private static let waitingLimit = 10_000

    private struct Waiting {
        var jobs: [Job] = []
        var isScheduled = false
        var isClosed = false
    }

    let store: (any ChangeStore)?
    private let queue = DispatchQueue(label: "lookahead.commit")
    private let waiting = Mutex(Waiting())
    let bookkeeping = Mutex<[String: CommitBookkeeping]>([:])
    /// Called for every version, in order, after it is published.
    private let published: @Sendable (LiveCollection, CommittedChange) -> Void

    /// Called with items whose content is new or another one, after they are published.
    let contentChanged = Mutex<(@Sendable (LiveCollection, Set<ItemOrdinal>) -> Void)?>(nil)
    /// Called for the versions of results that became visible with it, after it.
    private let resultsPublished: @Sendable (LiveCollection, [ResultChange]) -> Void

    init(
        store: (any ChangeStore)?, published: @escaping @Sendable (LiveCollection, CommittedChange) -> Void,
        resultsPublished: @escaping @Sendable (LiveCollection, [ResultChange]) -> Void = { _, _ in }
    ) {
        self.store = store
        self.published = published
        self.resultsPublished = resultsPublished
    }

    func submit(_ job: Job) {
        let refusal = waiting.withLock { waiting -> GridError? in
            if waiting.isClosed { return .shuttingDown }
            if waiting.jobs.count >= Self.waitingLimit { return .tooMany(.changes, limit: Self.waitingLimit) }
            waiting.jobs.append(job)
            if !waiting.isScheduled {
                waiting.isScheduled = true
                queue.async { self.drain() }
            }
            return nil
        }
        if let refusal { job.completion(.failure(refusal)) }
    }

    /// Runs `body` between two transactions.
    func perform(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Finishes what waits, refuses what comes later, writes checkpoints.
    func close(collections: [LiveCollection]) {
        waiting.withLock { $0.isClosed = true }
        queue.sync {
            drain()
            // What is cheap to replay is left to the next start: the whole order takes its time to write.
            for collection in collections { try? checkpointIfWanted(collection, pendingLimit: 100) }
        }
    }

    private func drain() {
        while true {
            let jobs = waiting.withLock { waiting -> [Job] in
                guard !waiting.jobs.isEmpty else {
                    waiting.isScheduled = false
                    return []
                }
                let batch = Array(waiting.jobs.prefix(Self.batchLimit))
                waiting.jobs.removeFirst(batch.count)
                return batch
            }
            if jobs.isEmpty { return }
            commit(jobs)
        }
    }

    private func commit(_ jobs: [Job]) {
        var batch = CommitBatch()
        for job in jobs { batch.add(job, known: answer(to: job)) }
        let stored = batch.storedChanges { collection in
            let new = self.newIdentifiers(of: collection)
            return (Array(new.items), new.sections)
        }
        do throws(StoreError) {
            if !stored.isEmpty { try store?.commit(stored) }
        } catch {
            batch.fail(.notStored(error))
            return
        }
        for change in stored {
            noteStored(change.collection, items: change.newItems.count, sections: change.newSections.count)
        }
        remember(batch)
        let results = batch.publish()
        // Viewers first, then the caller: once a change is completed, every viewer has been notified of it.
        for (collection, change) in batch.changes { published(collection, change) }
        if let contentChanged = contentChanged.withLock({ $0 }) {
            for (collection, change) in batch.changes {
                let items = Set(change.patch.patch.reloads).union(change.patch.patch.inserts.map(\.item))
                if !items.isEmpty { contentChanged(collection, items) }
            }
        }
        for (collection, changes) in results where !changes.isEmpty { resultsPublished(collection, changes) }
        batch.complete()
        for collection in batch.collections { try? checkpointIfWanted(collection) }
    }

    private func answer(to job: Job) -> CommittedChange? {
        guard let key = job.options.idempotencyKey else { return nil }
        return bookkeeping.withLock { $0[job.collection.id]?.answers[key] }
    }

    private func remember(_ batch: CommitBatch) {
        bookkeeping.withLock { bookkeeping in
            for (job, change) in batch.successes {
                if let key = job.options.idempotencyKey {
                    bookkeeping[job.collection.id, default: CommitBookkeeping()].remember(change, for: key)
                }
            }
            for collection in batch.collections {
                bookkeeping[collection.id, default: CommitBookkeeping()].operationsSinceCheckpoint +=
                    batch.operationCount(of: collection)
            }
        }
    }
}
