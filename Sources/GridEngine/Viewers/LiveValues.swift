import CollectionModel
import Dispatch
import JSONText
import Prefetching
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Values that items show beside their attributes and that change often: a price, a load, a temperature.
///
/// They are in memory alone: no version, no history, no disk; the last one wins. A viewer gets those of the items in its window, at
/// most once in `interval`, whatever came meanwhile in one event. Its own lock is a leaf: nothing is called under it.
final class LiveValues: Sendable {
    /// Minimum time between two events of a viewer. People read no faster, and each event costs every viewer a frame.
    static let interval = Duration.milliseconds(50)
    /// Maximum size of an item's values as JSON.
    static let itemLimitBytes = GivenItem.attributesLimitBytes
    /// Maximum size of all values as JSON, names and identifiers included.
    static let limitBytes = 256 << 20

    /// The values of one collection, by the item's identifier.
    private struct Table: Sendable {
        let collection: LiveCollection
        var values: [String: JSONObject] = [:]
        var sizes: [String: Int] = [:]
        /// Values that viewers have not received.
        var changed: [String: JSONObject] = [:]
    }

    /// A viewer whose page has cells that it did not have before.
    private struct Newcomer: Sendable {
        let viewer: Viewer
        /// `nil`: all of its window.
        var items: [String]?
    }

    private struct State: Sendable {
        var tables: [UInt16: Table] = [:]
        var newcomers: [Newcomer] = []
        var sizeBytes = 0
        /// Whether a thread tells viewers what comes.
        var isTelling = false
    }

    private let state = Mutex(State())
    /// The viewers of each collection, and the items that they hold.
    private let windows = Mutex<[UInt16: HeldWindows]>([:])
    private let viewers: ViewerTable
    private let events: EventHub
    private let queue = DispatchQueue(label: "lookahead.values", qos: .userInitiated)

    init(viewers: ViewerTable, events: EventHub) {
        (self.viewers, self.events) = (viewers, events)
    }

    /// Takes over values.
    /// - Parameters:
    ///   - new: each item once, by name; `null` takes a value away.
    ///   - collection: of the items, all of which it has.
    /// - Throws: `.invalid` when an item's values are too large, `.tooMany`; nothing is shown then.
    func show(_ new: [(id: String, values: JSONObject)], in collection: LiveCollection) throws(GridError) {
        var isNews = false
        let refusal = state.withLock { state -> GridError? in
            let number = collection.number
            var updates: [(id: String, known: JSONObject, changed: JSONObject, size: Int)] = []
            var sizeBytes = state.sizeBytes
            for (id, values) in new {
                var known = state.tables[number]?.values[id] ?? JSONObject()
                var changed = state.tables[number]?.changed[id] ?? JSONObject()
                for member in values.members where (known[member.name] ?? .null) != member.value {
                    known[member.name] = member.value == .null ? nil : member.value
                    changed[member.name] = member.value
                }
                let size = known.isEmpty ? 0 : id.utf8.count + JSONValue.object(known).encoded.count
                guard size <= Self.itemLimitBytes else { return .invalid(.attributes, .attributesTooLarge) }
                sizeBytes += size - (state.tables[number]?.sizes[id] ?? 0)
                updates.append((id, known, changed, size))
            }
            guard sizeBytes <= Self.limitBytes else { return .tooMany(.megabytes, limit: Self.limitBytes >> 20) }
            // In place: a copy of the table would cost all values for each that changes.
            if state.tables[number] == nil { state.tables[number] = Table(collection: collection) }
            for (id, known, changed, size) in updates {
                state.tables[number]?.values[id] = known.isEmpty ? nil : known
                state.tables[number]?.sizes[id] = known.isEmpty ? nil : size
                guard !changed.isEmpty else { continue }
                state.tables[number]?.changed[id] = changed
                isNews = true
            }
            state.sizeBytes = sizeBytes
            return nil
        }
        if let refusal { throw refusal }
        collection.hasLiveValues.store(true, ordering: .relaxed)
        if isNews { beginTelling() }
    }

    /// A viewer's page has new cells: it is told their values.
    /// - Parameters:
    ///   - items: their identifiers; `nil` for all of the window, of a page whose stream has just begun.
    ///   - viewer: whose collection has values.
    func meet(_ items: [String]?, at viewer: Viewer) {
        state.withLock { $0.newcomers.append(Newcomer(viewer: viewer, items: items)) }
        beginTelling()
    }

