import CollectionModel
import Dispatch
import Synchronization

/// The one writer: takes waiting changes in order, works them out, makes them durable together, publishes them, answers.
///
/// Group commit: what arrives while a transaction is written goes into the next one, so a burst of changes costs few fsyncs.
/// A change is visible to nobody before it is durable (docs/decisions/0003).
final class CommitQueue: Sendable {
    /// One change that waits to be made.
    struct Job: Sendable {
        var collection: LiveCollection
        var options: ChangeOptions
        /// Works the change out on a draft, or throws and leaves nothing. An empty patch makes no version.
        var change: @Sendable (inout Draft) throws(GridError) -> Patch
        var completion: @Sendable (Result<CommittedChange, GridError>) -> Void
    }

    /// As many changes at most share one transaction.
    private static let batchLimit = 256
    /// As many wait at most; further ones are refused.
    private static let waitingLimit = 10_000

    private struct Waiting {
        var jobs: [Job] = []
        var isScheduled = false
        var isClosed = false
    }

    private let store: (any ChangeStore)?
    private let queue = DispatchQueue(label: "lookahead.commit")
    private let waiting = Mutex(Waiting())
    private let bookkeeping = Mutex<[String: CommitBookkeeping]>([:])
    /// Told of every version, after it is published, in order.
    private let published: @Sendable (LiveCollection, CommittedChange) -> Void

    init(store: (any ChangeStore)?, published: @escaping @Sendable (LiveCollection, CommittedChange) -> Void) {
        self.store = store
        self.published = published
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

    /// Finishes what waits, refuses what comes, writes checkpoints.
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
        let stored = batch.storedChanges { self.newIdentifiers(of: $0) }
        do throws(StoreError) {
            if !stored.isEmpty { try store?.commit(stored) }
        } catch {
            batch.fail(.notStored(error))
            return
        }
        for change in stored { noteStored(change.collection, items: change.newItems, sections: change.newSections) }
        remember(batch)
        batch.publish()
        // Viewers first, then the one who asked: an answered change is a change that everyone was told of.
        for (collection, change) in batch.changes { published(collection, change) }
        batch.complete()
        for collection in batch.collections { try? checkpointIfWanted(collection) }
    }

    private func answer(to job: Job) -> CommittedChange? {
        guard let key = job.options.idempotencyKey else { return nil }
        return bookkeeping.withLock { $0[job.collection.id]?.answers[key] }
    }

