import CollectionModel
import Prefetching
import Synchronization

/// Contents that start together: one call of their source.
struct StartedContents: Sendable {
    /// The first holds the loader.
    var loads: [(key: LoadKey, token: LoadToken)]
    let collection: LiveCollection
    let running: RunningContents
    /// The viewers that have each in view.
    var viewers: [[ViewerID]]
}

/// A call that runs: it is cancelled when all of its loads are.
final class RunningContents: Sendable {
    let cancellation = Cancellation()
    private let left = Atomic(0)

    func join() { left.add(1, ordering: .relaxed) }

    /// One of its loads is cancelled.
    /// - Returns: whether it was the last one.
    func leave() -> Bool { left.subtract(1, ordering: .relaxed).newValue == 0 }
}

/// The report that remains of one content once its load has ended.
private struct ContentReport {
    let key: LoadKey
    let token: LoadToken
    var step: LifecycleStep.Kind
    var failure: LoadFailure?
    /// The viewers that hear of it.
    var viewers: [ViewerID] = []
    /// The state of the item's picture, where it has one.
    var pictureState = Cell.State.idle
}

/// Contents of sources that read them in batches.
extension LoadRunner {
    /// The state of a content that comes into the window. Only memory is looked at: this is the serving thread.
    func known(_ content: LoadKey, _ item: SourceItem, of cache: ContentCache) -> KnownState {
        if cache.isFresh(item.id) { return .ready }
        let failure = state.withLock { $0.failures.failure(of: content, item.revision, now: now) }
        return failure == nil ? .unknown : .failed
    }

    /// The known costs of a collection's contents.
    func contentCosts(of collection: LiveCollection) -> PictureCosts {
        let key = LoadKey(collection: collection.number, item: 0, rendition: 0).content
        return state.withLock { PictureCosts(full: $0.scheduler.costs.costs(key)) }
    }

    /// The state of the item's picture, for a cell that shows both.
    func pictureState(besides content: LoadKey) -> Cell.State {
        state.withLock { $0.pictureState(besides: content, steps: loader.widthSteps.count) }
    }

    func start(_ contents: StartedContents) {
        let collection = contents.collection
        let asked = collection.state.withLock { state in
            contents.loads.map {
                (id: state.items[$0.key.item], revision: state.revision(of: ItemOrdinal($0.key.item)))
            }
        }
        guard let source = collection.source.abilities.contents else {
            return end(contents, asked, .failure(.missing))
        }
        let leader = contents.loads[0].token
        for load in contents.loads { note(.loadBegan, load.key, load.token, collection, batch: leader) }
        ContentCall.begin(
            source, for: asked.map(\.id),
            timeLeft: state.withLock { $0.scheduler.timeLeft(of: leader, now: now) } ?? .zero,
            cancellation: contents.running.cancellation, whenSlow: { self.giveLoaderAway(of: leader) },
            completion: { self.end(contents, asked, $0) })
    }

    private func end(
        _ contents: StartedContents, _ asked: [(id: String, revision: UInt64)], _ answer: ContentCall.Answer
    ) {
        let collection = contents.collection
        // Before anyone can learn that they are there.
        let known = (try? answer.get()).map { keep($0, Dictionary(zip(asked, contents.loads)), of: collection) } ?? []
        let (reports, effects) = decide { state, actions in
            // From the last on: the first frees the loader, for a batch of what is left.
            let reports = zip(contents.loads, asked).reversed().map { load, item in
                let failure: LoadFailure? =
                    switch answer {
                    case .success: known.contains(item.id) ? nil : .unavailable(.contentsMissing)
                    case .failure(let failure): failure
                    }
                return state.end(
                    load, failure, item.revision, steps: loader.widthSteps.count, now: now, actions: &actions)
            }
            return Array(reports.reversed())
        }
        for report in reports { note(report.step, report.key, report.token, collection) }
        carryOut(effects, updates: updates(for: reports, collection))
    }

    /// Keeps what is still current: the source may have changed while it was read.
    /// - Returns: the identifiers of those that were asked for.
    private func keep(
        _ items: [SourceItem], _ asked: [String: (key: LoadKey, revision: UInt64)], of collection: LiveCollection
    ) -> Set<String> {
        guard let cache = collection.source.contents else { return [] }
        var known: Set<String> = []
        let base = collection.source.base
        let answered = items.compactMap { item -> (ordinal: ItemOrdinal, item: SourceItem)? in
            guard let load = asked[item.id], known.insert(item.id).inserted else { return nil }
            var item = item
            item.revision = load.revision
            // Earlier reports to the page about pictures stay valid.
            item.hasImage = base.item(item.id)?.hasImage ?? false
            return (ItemOrdinal(load.key.item), item)
        }
        keep(answered, of: collection, in: cache)
        return known
    }

    /// The same of contents that were read beside the loads.
    /// - Returns: those that are known now, ascending.
    func keep(_ items: [SourceItem], of collection: LiveCollection) -> [ItemOrdinal] {
        guard let cache = collection.source.contents else { return [] }
        collection.settleNames()
        let read = collection.state.withLock { state in
            items.compactMap { item in state.items.ordinal(of: item.id).map { (ordinal: ItemOrdinal($0), item: item) } }
        }
        keep(read, of: collection, in: cache)
        return read.map(\.ordinal).sorted()
    }

    private func keep(
        _ read: [(ordinal: ItemOrdinal, item: SourceItem)], of collection: LiveCollection, in cache: ContentCache
    ) {
        // Under the lock: if a content changes after this, `outdate` comes later too.
        let isFull = collection.state.withLock { state in
            cache.put(read.filter { state.revision(of: $0.ordinal) == $0.item.revision })
        }
        if isFull { dropOldest(of: cache, in: collection) }
    }