    /// Forgets the values of items that are gone.
    private func prune(_ collection: LiveCollection) {
        let shown = state.withLock { $0.tables[collection.number].map { Array($0.values.keys) } ?? [] }
        let gone = collection.state.withLock { state in
            shown.filter { id in state.items.ordinal(of: id).map { !state.snapshot.contains(ItemOrdinal($0)) } ?? true }
        }
        state.withLock { state in
            for id in gone {
                state.sizeBytes -= state.tables[collection.number]?.sizes.removeValue(forKey: id) ?? 0
                state.tables[collection.number]?.values[id] = nil
                state.tables[collection.number]?.changed[id] = nil
            }
        }
    }

    /// Values that follow others are told by the thread that sleeps between them: no thread is woken for each value, and no timer.
    private func beginTelling() {
        let isFirst = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isFirst else { return }
        queue.async { [weak self] in
            while self?.tell() == true { usleep(UInt32(Self.interval / .microseconds(1))) }
        }
    }

    /// Tells viewers what has changed in their windows.
    /// - Returns: whether something had. Otherwise the thread that calls this is done.
    private func tell() -> Bool {
        let (changes, newcomers) = state.withLock { state in
            defer { state.newcomers = [] }
            var changes: [(collection: LiveCollection, values: [String: JSONObject])] = []
            for number in state.tables.keys {
                guard let table = state.tables[number], !table.changed.isEmpty else { continue }
                changes.append((table.collection, table.changed))
                state.tables[number]?.changed = [:]
            }
            state.isTelling = !changes.isEmpty || !state.newcomers.isEmpty
            return (changes, state.newcomers)
        }
        guard !changes.isEmpty || !newcomers.isEmpty else { return false }
        var told: [ViewerID: [String: JSONObject]] = [:]
        for (collection, values) in changes { tell(values, of: collection, to: &told) }
        for newcomer in newcomers { tell(newcomer, &told) }
        for (viewer, values) in told { events.post(values, to: viewer) }
        return true
    }

    /// Finds where the items are once for each order, then who holds them.
    private func tell(
        _ values: [String: JSONObject], of collection: LiveCollection, to told: inout [ViewerID: [String: JSONObject]]
    ) {
        for (order, windows) in heldWindows(of: collection).byOrder {
            for place in Self.places(of: values.keys, in: order, of: collection) {
                windows.forEachViewer(at: place.flat) { told[$0, default: [:]][place.id] = values[place.id] }
            }
        }
    }

    private func heldWindows(of collection: LiveCollection) -> HeldWindows {
        if let known = windows.withLock({ $0[collection.number] }), known.isCurrent(of: collection) { return known }
        let held = HeldWindows(of: collection, in: viewers)
        windows.withLock { $0[collection.number] = held }
        return held
    }

    /// Where items are in an order; those that it does not have are left out.
    private static func places(
        of items: some Sequence<String>, in order: OrderID, of collection: LiveCollection
    ) -> [(flat: Int, id: String)] {
        collection.state.withLock { state in
            let snapshot = state.snapshot(of: order)
            return items.compactMap { id in
                guard let raw = state.items.ordinal(of: id), let flat = snapshot.flatIndex(of: ItemOrdinal(raw)) else {
                    return nil
                }
                return (flat, id)
            }
        }
    }

    private func tell(_ newcomer: Newcomer, _ told: inout [ViewerID: [String: JSONObject]]) {
        let viewer = newcomer.viewer
        var items = newcomer.items
        if items == nil {
            let (window, order) = viewer.state.withLock { ($0.window, $0.order) }
            items = viewer.collection.state.withLock { state in
                var items: [String] = []
                let snapshot = state.snapshot(of: order)
                snapshot.forEachItem(inFlat: window.clamped(to: 0..<snapshot.numberOfItems)) { _, _, item in
                    items.append(state.items[item.rawValue])
                }
                return items
            }
        }
        state.withLock { state in
            guard let table = state.tables[viewer.collection.number] else { return }
            for id in items ?? [] {
                guard let values = table.values[id] else { continue }
                // All of them: a name among what has changed is among these, unless it was taken away.
                var all = told[viewer.id]?[id] ?? JSONObject()
                for member in values.members { all[member.name] = member.value }
                told[viewer.id, default: [:]][id] = all
            }
        }
    }
}

extension LiveValues: CommitObserver {
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        guard collection.hasLiveValues.load(ordering: .relaxed), !change.patch.patch.deletes.isEmpty else { return }
        prune(collection)
    }

    func collectionDidClose(_ collection: LiveCollection) {
        windows.withLock { $0[collection.number] = nil }
        state.withLock { state in
            guard let table = state.tables.removeValue(forKey: collection.number) else { return }
            state.sizeBytes -= table.sizes.values.reduce(0, +)
        }
    }
}