    private func remember(_ batch: CommitBatch) {
        bookkeeping.withLock { bookkeeping in
            for (job, change) in batch.outcomes {
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

// MARK: Identifiers and checkpoints

extension CommitQueue {
    /// Identifiers that were given ordinals and are in no table on disk yet.
    private func newIdentifiers(
        of collection: LiveCollection
    ) -> (items: [StoredIdentifier], sections: [StoredSection]) {
        let (storedItems, storedSections) = bookkeeping.withLock {
            ($0[collection.id]?.storedItems ?? 0, $0[collection.id]?.storedSections ?? 0)
        }
        // The tables are copied, in O(1): naming millions of items under the lock would stop everyone.
        let tables = collection.state.withLock { state in
            state.items.count > storedItems || state.sections.count > storedSections
                ? (state.items, state.sections, state.sectionTitles) : nil
        }
        guard let (items, sections, titles) = tables else { return ([], []) }
        return (
            (storedItems..<items.count).map { StoredIdentifier(ordinal: UInt32($0), id: items[UInt32($0)]) },
            (storedSections..<sections.count).map {
                StoredSection(ordinal: UInt32($0), id: sections[UInt32($0)], title: titles[$0])
            }
        )
    }

    /// Counts what a transaction stored, not what the table holds by now: a refresh may have added to it meanwhile, and
    /// what it added must go with the next.
    private func noteStored(_ collection: String, items: [StoredIdentifier], sections: [StoredSection]) {
        bookkeeping.withLock {
            $0[collection, default: CommitBookkeeping()].storedItems += items.count
            $0[collection, default: CommitBookkeeping()].storedSections += sections.count
        }
    }

    /// Forgets a collection that was deleted. Another may take its identifier.
    func forget(_ collection: String) {
        bookkeeping.withLock { $0[collection] = nil }
    }

    /// Notes what is on disk already, after `restore`. `answers` are changes with their idempotency keys, oldest first.
    func noteRestored(
        _ collection: String, items: Int, sections: Int, operations: Int,
        answers: [(key: String, change: CommittedChange)]
    ) {
        bookkeeping.withLock {
            $0[collection, default: CommitBookkeeping()].storedItems = items
            $0[collection, default: CommitBookkeeping()].storedSections = sections
            $0[collection, default: CommitBookkeeping()].operationsSinceCheckpoint = operations
            for (key, change) in answers { $0[collection]?.remember(change, for: key) }
        }
    }

    /// Writes the whole order once the changes since would take long to replay. On the commit queue only.
    func checkpointIfWanted(_ collection: LiveCollection, pendingLimit: Int? = nil) throws(StoreError) {
        guard let store else { return }
        let pending = bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint ?? 0 }
        let count = collection.state.withLock { $0.snapshot.numberOfItems }
        guard pending > pendingLimit ?? max(1000, count / 50) else { return }
        try writeCheckpoint(collection, to: store)
    }

    /// Writes the whole order. Called on the commit queue, or before the collection is open. `attributes` and `postedTitle`
    /// are those of a new collection that was posted.
    func writeCheckpoint(
        _ collection: LiveCollection, to store: any ChangeStore, attributes: [StoredChange.Attributes] = [],
        postedTitle: String? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(StoreError) {
        let (version, snapshot) = collection.state.withLock { ($0.version, $0.snapshot) }
        let new = newIdentifiers(of: collection)
        var sections: [StoredOrder.Section] = []
        var first = 0
        for (index, count) in snapshot.itemCounts.enumerated() {
            var items: [UInt32] = []
            items.reserveCapacity(count)
            snapshot.forEachItem(inFlat: first..<first + count) { _, _, item in items.append(item.rawValue) }
            sections.append(StoredOrder.Section(ordinal: snapshot.section(at: index).rawValue, items: items))
            first += count
        }
        try store.checkpoint(
            StoredOrder(
                collection: collection.id, version: version, sections: sections, newItems: new.items,
                newSections: new.sections, attributes: attributes, postedTitle: postedTitle,
                postingKey: collection.postingKey),
            cancellation: cancellation)
        noteStored(collection.id, items: new.items, sections: new.sections)
        bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint = 0 }
    }
}

/// What the commit queue must know of a collection beyond its state.
struct CommitBookkeeping: Sendable {
    /// Keys are remembered for as many changes, in memory and over restarts.
    private static let answerLimit = 1000

    var storedItems = 0
    var storedSections = 0
    var operationsSinceCheckpoint = 0
    private(set) var answers: [String: CommittedChange] = [:]
    private var keys: [String] = []

    mutating func remember(_ change: CommittedChange, for key: String) {
        if answers.updateValue(change, forKey: key) == nil { keys.append(key) }
        if keys.count > Self.answerLimit { answers[keys.removeFirst()] = nil }
    }
}

extension CommitQueue {
    /// Writes a collection's first order, on the commit queue; blocks until it is durable, or called off.
    func writeFirst(
        _ collection: LiveCollection, to store: any ChangeStore, cancellation: Cancellation
    ) throws(StoreError) {
        let answer = OneShot<Result<Void, StoreError>>()
        perform {
            do throws(StoreError) {
                try self.writeCheckpoint(collection, to: store, cancellation: cancellation)
                answer.fulfill(.success(()))
            } catch {
                answer.fulfill(.failure(error))
            }
        }
        try answer.wait().get()
    }
}
