import CollectionModel
import Dispatch
import Prefetching
import Synchronization

/// Runs what the scheduler decides: starts loads, cancels them, notifies viewers and held requests.
///
/// The scheduler is pure and guarded by one lock; loads are started and cancelled outside it. A cancelled load never publishes:
/// the scheduler knows each start by its token.
final class LoadRunner: Sendable {
    /// Takes a picture, and the revision of the content that it was made from.
    typealias ImageCompletion = @Sendable (_ picture: Result<Rendition, LoadFailure>, _ revision: UInt64) -> Void

    struct State: Sendable {
        var scheduler: LoadScheduler
        var cancellations: [LoadToken: Cancellation] = [:]
        /// The calls that contents come with.
        var contents: [LoadToken: RunningContents] = [:]
        /// Requests that are held until a picture is ready.
        var waiting: [LoadKey: [Held]] = [:]
        /// The forms that only held requests ask for.
        var demanded = DemandedForms()
        var lastDemand = 0
        var failures = FailureMemory()
        /// Those who want previews for their texels alone.
        var texelViewers: Set<ViewerID> = []
        var collections: [UInt16: LiveCollection] = [:]
        var isClosed = false
    }

    /// Wakes the scheduler when something is due by time alone: the next try, the end of a grace.
    private struct Timer {
        let source = DispatchSource.makeTimerSource()
        var armedFor: Instant?
    }

    let loader: any ItemLoader
    /// Whether pictures have previews.
    let makesPreviews: Bool
    let clock: any EngineClock
    let events: EventHub
    /// Reports what happens to loads and cells to the dashboards that watch.
    let lifecycle = LifecycleFeed()
    let state: Mutex<State>
    private let timer = Mutex(Timer())

    init(
        loader: any ItemLoader, configuration: LoadConfiguration, makesPreviews: Bool, clock: any EngineClock,
        events: EventHub
    ) {
        self.loader = loader
        self.makesPreviews = makesPreviews && loader.makesPreviews
        self.clock = clock
        self.events = events
        state = Mutex(State(scheduler: LoadScheduler(configuration: configuration)))
        timer.withLock { timer in
            timer.source.setEventHandler { [weak self] in self?.fire() }
            timer.source.activate()
        }
    }

    var now: Instant { clock.now }

    /// Adds a collection. Call it before its first load.
    func register(_ collection: LiveCollection) {
        collection.texels.attach(loader.texels?.shelf(of: collection.id))
        state.withLock { state in
            state.collections[collection.number] = collection
            if collection.source.abilities.readsOriginalsWhole {
                state.scheduler.costs.expectDearPreviews(of: collection.number)
            }
        }
    }

    /// Ends the loads of a collection that is deleted; requests that are held for it are answered with `.missing`.
    func unregister(_ collection: LiveCollection) {
        let (held, effects) = decide { state, actions -> [Held] in
            state.collections[collection.number] = nil
            state.failures.forget(collection.number)
            let keys = state.waiting.keys.filter { $0.collection == collection.number }
            let held = keys.flatMap { state.takeWaiting($0, now: now, actions: &actions) }
            state.scheduler.forget(collection.number, now: now, actions: &actions)
            return held
        }
        carryOut(effects)
        for request in held { request.completion(.failure(.missing), request.revision) }
    }

    /// Runs `body` on the scheduler; what has to happen outside the lock comes back, for `carryOut`.
    func decide<Value>(_ body: (inout State, inout [LoadAction]) -> Value) -> (value: Value, effects: [LoadEffect]) {
        let (value, effects, deadline) = state.withLock { state in
            var actions: [LoadAction] = []
            let value = body(&state, &actions)
            return (value, state.effects(of: &actions, now: now), state.nextDeadline)
        }
        arm(deadline)
        return (value, effects)
    }

    /// Reports to viewers which loads begin, then starts, promotes and cancels loads. To be called without any lock held.
    /// `updates` are other changes of cells, sent to each viewer in the same event.
    func carryOut(_ effects: [LoadEffect], updates: [ViewerID: [CellUpdate]] = [:]) {
        notify(effects, updates)
        for effect in effects {
            switch effect {
            case .cancel(_, _, let cancellation): cancellation.cancel()
            case .start(let key, let token, let cancellation, let collection, _):
                start(key, token, cancellation, collection)
            case .startContents(let contents): start(contents)
            case .promote(let key, let token, let collection): note(.loadPromoted, key, token, collection)
            }
        }
    }

    private func schedule(_ body: (inout State, inout [LoadAction]) -> Void) {
        carryOut(decide(body).effects)
    }

    /// Arms the timer for the scheduler's next tick. Cheap when it is armed early enough.
    private func arm(_ deadline: Instant?) {
        guard let deadline else { return }
        timer.withLock { timer in
            if let armed = timer.armedFor, armed <= deadline { return }
            timer.armedFor = deadline
            let delay = max(0, deadline.seconds(since: now))
            timer.source.schedule(deadline: .now() + delay, leeway: .milliseconds(5))
        }
    }

