import CollectionModel
import CollectionQuery
import Dispatch

/// The fields that queries can name in a collection.
package struct FieldList: Sendable {
    package var collection: String
    /// The number of items.
    package var total: Int
    package var fields: [FieldColumns.Field]
    package var reading: FieldReading
}

extension GridEngine {
    /// The fields of a collection. The first call starts to fill the columns, in the background.
    /// - Throws: `.notFound`, `.opening`.
    package func fields(of id: String) throws(GridError) -> FieldList {
        let served = try served(id)
        let collection = served.collection
        let total = try collection.withOpenState { (state) throws(GridError) in
            state.snapshot(of: served.order).numberOfItems
        }
        fillColumns(of: collection)
        return collection.queries.state.withLock { state in
            FieldList(
                collection: id, total: total, fields: state.columns.fields, reading: FieldReading(state))
        }
    }

    /// All that is known of an item, by the fields that it has a value of.
    /// - Throws: `.notFound`, `.opening`; `.notReady` while the columns are being filled.
    package func fieldValues(
        of item: String, in id: String
    ) throws(GridError) -> [(field: String, value: FieldValue)] {
        let collection = try served(id).collection
        let ordinal = try collection.ordinal(of: item)
        try checkFilled(collection)
        let columns = collection.queries.state.withLock { $0.columns }
        return columns.fields.compactMap { field in
            columns.value(of: field.name, of: ordinal).map { (field.name, $0) }
        }
    }

    /// The field `taken` of an item, which is read from its file where nobody has asked for fields yet.
    func dateTaken(of item: String, in collection: LiveCollection) throws(GridError) -> FieldDate? {
        let ordinal = try collection.ordinal(of: item)
        let (known, isRead) = collection.queries.state.withLock { state in
            (state.columns.value(of: "taken", of: ordinal), state.isComplete)
        }
        if case .date(let date)? = known { return date }
        guard !isRead, let metadata, case .read(let found) = metadata.metadata(of: item, in: collection.source.base)
        else {
            return nil
        }
        return found?.taken.flatMap { FieldDate(iso8601: $0) }
    }

    /// Calls `body` once what is asked for is known, where that takes a moment: of a collection of few items, after at most
    /// `Configuration.readingPatienceMilliseconds`. What waits for a disk is not waited for. Of others at once.
    /// - Parameters:
    ///   - id: the collection's identifier, or that of a result of it.
    ///   - body: called once, on any thread.
    package func whenRead(_ id: String, _ body: @escaping @Sendable () -> Void) {
        guard let collection = try? served(id).collection,
            collection.state.withLock({ $0.isOpen && $0.snapshot.numberOfItems <= Self.awaitedItems })
        else { return body() }
        fillColumns(of: collection)
        let wait = WaitForReading(body)
        collection.queries.state.withLock { $0.readers.append(wait) }
        collection.queries.endWaitsIfRead()
        background.asyncAfter(deadline: .now() + .milliseconds(configuration.readingPatienceMilliseconds)) {
            collection.queries.state.withLock { $0.readers.removeAll { $0 === wait } }
            wait.end()
        }
    }

    /// Maximum items of a collection whose reading is waited for.
    private static let awaitedItems = 2000

    /// - Throws: `.notReady`, and starts to fill the columns.
    func checkFilled(_ collection: LiveCollection) throws(GridError) {
        guard !collection.queries.isFilled else { return }
        fillColumns(of: collection)
        let total = collection.state.withLock { $0.snapshot.numberOfItems }
        let filling = collection.queries.state.withLock { $0.filling }
        guard case .running(let done) = filling else { throw .notReady(.fieldsBeingRead) }
        throw .notReady(.fieldsBeingRead(min(done, total), of: total))
    }

    /// Fills the columns of an open collection in the background, unless that was begun.
    func fillColumns(of collection: LiveCollection) {
        let begins = collection.queries.state.withLock { state in
            guard state.filling == .unfilled else { return false }
            state.filling = .running(0)
            return true
        }
        guard begins else { return }
        background.async {
            let (work, _) = collection.queries.begin()
            var filled = FilledColumns(of: collection)
            guard filled.run(isCancelled: { self.closing.isCancelled }) else {
                collection.queries.end(work)
                return
            }
            let columns = filled
            self.commits.perform {
                guard collection.state.withLock({ !$0.isRemoved }) else { return }
                let changed = collection.queries.end(work)
                guard columns.replacedOrders == collection.state.withLock({ $0.replacedOrders }) else {
                    // The end of a first listing came, and no patch says what is new.
                    collection.queries.state.withLock { $0.filling = .unfilled }
                    return self.fillColumns(of: collection)
                }
                collection.install(columns, changedMeanwhile: changed, looksUpMetadata: self.metadata != nil)
                self.readMetadata(of: collection, lookedUp: nil)
                if self.metadata == nil { self.learnLikenesses(of: collection) }
                self.findBursts(of: collection)
                collection.queries.endWaitsIfRead()
            }
        }
    }
}

