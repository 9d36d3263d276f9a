import CollectionModel
import GridEngine
import Prefetching
import Synchronization

/// Makes pictures that nobody has looked at, while nobody waits for one (docs/decisions/0052).
///
/// Each load is followed by the next one, as long as viewers have none. It stops before it would push another picture out of
/// the disk cache.
package final class Preparation: Sendable {
    /// The part of the disk cache that is left for pictures that people look at: a tenth.
    private static let partLeft = 10
    /// The width that is made before any viewer has shown its own, in px.
    private static let usualWidth = 320

    private struct Order {
        var order: PreparationOrder
        var step: Int
        let collection: UInt16
    }

    private struct State {
        var orders: [String: Order] = [:]
        /// Loads under way, by collection.
        var running: [String: Int] = [:]
        /// Pictures that could not be made for a reason that may pass: they come once more.
        var failures = FailureMemory()
        var made = 0
        var isClosed = false

        var runningCount: Int { running.values.reduce(0, +) }

        /// Pictures that failed for a while may be made again.
        mutating func noteDue(_ now: Instant) {
            for key in failures.takeDue(now) {
                guard let id = orders.first(where: { $0.value.collection == key.collection })?.key else { continue }
                orders[id]?.order.add([ItemOrdinal(key.item)])
            }
        }
    }

    private let ahead: AheadLoading
    private let cancellation = Cancellation()
    private let state = Mutex(State())
    private let engine: EngineSurroundings

    private init(_ ahead: AheadLoading, in engine: EngineSurroundings) {
        self.ahead = ahead
        self.engine = engine
    }

    /// The feature, for an engine that is being put together; none where nothing is to be made.
    package static func feature(_ ahead: AheadLoading?) -> [EngineSurroundings.FeatureMaker] {
        guard let ahead, ahead.scope != .none else { return [] }
        return [{ Preparation(ahead, in: $0) }]
    }

    /// Begins as many loads as there may be, if nobody looks. Any thread; cheap when nothing is left.
    private func goOn() {
        state.withLock { $0.noteDue(engine.clock.now) }
        while !engine.isLoading, !isFull {
            guard state.withLock({ !$0.isClosed && $0.runningCount < ahead.lanes }), let load = next() else { return }
            start(load)
        }
    }

    /// `nil` for a collection of which nothing is to be made.
    private func progress(of collection: LiveCollection) -> PreparationProgress? {
        let snapshot = collection.state.withLock { $0.snapshot }
        let isFull = isFull
        // While somebody waits for pictures nothing is taken: views may have moved since the last one was.
        let moved = ahead.scope == .near ? engine.views { $0 === collection }[collection.id] ?? [] : nil
        let found = state.withLock { state -> (order: PreparationOrder, running: Int)? in
            if let moved { state.orders[collection.id]?.order.look(at: moved) }
            // A page that comes before the first picture asks again only where something is to come.
            let begun = state.orders[collection.id]?.order
            guard begun != nil || collection.capabilities.paths && !state.isClosed else { return nil }
            return (begun ?? PreparationOrder(scope: ahead.scope), state.running[collection.id, default: 0])
        }
        // Not under the lock: many views have many items near them, and loads need it.
        return found.map { order, running in
            let total = order.total(in: snapshot)
            // Pictures under way are taken, and not done.
            let done = max(0, order.doneCount - running)
            return PreparationProgress(
                done: min(done, total), total: total, isFull: isFull && !order.isFinished)
        }
    }

    private struct Load {
        var collection: LiveCollection
        var key: LoadKey
        var request: RenditionRequest
    }

    private var isFull: Bool {
        guard let cache = ahead.loader.cacheStatistics else { return true }
        return cache.diskBytes >= cache.diskLimitBytes / Self.partLeft * (Self.partLeft - 1)
    }

    /// The next picture that is not on disk; takes its place among the loads.
    private func next() -> Load? {
        for (collection, views) in viewedCollections {
            let (snapshot, usual) = collection.state.withLock { ($0.snapshot, $0.usualStepIndex) }
            let step = usual > 0 ? usual : ahead.loader.stepIndex(forWidth: Self.usualWidth)
            while let item = nextItem(of: collection, views, step, snapshot) {
                guard let request = request(for: item, of: collection, step) else { continue }
                if ahead.loader.isOnDisk(request.key) { continue }
                state.withLock { $0.running[collection.id, default: 0] += 1 }
                let key = LoadKey(collection: collection.number, item: item.rawValue, rendition: UInt16(step))
                return Load(collection: collection, key: key, request: request)
            }
        }
        return nil
    }

    private func nextItem(
        of collection: LiveCollection, _ views: [Range<Int>], _ step: Int, _ snapshot: Snapshot
    ) -> ItemOrdinal? {
        state.withLock { state in
            // Pictures of another size are others.
            if state.orders[collection.id]?.step != step {
                state.orders[collection.id] = Order(
                    order: PreparationOrder(scope: ahead.scope), step: step, collection: collection.number)
            }
            state.orders[collection.id]?.order.look(at: views)
            return state.orders[collection.id]?.order.next(in: snapshot)
        }
    }

    private func request(for item: ItemOrdinal, of collection: LiveCollection, _ step: Int) -> RenditionRequest? {
        let (id, source) = (collection.itemID(item), collection.source)
        guard let described = source.item(id), described.hasImage, described.file != nil else { return nil }
        let key = RenditionKey(
            collection: collection.id, item: id, revision: described.revision,
            form: .width(ahead.loader.widthSteps[step]))
        var request = RenditionRequest(key: key) { (cancellation) throws(LoadFailure) in
            try source.original(of: id, cancellation: cancellation)
        }
        request.byProduct = .preview
        return request
    }

    private func start(_ load: Load) {
        ahead.loader.load(load.request, cancellation: cancellation) { [weak self] result in
            guard let self else { return }
            if case .success(let made) = result {
                load.collection.note(made.rendition, of: load.key, load.request.key.revision)
            }
            if case .success(let made) = result, let preview = made.byProduct, preview.form == .preview {
                load.collection.note(preview.rendition, of: load.key.preview, load.request.key.revision)
                load.collection.texels.note(
                    .success(preview.rendition), of: ItemOrdinal(load.key.item), load.request.key.revision,
                    in: load.collection)
            }
            self.state.withLock { state in
                state.running[load.collection.id, default: 0] -= 1
                switch result {
                case .success:
                    state.made += 1
                    state.failures.forget(load.key)
                case .failure(.cancelled): break
                case .failure(let failure):
                    _ = state.failures.note(
                        failure, of: load.key, load.request.key.revision, now: self.engine.clock.now)
                }
            }
            self.goOn()
        }
    }
}

extension Preparation: EngineFeature {
    package func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        let items = change.patch.patch.itemsWithNewContent
        if !items.isEmpty { state.withLock { $0.orders[collection.id]?.order.add(items) } }
    }

    package func describe(_ collection: LiveCollection, in summary: inout CollectionSummary) {
        summary.prepared = progress(of: collection)
    }

    package var madePictures: Int { state.withLock { $0.made } }

    package func tick() { goOn() }

    package func close() {
        state.withLock { $0.isClosed = true }
        cancellation.cancel()
    }
}

extension Preparation {
    /// The collections whose pictures are files, those that are looked at first, with what is in view of their own orders.
    private var viewedCollections: [(collection: LiveCollection, views: [Range<Int>])] {
        let views = engine.views()
        let all = engine.allCollections
            .filter { $0.capabilities.paths && $0.state.withLock { $0.isOpen } }
            .map { (collection: $0, views: views[$0.id] ?? []) }
        return all.filter { !$0.views.isEmpty } + all.filter(\.views.isEmpty)
    }
}
