import CollectionModel
import CollectionQuery
import Synchronization

/// A collection that is served: its source, and its newest state under one lock. A `Snapshot` of it no longer changes.
///
/// The lock is held for microseconds: to look something up, or to publish a version. Changes are made to a `Draft`
/// outside of it, by the commit queue alone.
package final class LiveCollection: Sendable {
    package let source: ServedSource
    /// The scheduler's name for it.
    package let number: UInt16
    /// The key that it was posted under, where there was one: it makes the repetition harmless.
    let postingKey: String?
    /// The client that posted it since the start, in whose share it counts; `nil` when it counts in none.
    let client: Client?
    package let state: Mutex<CollectionState>
    let queries = CollectionQueries()
    package let texels = CollectionTexels()
    /// Whether any of its items ever had a live value.
    let hasLiveValues = Atomic(false)
    /// Held while stacks are looked for.
    let findingStacks = Mutex(())
    let dataSets = OneAtATime()
    /// Counts what changes who sees what of it: viewers that come and go, other windows, other orders.
    let windowChanges = Atomic(0)
    /// Held while the source is read and what came of it is made durable: readings do not overtake each other.
    let reading = Mutex(())

    init(source: any ItemSource, number: UInt16, postingKey: String? = nil, client: Client? = nil) {
        self.source = ServedSource(source)
        self.number = number
        self.postingKey = postingKey
        self.client = client
        state = Mutex(CollectionState(of: self.source.abilities))
    }

    package var id: String { source.id }
    package var capabilities: Capabilities { source.capabilities }

    package var head: StoredHead { state.withLock { $0.head } }

    var summary: CollectionSummary {
        // It has a lock of its own.
        let watched = source.abilities.watched
        let watchTrouble = watched?.watchTrouble
        let refers = source.abilities.references != nil
        return state.withLock { state in
            var summary = CollectionSummary(
                id: source.id, title: source.title, itemCount: state.snapshot.numberOfItems,
                sectionCount: state.snapshot.numberOfSections, version: state.version,
                capabilities: source.capabilities, isOpen: state.isOpen, skipped: state.skipped,
                problem: state.problem, refresh: state.refresh?.refresh,
                found: state.refresh?.isOpening == true ? state.refresh?.done : nil, isAlbum: refers,
                cover: refers ? state.cover(of: source) : nil, watchTrouble: watchTrouble,
                savedQueries: state.savedQueries.filter { !$0.isSetting })
            summary.stamp = state.stamp
            summary.dataSets = state.data?.reports ?? []
            if source.capabilities.paths { summary.sharedFolder = state.sharedFolder }
            summary.isWatched = watched != nil
            summary.bursts = state.burstSetting
            summary.hasStacks =
                source.abilities.pairs != nil || summary.bursts.isOn || !state.stacks.isEmpty
                || !state.marks.stacks.isEmpty
            return summary
        }
    }

    /// Whether nobody but the source has changed it, and nobody sees more of it than its order.
    var isUntouched: Bool {
        let isFilled = queries.state.withLock { $0.filling != .unfilled }
        return !isFilled
            && state.withLock {
                $0.history.undoable.isEmpty && $0.history.redoable.isEmpty && $0.results.isEmpty && !$0.hasStacks
            }
    }

    /// - Throws: `.opening` until the source was read once; what `body` throws.
    func withOpenState<Value>(
        _ body: (inout CollectionState) throws(GridError) -> Value
    ) throws(GridError) -> Value {
        let result = state.withLock { state -> Result<Value, GridError> in
            guard state.isOpen else { return .failure(.opening) }
            do throws(GridError) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The ordinal of an item that is in the collection now.
    /// - Throws: `.notFound` when it is not; `.opening`.
    func ordinal(of id: String) throws(GridError) -> ItemOrdinal {
        settleNames()
        return try withOpenState { (state) throws(GridError) in
            guard let raw = state.items.ordinal(of: id), state.snapshot.contains(ItemOrdinal(raw))
            else { throw .notFound(.item, id: id) }
            return ItemOrdinal(rawValue: raw)
        }
    }
}

extension LiveCollection {
    /// Makes identifiers be found, of a large collection that was just read back (docs/decisions/0114). O(items) then, outside of the
    /// lock: the first caller does it, and others wait. Whoever looks one up under the lock calls this before; without that it would
    /// take the same time while others wait for the lock.
    ///
    /// An identifier that is there twice ends what is served, as it does where they are looked at before anything is shown.
    func settleNames() {
        guard let names = state.withLock({ $0.items.isSettled ? nil : $0.items }) else { return }
        let isNamedTwice = names.duplicate != nil
        state.withLock { state in
            state.items.settle()
            guard isNamedTwice else { return }
            state.isNamedTwice = true
            (state.isOpen, state.problem) = (false, Reason.collectionNotServed(source.title))
        }
    }

    /// The ordinal that an identifier was ever given.
    func ordinal(everGivenTo id: String) -> ItemOrdinal? {
        let found = state.withLock { $0.items.isSettled ? .some($0.items.ordinal(of: id)) : UInt32??.none }
        if let found { return found.map { ItemOrdinal($0) } }
        settleNames()
        return state.withLock { $0.items.ordinal(of: id) }.map { ItemOrdinal($0) }
    }

    /// The ordinals that the identifiers of pairs were ever given, of some hundred pairs at most. Call `settleNames` before. Mostly the items
    /// of one, and pairs that follow each other, were listed one after another: then nothing is looked up.
    func ordinals(everGivenTo pairs: ListedPairs) -> [ItemOrdinal?] {
        state.withLock { state in
            var ordinals: [ItemOrdinal?] = []
            ordinals.reserveCapacity(pairs.ids.count)
            var face: UInt32 = 0
            for end in pairs.ends {
                let start = ordinals.count
                var guesses = (face, face)
                for id in pairs.ids[start..<end] {
                    let found = state.items.ordinal(of: id, expecting: guesses.0, or: guesses.1)
                    if let found {
                        if ordinals.count == start { face = found &+ UInt32(end - start) }
                        guesses = (found &+ 1, found &- 1)
                    }
                    ordinals.append(found.map { ItemOrdinal($0) })
                }
            }
            return ordinals
        }
    }
}

/// For modules that have a `LiveCollection` of their own.
package typealias EngineCollection = LiveCollection

extension LiveCollection: PatchIdentities {
    package func item(_ ordinal: ItemOrdinal) -> Item {
        state.withLock { $0.item(ordinal, source: source) }
    }

    package func itemID(_ ordinal: ItemOrdinal) -> String {
        state.withLock { $0.items[ordinal.rawValue] }
    }

    package func revisions(of items: [ItemOrdinal]) -> [(id: String, revision: UInt64)] {
        state.withLock { state in
            items.map { item in
                let id = state.items[item.rawValue]
                let listed = state.revision(of: item)
                let base = listed != 0 ? listed : source.shown(id)?.revision ?? source.item(id)?.revision ?? 0
                return (id, base &+ (state.kept[item]?.changes ?? 0) &+ UInt64(state.marks.entry(of: item).changes))
            }
        }
    }

    package var title: String { source.title }

    package func section(_ ordinal: SectionOrdinal) -> (id: String, title: String) {
        state.withLock { $0.section(ordinal) }
    }

    /// The identifier of a section of any order; empty of one that a change brings which is not published yet.
    func publishedID(of section: SectionOrdinal) -> String {
        state.withLock { state in
            let isPublished =
                section.rawValue >= GroupTable.firstOrdinal || Int(section.rawValue) < state.sectionTitles.count
            return isPublished ? state.section(section).id : ""
        }
    }
}
