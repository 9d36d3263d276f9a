import CollectionModel
import Dispatch
import Synchronization

/// The only writer: takes waiting changes in order, makes them on a draft, stores them together, publishes them, and completes
/// them.
///
/// Group commit: changes that arrive while a transaction is written go into the next one, so a burst of changes costs few fsyncs.
/// A change is not visible before it is durable (docs/decisions/0003). If other servers of the same store came first, their changes are
/// applied, and this one is made again (docs/decisions/0038).
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
    /// Jobs that wait until a collection has caught up with other servers, by collection.
    let catchingUp = Mutex<[String: [@Sendable () -> Void]]>([:])
    /// In the order in which they are notified.
    private let observers = Mutex<[any CommitObserver]>([])

    init(store: (any ChangeStore)?) { self.store = store }

    /// Notifies these from now on, in this order. Call it once, before the first change.
    func observe(by observers: [any CommitObserver]) { self.observers.withLock { $0 = observers } }

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
            // Cheap replays are left to the next start: the whole order takes its time to write.
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
        var next = Attempt(jobs: jobs)
        var changed: [LiveCollection] = []
        repeat { next = attempt(next, changed: &changed) } while !next.jobs.isEmpty || next.isOvertaken
        for collection in changed { try? checkpointIfWanted(collection) }
    }

    /// The jobs to store next.
    private struct Attempt {
        var jobs: [Job]
        /// Whether it follows on one in which others came first: the store waits for it, also when nothing is left to be stored.
        var isOvertaken = false
    }

    /// Makes changes on drafts of the newest version and stores them.
    /// - Returns: those in whose collections others came first. Their changes are adopted; these are to be made again.
    private func attempt(_ attempt: Attempt, changed: inout [LiveCollection]) -> Attempt {
        var batch = CommitBatch()
        for job in attempt.jobs { batch.add(job, known: answer(to: job)) }
        let appends = batch.appends
        var heads: [String: StoredHead] = [:]
        var again = Attempt(jobs: [])
        do throws(StoreError) {
            if let store, attempt.isOvertaken || !appends.isEmpty {
                for (append, outcome) in zip(appends, try store.commit(appends)) {
                    if case .stored(let head) = outcome {
                        heads[append.collection] = head
                        continue
                    }
                    if case .overtaken = outcome { again.isOvertaken = true }
                    again.jobs += settle(outcome, batch.remove(append.collection))
                }
            }
        } catch {
            batch.fail(.notStored(error))
            return Attempt(jobs: [])
        }
        batch.note(heads)
        remember(batch)
        announce(batch.changes, with: batch.publish(heads))
        batch.complete()
        changed += batch.collections
        return again
    }

    /// Handles changes that were not stored.
    /// - Returns: those to be made again.
    private func settle(_ outcome: AppendOutcome, _ jobs: [Job]) -> [Job] {
        guard let collection = jobs.first?.collection else { return [] }
        guard let refusal = settle(outcome, in: collection) else { return jobs }
        for job in jobs { job.completion(.failure(refusal)) }
        return []
    }

    /// Notifies the observers of versions that are visible.
    func announce(_ changes: [(LiveCollection, CommittedChange)], with others: [(LiveCollection, PublishedChanges)]) {
        notify { observer in
            for (collection, change) in changes { observer.collection(collection, didCommit: change) }
        }
        for (collection, published) in others { announce(published, of: collection) }
    }

    /// Notifies the observers of versions of results, and of stacks, that are visible.
    func announce(_ published: PublishedChanges, of collection: LiveCollection) {
        if !published.results.isEmpty { notify { $0.collection(collection, didChangeResults: published.results) } }
        if !published.restacked.isEmpty { notify { $0.collection(collection, didLearnOf: published.restacked) } }
    }

    /// Calls a function of each observer, in their order.
    func notify(_ body: (any CommitObserver) -> Void) {
        for observer in observers.withLock({ $0 }) { body(observer) }
    }

    private func answer(to job: Job) -> KnownAnswer? {
        job.options.storedKey.flatMap { answer(to: $0, in: job.collection) }
    }

    /// The change that was made under a key.
    func answer(to key: StoredKey, in collection: LiveCollection) -> KnownAnswer? {
        bookkeeping.withLock { $0[collection.id]?.answers[key.key] }
    }

    private func remember(_ batch: CommitBatch) {
        bookkeeping.withLock { bookkeeping in
            for (job, change) in batch.successes {
                if let key = job.options.storedKey {
                    bookkeeping[job.collection.id, default: CommitBookkeeping()].remember(change, for: key)
                }
            }
            for (collection, change) in batch.changes {
                bookkeeping[collection.id, default: CommitBookkeeping()].operationsSinceCheckpoint +=
                    change.patch.patch.replayCount
            }
        }
    }
}
