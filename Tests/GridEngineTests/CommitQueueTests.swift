import CollectionModel
import LookaheadTesting
import Synchronization
import Testing

@testable import GridEngine

@Suite struct CommitQueueTests {
    /// What happened, in order.
    private final class Diary: Sendable {
        private let lines = Mutex<[String]>([])

        func write(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private struct DiaryKeeper: CommitObserver {
        let diary: Diary

        func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
            diary.write("published \(change.patch.to)")
        }
    }

    private let store = MemoryStore()
    private let diary = Diary()
    private let collection: LiveCollection
    private let queue: CommitQueue

    init() throws {
        let collection = LiveCollection(source: ScriptedSource(sections: []), number: 0)
        let items = ["a", "b", "c"].map { GivenItem(id: $0) }
        let posted = PostedCollection(id: "c", title: "C", sections: [GivenSection(id: "s", title: "S", items: items)])
        let state = try CollectionState.posted(posted)
        collection.state.withLock { $0 = state }
        self.collection = collection
        let ids = ["a", "b", "c"].enumerated().map { StoredIdentifier(ordinal: UInt32($0), id: $1) }
        _ = try store.create(
            StoredOrder(
                collection: "c", version: 1, sections: [.init(ordinal: 0, items: [0, 1, 2])],
                newItems: StoredIdentifiers(ids), newSections: [.init(ordinal: 0, id: "s", title: "S")]),
            cancellation: Cancellation())
        let diary = diary
        queue = CommitQueue(store: store)
        queue.observe(by: [DiaryKeeper(diary: diary)])
    }

    /// Moves the first item to the end: a change at any time.
    private func job(
        key: String? = nil, ifVersion: Int? = nil, completion: @escaping GridEngine.ChangeCompletion
    ) -> CommitQueue.Job {
        CommitQueue.Job(
            collection: collection, options: ChangeOptions(ifVersion: ifVersion, idempotencyKey: key),
            change: { (draft) throws(GridError) in
                let last = draft.snapshot.numberOfItems - 1
                return try draft.move(draft.snapshot.item(atFlat: 0), toAfter: IndexPath(0, last))
            }, completion: completion)
    }

    private func submit(key: String? = nil, ifVersion: Int? = nil) async -> Result<CommittedChange, GridError> {
        await withCheckedContinuation { continuation in
            queue.submit(job(key: key, ifVersion: ifVersion) { continuation.resume(returning: $0) })
        }
    }

    /// Submits jobs while the first one's transaction is written, and waits for all.
    private func submit(
        _ jobs: [(key: String?, ifVersion: Int?)]
    ) async -> [Result<CommittedChange, GridError>] {
        let results = AsyncStream<(Int, Result<CommittedChange, GridError>)>.makeStream()
        store.whileCommitting {
            for (index, job) in jobs.enumerated() {
                queue.submit(
                    self.job(key: job.key, ifVersion: job.ifVersion) { results.continuation.yield((index, $0)) })
            }
        }
        _ = await submit()
        var all: [Int: Result<CommittedChange, GridError>] = [:]
        for await (index, result) in results.stream {
            all[index] = result
            if all.count == jobs.count { break }
        }
        return jobs.indices.compactMap { all[$0] }
    }

    @Test func `changes that arrive while a transaction is written share the next one`() async throws {
        let results = await submit(Array(repeating: (nil, nil), count: 5))
        #expect(store.commits == [1, 5])
        #expect(try results.map { try $0.get().patch.to } == [3, 4, 5, 6, 7])
    }

    @Test func `a change that is refused leaves the others of its transaction alone`() async throws {
        let results = await submit([(nil, nil), (nil, 99), (nil, nil)])
        // It names what is stored in the same transaction, with the stamp that this gave.
        let stamp = collection.head.stamp
        #expect(stamp != 0)
        #expect(throws: GridError.versionMismatch(current: StoredHead(version: 3, stamp: stamp))) {
            try results[1].get()
        }
        #expect(try results[2].get().patch.to == 4)
        #expect(store.commits == [1, 2])
    }

    @Test func `a key repeated in one transaction makes one change`() async throws {
        let results = await submit([("k", nil), ("k", nil), (nil, nil)])
        #expect(try results.map { try $0.get().patch.to } == [3, 3, 4])
    }

    @Test func `a transaction that fails changes nothing, and the next one works`() async throws {
        store.fail(with: .diskFull)
        let refused = await submit(key: "k")
        #expect(throws: GridError.notStored(.diskFull)) { try refused.get() }
        #expect(collection.state.withLock { $0.version } == 1)
        #expect(diary.all.isEmpty)
        store.fail(with: nil)
        #expect(try await submit(key: "k").get().patch.to == 2, "the key of a change that failed is not used up")
    }

    @Test func `who is refused because of a change that fails is not told its version`() async throws {
        store.beforeCommits { [store] in
            // The transaction after this one.
            store.beforeCommits { store.fail(with: .diskFull) }
        }
        let results = await submit([(nil, nil), (nil, 2), (nil, 1)])
        for result in results { #expect(throws: GridError.notStored(.diskFull)) { try result.get() } }
        #expect(collection.head.version == 2)
    }

    @Test func `a change is durable before it is published, and published before its caller hears of it`() async throws
    {
        let (diary, collection) = (diary, collection)
        store.whileCommitting { diary.write("stored, seen at \(collection.state.withLock { $0.version })") }
        await withCheckedContinuation { continuation in
            queue.submit(
                job { _ in
                    diary.write("completed")
                    continuation.resume()
                })
        }
        #expect(diary.all == ["stored, seen at 1", "published 2", "completed"])
    }

    @Test func `closing finishes what waits and refuses what comes`() async throws {
        let results = AsyncStream<Result<CommittedChange, GridError>>.makeStream()
        for _ in 0..<300 { queue.submit(job { results.continuation.yield($0) }) }
        queue.close(collections: [collection])
        #expect(collection.state.withLock { $0.version } == 301)
        var turns = results.stream.makeAsyncIterator()
        for _ in 0..<300 { _ = try #require(await turns.next()).get() }
        let late = await submit()
        #expect(throws: GridError.shuttingDown) { try late.get() }
    }

    @Test func `too many waiting changes are refused at once`() async throws {
        let results = await submit(Array(repeating: (nil, 99), count: 10_001))
        let refused = results.filter { result in
            guard case .failure(.tooMany(.changes, 10_000)) = result else { return false }
            return true
        }
        #expect(refused.count == 1)
    }

    @Test func `a checkpoint is written once replaying would take long`() async throws {
        for _ in 0..<1000 { _ = await submit() }
        #expect(try store.restore("c")?.checkpoint.version == 1, "a thousand operations are replayed")
        _ = await submit()
        await withCheckedContinuation { continuation in queue.perform { continuation.resume() } }
        #expect(try store.restore("c")?.checkpoint.version == 1002)
    }
}
