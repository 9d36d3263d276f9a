import CollectionModel
import CollectionQuery
import Synchronization

/// The columns and the results of one collection.
///
/// Both change on the commit queue alone, which is their only writer. Other threads take the columns as a value, make a result or
/// columns of their own, and hand it to the commit queue; `Work` tells what has changed in between.
final class CollectionQueries: Sendable {
    /// Versions of results count from here, so that none of them is a version of a collection; and no two orders that one viewer
    /// sees share a number.
    static let firstVersion = 1 << 40

    /// How far the columns are.
    enum Filling: Sendable, Equatable {
        case unfilled
        /// With the number of items that were looked at.
        case running(Int)
        case filled
    }

    struct State: Sendable {
        var filling = Filling.unfilled
        var columns = FieldColumns.standard
        /// Fields of attributes: an item that no longer has one loses its value.
        var attributeFields: Set<String> = []
        /// Whether files are read, which then say what no attribute does.
        var readsFiles = false
        /// Items of an album whose originals have such an attribute in the place of what their files say.
        var told: Set<ItemOrdinal> = []
        /// Items that no longer have an attribute in the place of what their files say.
        var unread: Set<ItemOrdinal> = []
        var results: [Int: QueryResult] = [:]
        /// Where bursts are found; `nil` where they are no stacks, and while fields are read.
        var bursts: BurstOrder?
        /// Sorts and groupings whose result of all items is being made, or takes too long.
        var making: Set<Query> = []
        /// Whether values have changed and the results do not follow them yet.
        var isBehind = false
        var lastNumber = 0
        var lastVersion = CollectionQueries.firstVersion
        /// Items whose values have changed, for each piece of work that is being done beside the commit queue.
        var changed: [Work: Set<ItemOrdinal>] = [:]
        var lastWork = 0
        var metadata = MetadataProgress()
        /// Called once everything is read, or their time is over.
        var readers: [WaitForReading] = []

        /// Whether every item was looked at, and every file has been read or has failed for a reason of its own.
        var isComplete: Bool { filling == .filled && !metadata.isReading && metadata.waiting.isEmpty }

        /// The number of a result's next version.
        mutating func nextVersion() -> Int {
            lastVersion += 1
            return lastVersion
        }
    }

    /// Something that is made of a copy of the columns.
    struct Work: Hashable, Sendable {
        fileprivate let number: Int
    }

    let state = Mutex(State())
    /// The finds of readers in files, in the order in which they were reported.
    let found = FoundMetadata()

    var isFilled: Bool { state.withLock { $0.filling == .filled } }

    /// Begins work with the columns as they are now. End it by `end`, on the commit queue where its outcome counts.
    func begin() -> (Work, FieldColumns) {
        state.withLock { $0.begin() }
    }

    /// Begins the making of a result.
    /// - Returns: besides, the smallest of the results in use that the query narrows, as it is with these columns.
    func begin(_ query: Query) -> (Work, FieldColumns, base: QueryResult?) {
        let (work, columns, results) = state.withLock { state in
            let (work, columns) = state.begin()
            return (work, columns, state.isBehind ? [] : Array(state.results.values))
        }
        let bases = results.filter { !$0.query.isEmpty && query.narrows($0.query) }
        return (work, columns, bases.min { $0.order.numberOfItems < $1.order.numberOfItems })
    }

    /// - Returns: the items whose values have changed since the work began.
    @discardableResult
    func end(_ work: Work) -> Set<ItemOrdinal> {
        state.withLock { $0.changed.removeValue(forKey: work) ?? [] }
    }

    /// Ends waiting for files, when none is being read.
    func endWaitsIfRead() {
        let waits = state.withLock { state -> [WaitForReading] in
            guard state.filling == .filled, !state.metadata.isReading else { return [] }
            defer { state.readers = [] }
            return state.readers
        }
        for wait in waits { wait.end() }
    }

    /// Forgets everything: the collection is no longer served.
    func removeAll() {
        state.withLock { state in
            state.columns = .standard
            state.filling = .unfilled
            state.results = [:]
            state.bursts = nil
        }
    }
}

extension CollectionQueries {
    /// Leads the order of bursts on, by columns that are at the change already. Stacks are settled by it, and results follow them. On the
    /// commit queue.
    /// - Returns: the bursts now; `nil` where they are no stacks.
    func followBursts(_ patch: Patch, to order: Snapshot, groups: GroupTable) -> BurstRuns? {
        let (known, columns) = state.withLock { ($0.bursts, $0.columns) }
        guard var bursts = known else { return nil }
        bursts.follow(patch, to: order, columns: columns, groups: groups)
        let followed = bursts
        state.withLock { $0.bursts = followed }
        return bursts.runs(in: columns)
    }

    /// The bursts as they are; `nil` where they are no stacks.
    var burstRuns: BurstRuns? { state.withLock { state in state.bursts?.runs(in: state.columns) } }

    /// Leads all results on. On the commit queue, without the lock: a large change takes its time, and others ask for fields.
    /// - Parameters:
    ///   - patch: of the collection's order.
    ///   - order: the collection's order after it.
    ///   - groups: the collection's.
    ///   - versions: of the results in use, by number.
    ///   - isSilent: whether contents that changed are already known to viewers: only order and membership are reported.
    /// - Returns: the next versions of those in which something changed.
    func follow(
        _ patch: Patch, to order: Snapshot, groups: GroupTable, versions: [Int: Int], isSilent: Bool
    ) -> [ResultChange] {
        let columns = state.withLock { $0.columns }
        // Only this queue looks at them.
        var results = state.withLock { state in
            defer { state.results = [:] }
            return state.results
        }
        var changes: [ResultChange] = []
        for number in results.keys.sorted() {
            // Taken out, so that it is changed in place.
            guard let version = versions[number], var result = results.removeValue(forKey: number) else { continue }
            var own = result.follow(patch, to: order, columns: columns, groups: groups)
            results[number] = result
            if isSilent { (own.reconfigures, own.reloads) = ([], []) }
            guard !own.isEmpty else { continue }
            let versioned = VersionedPatch(from: version, to: version, patch: own)
            changes.append(ResultChange(number: number, patch: versioned, snapshot: result.order))
        }
        state.withLock { state in
            state.results = results
            state.isBehind = false
            for index in changes.indices { changes[index].patch.to = state.nextVersion() }
        }
        return changes
    }
}

extension CollectionQueries.State {
    fileprivate mutating func begin() -> (CollectionQueries.Work, FieldColumns) {
        lastWork += 1
        let work = CollectionQueries.Work(number: lastWork)
        changed[work] = []
        return (work, columns)
    }

    /// Tells everybody who works with a copy of the columns.
    mutating func note(_ items: some Sequence<ItemOrdinal>) {
        for work in changed.keys { changed[work]?.formUnion(items) }
    }
}