/// Columns in the making.
private struct FilledColumns: Sendable {
    let collection: LiveCollection
    private let snapshot: Snapshot
    /// As the collection had it with that order.
    let replacedOrders: Int
    var columns = FieldColumns.standard
    var attributeFields: Set<String> = []
    /// The items of an album that `CollectionQueries.State.told` begins with.
    var told: Set<ItemOrdinal> = []

    init(of collection: LiveCollection) {
        self.collection = collection
        (snapshot, replacedOrders) = collection.state.withLock { ($0.snapshot, $0.replacedOrders) }
        columns.reserve(items: collection.state.withLock { $0.items.count })
    }

    /// Looks at every item.
    /// - Returns: `false` when it was cancelled.
    mutating func run(isCancelled: () -> Bool) -> Bool {
        var folder = (section: -1, title: "")
        for start in stride(from: 0, to: snapshot.numberOfItems, by: 4096) {
            if isCancelled() { return false }
            collection.queries.state.withLock { if case .running = $0.filling { $0.filling = .running(start) } }
            let range = start..<min(start + 4096, snapshot.numberOfItems)
            var found: [(ItemOrdinal, KnownItem, Int)] = []
            found.reserveCapacity(range.count)
            // The lock is held for what is known beside the source; the source itself is asked without it.
            collection.state.withLock { state in
                snapshot.forEachItem(inFlat: range) { _, path, ordinal in
                    found.append((ordinal, state.known(of: ordinal), path.section))
                }
            }
            let contents = contents(of: found.map(\.1), isCancelled: isCancelled)
            for (ordinal, known, section) in found {
                if section != folder.section {
                    folder = (section, collection.section(snapshot.section(at: section)).title)
                }
                show(known, contents[known.id], folder: folder.title, of: ordinal)
            }
        }
        return true
    }

    /// How often a source that fails is asked, a second apart, before its items are taken as they are known.
    private static let tries = 5

    /// The contents of items, from a source that is asked for them; on a thread that may be blocked.
    private func contents(of items: [KnownItem], isCancelled: () -> Bool) -> [String: SourceItem] {
        for attempt in 1...Self.tries {
            if let contents = try? ContentReading.wait(for: items, of: collection) { return contents }
            if isCancelled() { break }
            if attempt < Self.tries { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1) }
        }
        return [:]
    }

    private mutating func show(
        _ known: KnownItem, _ content: SourceItem?, folder: String, of ordinal: ItemOrdinal
    ) {
        let (item, file) = (known.item(of: collection.source, content: content), collection.source.item(known.id)?.file)
        columns.set(item, folder: folder, file: file, of: ordinal)
        for member in item.attributes.members { attributeFields.insert(member.name) }
        if collection.source.abilities.references != nil, item.tellsFields { told.insert(ordinal) }
    }
}

extension LiveCollection {
    /// Takes over filled columns. On the commit queue.
    /// - Parameters:
    ///   - filled: the columns.
    ///   - changed: the items that have changed since they were begun.
    ///   - looksUpMetadata: whether the metadata of files is read next: nobody is to find the fields complete in between.
    fileprivate func install(
        _ filled: FilledColumns, changedMeanwhile changed: Set<ItemOrdinal>, looksUpMetadata: Bool
    ) {
        let items = state.withLock { state in
            changed.compactMap { ordinal -> (ItemOrdinal, KnownItem, String)? in
                guard let path = state.snapshot.indexPath(of: ordinal) else { return nil }
                let folder = state.section(state.snapshot.section(at: path.section)).title
                return (ordinal, state.known(of: ordinal), folder)
            }
        }
        queries.state.withLock { state in
            let stacks = state.columns.stacks
            state.columns = filled.columns
            state.columns.stacks = stacks
            state.attributeFields = filled.attributeFields
            state.told = filled.told
            for (ordinal, known, folder) in items {
                let file = source.item(known.id)?.file
                state.show(known.item(of: source), folder: folder, file: file, of: ordinal)
            }
            state.filling = .filled
            state.readsFiles = looksUpMetadata
            if looksUpMetadata { state.metadata.beginLookup() }
        }
    }
}