    /// Frees memory: contents that were read longest ago, unless viewers hold them.
    func dropOldest(of cache: ContentCache, in collection: LiveCollection) {
        let oldest = cache.oldest
        var held: [String] = []
        // In parts: range events take the lock too.
        for start in stride(from: 0, to: oldest.count, by: 1024) {
            held += state.withLock { state in
                oldest[start..<min(start + 1024, oldest.count)].filter { _, item in
                    let key = LoadKey(collection: collection.number, item: item.rawValue, rendition: 0)
                    return state.scheduler.isHeld(key.content)
                }.map(\.id)
            }
        }
        cache.turn(keeping: held)
    }

    private func updates(
        for reports: [ContentReport], _ collection: LiveCollection
    ) -> [ViewerID: [CellUpdate]] {
        let heard = reports.filter { !$0.viewers.isEmpty }
        guard !heard.isEmpty else { return [:] }
        let known = collection.state.withLock { state in heard.map { state.known(of: ItemOrdinal($0.key.item)) } }
        var updates: [ViewerID: [CellUpdate]] = [:]
        for (report, known) in zip(heard, known) {
            let update = CellUpdate(
                known, of: collection.source, pictureState: report.pictureState, failure: report.failure?.reason)
            for viewer in report.viewers { updates[viewer, default: []].append(update) }
        }
        return updates
    }

    /// Loads contents again that a viewer holds as loaded and the cache has lost.
    func reload(_ contents: [LoadKey]) {
        guard !contents.isEmpty else { return }
        carryOut(decide { state, actions in state.scheduler.invalidate(contents, now: now, actions: &actions) }.effects)
    }

    /// Items whose contents are other ones now, and those that are gone.
    func outdate(_ change: CommittedChange, of collection: LiveCollection) {
        guard let cache = collection.source.contents else { return }
        let patch = change.patch.patch
        let (outdated, gone) = collection.state.withLock { state in
            (
                patch.reloads.map { (id: state.items[$0.rawValue], revision: state.revision(of: $0)) },
                patch.deletes.map { state.items[$0.item.rawValue] }
            )
        }
        cache.outdate(outdated)
        cache.remove(gone)
    }
}

extension Dictionary where Key == String, Value == (key: LoadKey, revision: UInt64) {
    fileprivate init(
        _ pairs: Zip2Sequence<[(id: String, revision: UInt64)], [(key: LoadKey, token: LoadToken)]>
    ) {
        self.init(minimumCapacity: pairs.underestimatedCount)
        for (item, load) in pairs { self[item.id] = (load.key, item.revision) }
    }
}

extension LoadRunner.State {
    /// Takes the end of one content's load to the scheduler.
    fileprivate mutating func end(
        _ load: (key: LoadKey, token: LoadToken), _ failure: LoadFailure?, _ revision: UInt64, steps: Int, now: Instant,
        actions: inout [LoadAction]
    ) -> ContentReport {
        contents[load.token] = nil
        let outcome = failure?.outcome ?? .loaded
        var report = ContentReport(key: load.key, token: load.token, step: .loadEnded)
        switch scheduler.loadEnded(load.token, outcome, now: now, actions: &actions) {
        case .willRetry: report.step = .loadWillRetry
        case .dropped: report.step = .loadCancelled
        case .published:
            if let failure {
                report.failure = failures.note(failure, of: load.key, revision, now: now)
                report.step = .loadFailed
            } else {
                failures.forget(load.key)
            }
            report.viewers = scheduler.viewers(wanting: load.key)
            report.pictureState = pictureState(besides: load.key, steps: steps)
        }
        return report
    }

    /// The state of the picture at any width: the first that anybody wants.
    fileprivate func pictureState(besides content: LoadKey, steps: Int) -> Cell.State {
        (0..<steps).lazy.map { Cell.State(scheduler.state(of: content.full(rendition: UInt16($0)))) }
            .first { $0 != .idle } ?? .idle
    }
}

extension Cell.State {
    init(_ state: LoadState) {
        switch state {
        case .idle: self = .idle
        case .queued: self = .queued
        case .loading: self = .loading
        case .ready: self = .ready
        case .failed: self = .failed
        }
    }
}

extension CellUpdate {
    /// A content that is there, or failed for a reason.
    init(_ known: KnownItem, of source: ServedSource, pictureState: Cell.State, failure reason: Reason?) {
        if let reason {
            self.init(id: known.id, state: .failed, failure: reason)
        } else {
            let item = known.item(of: source)
            self.init(id: known.id, state: item.hasImage ? pictureState : .ready, item: item)
        }
    }
}

extension LoadRunner {
    /// Reads the contents of items again, of which their source says that they are other ones. Until then they are shown as they were.
    func readAgain(_ items: [ItemOrdinal], in collection: LiveCollection) {
        guard let cache = collection.source.contents, !items.isEmpty else { return }
        let outdated = collection.state.withLock { state in
            items.map { (id: state.items[$0.rawValue], revision: state.revision(of: $0)) }
        }
        cache.outdate(outdated)
        let contents = items.map { LoadKey(collection: collection.number, item: $0.rawValue, rendition: 0).content }
        let effects = decide { state, actions in
            for key in contents { state.failures.forget(key) }
            state.scheduler.invalidate(contents, now: now, actions: &actions)
        }.effects
        carryOut(effects)
    }
}