    private func fire() {
        timer.withLock { $0.armedFor = nil }
        tick()
    }
}

extension LoadRunner: CommitObserver {
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        outdate(change, of: collection)
        collection.texels.outdate(change.patch.patch.itemsWithNewContent)
        invalidate(change.patch.patch.reloads, in: collection)
        // Those of others are marks, which no source has.
        if change.isOfSource { readAgain(change.patch.patch.reconfigures, in: collection) }
    }
}

// MARK: What the engine asks for

extension LoadRunner {
    func leave(_ viewer: Viewer) {
        schedule { state, actions in _ = state.scheduler.viewerLeft(viewer.id, now: now, actions: &actions) }
    }

    /// Ends the graces and pauses that are due, and loads again what viewers see whose failure may have passed.
    func tick() {
        schedule { state, actions in
            let due = state.failures.takeDue(now)
            for key in due where !key.isContent { state.scheduler.retry(key, now: now, actions: &actions) }
            state.scheduler.retry(due.filter(\.isContent), now: now, actions: &actions)
            state.scheduler.tick(now: now, actions: &actions)
        }
    }

    /// A source can be read again: forgets the failures of its pictures that may have passed with it, and loads again what viewers
    /// see.
    /// - Parameters:
    ///   - collections: the source's collection, and those that show its items besides.
    ///   - isMeant: which failures.
    func forgetPassingFailures(of collections: [LiveCollection], where isMeant: (LoadFailure) -> Bool) {
        schedule { state, actions in
            for collection in collections {
                let keys = state.failures.forgetPassing(of: collection.number, where: isMeant)
                for key in keys where !key.isContent { state.scheduler.retry(key, now: now, actions: &actions) }
                state.scheduler.retry(keys.filter(\.isContent), now: now, actions: &actions)
            }
        }
    }

    /// Cancels every load of a collection and forgets its failures; what is still wanted starts again. Late results are
    /// dropped.
    func cancelLoads(of collection: LiveCollection) {
        schedule { state, actions in
            state.failures.forget(collection.number)
            state.scheduler.cancelLoads(of: collection.number, now: now, actions: &actions)
        }
    }

    /// The content of these items changed: their pictures are loaded again where they are wanted.
    func invalidate(_ items: [ItemOrdinal], in collection: LiveCollection) {
        guard !items.isEmpty else { return }
        schedule { state, actions in
            for item in items {
                for key in keys(of: item, in: collection) {
                    state.failures.forget(key)
                    state.scheduler.invalidate(key, now: now, actions: &actions)
                }
            }
            guard collection.source.contents != nil else { return }
            let contents = items.map { content(of: $0, in: collection) }
            for key in contents { state.failures.forget(key) }
            state.scheduler.invalidate(contents, now: now, actions: &actions)
        }
    }

    func retry(_ item: ItemOrdinal, in collection: LiveCollection) {
        schedule { state, actions in
            for key in keys(of: item, in: collection) {
                guard state.failures.forget(key) else { continue }
                state.scheduler.retry(key, now: now, actions: &actions)
            }
            guard collection.source.contents != nil else { return }
            let content = content(of: item, in: collection)
            if state.failures.forget(content) { state.scheduler.retry(content, now: now, actions: &actions) }
        }
    }

    private func content(of item: ItemOrdinal, in collection: LiveCollection) -> LoadKey {
        LoadKey(collection: collection.number, item: item.rawValue, rendition: 0).content
    }

    /// All pictures that may be loaded of an item.
    private func keys(of item: ItemOrdinal, in collection: LiveCollection) -> [LoadKey] {
        let fulls = loader.widthSteps.indices.map {
            LoadKey(collection: collection.number, item: item.rawValue, rendition: UInt16($0))
        }
        return fulls + [fulls[0].preview]
    }

    /// Cancels everything; held requests are answered with `.cancelled`. Blocks until what has been made is on disk.
    func close() {
        let (held, effects) = decide { state, actions -> [Held] in
            state.isClosed = true
            for collection in state.collections.keys {
                state.scheduler.cancelLoads(of: collection, now: now, actions: &actions)
            }
            return state.waiting.keys.flatMap { state.takeWaiting($0, now: now, actions: &actions) }
        }
        carryOut(effects)
        for request in held { request.completion(.failure(.cancelled), request.revision) }
        loader.finish()
    }
}

extension LoadRunner.State {
    /// When `tick` is due.
    fileprivate var nextDeadline: Instant? {
        guard let retry = failures.nextRetry else { return scheduler.nextDeadline }
        return scheduler.nextDeadline.map { min($0, retry) } ?? retry
    }
}
