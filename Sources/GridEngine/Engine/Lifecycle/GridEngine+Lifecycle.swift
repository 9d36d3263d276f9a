import CollectionLayout
import CollectionModel
import Prefetching

extension GridEngine {
    /// Reports what happens to a viewer's cells, and to the loads of its collection, until `sink` returns `false` or
    /// `stopWatching` is called. One report at once; the next ones about twenty times a second.
    ///
    /// `sink` is called on a thread of the engine's, never concurrently for one watcher, without locks.
    /// - Returns: a number for `stopWatching`.
    /// - Throws: `.notFound` when there is no such viewer.
    package func watchLifecycle(
        of id: ViewerID, sink: @escaping @Sendable (LifecycleReport) -> Bool
    ) throws(GridError) -> Int {
        let viewer = try findViewer(id)
        var observer = LifecycleFeed.Observer(viewer: viewer, sink: sink)
        observer.shown = shown(to: viewer)
        return loads.lifecycle.add(observer) { [weak self] in self?.reportLifecycle() }
    }

    package func stopWatching(_ number: Int) { loads.lifecycle.remove(number) }

    /// Sends the collected steps. Called by the feed's timer, and by tests.
    package func reportLifecycle() {
        for (number, observer) in loads.lifecycle.take() {
            let isWanted = viewers[observer.viewer.id] != nil && observer.sink(report(to: observer))
            if !isWanted { loads.lifecycle.remove(number) }
        }
    }

    /// Reports what a range event did to the viewer's cells. Call it only while the lifecycle is watched.
    func noteRange(_ answer: RangeAnswer, of viewer: Viewer) {
        let now = clock.now
        let shown = shown(to: viewer)
        guard let before = loads.lifecycle.exchangeShown(of: viewer, shown) else { return }
        let order = viewer.state.withLock { $0.order }
        let steps = viewer.collection.state.withLock { state -> [LifecycleStep] in
            let snapshot = state.snapshot(of: order)
            func step(_ kind: LifecycleStep.Kind, _ item: ItemOrdinal) -> LifecycleStep {
                LifecycleStep(
                    kind: kind, time: now, item: state.items[item.rawValue], flat: snapshot.flatIndex(of: item))
            }
            func step(_ kind: LifecycleStep.Kind, _ id: String) -> LifecycleStep {
                let flat = state.items.ordinal(of: id).flatMap {
                    snapshot.flatIndex(of: ItemOrdinal(rawValue: $0))
                }
                return LifecycleStep(kind: kind, time: now, item: id, flat: flat)
            }
            var steps = answer.prefetch.map { step(.prefetch, $0) }
            steps += answer.cancel.map { step(.cancelPrefetch, $0) }
            let came = shown.subtracting(before).map { step(.willDisplay, $0) }
            steps += came.sorted { ($0.flat ?? -1) < ($1.flat ?? -1) }
            steps += before.subtracting(shown).map { step(.didEndDisplaying, $0) }
            return steps
        }
        loads.lifecycle.note(steps, of: viewer)
    }

    private func shown(to viewer: Viewer) -> Set<ItemOrdinal> {
        // A million texels may be in view, and none is a cell.
        let (visible, order) = viewer.state.withLock { ($0.showsTexels ? 0..<0 : $0.viewport.visible, $0.order) }
        return viewer.collection.state.withLock { state in
            let snapshot = state.snapshot(of: order)
            var items: Set<ItemOrdinal> = []
            let places = visible.clamped(to: 0..<snapshot.numberOfItems)
            if !places.isEmpty { snapshot.forEachItem(inFlat: places) { _, _, item in items.insert(item) } }
            return items
        }
    }

    private func report(to observer: LifecycleFeed.Observer) -> LifecycleReport {
        let viewer = observer.viewer
        let (viewport, window, sequence, motion, layout, width, order) = viewer.state.withLock {
            ($0.viewport, $0.window, $0.lastSequence, $0.motion, $0.layout, $0.width, $0.order)
        }
        let wants = loads.state.withLock { $0.scheduler.wants(of: viewer.id) }
        let problem = try? summary(of: viewer.collection.id).problem
        return viewer.collection.state.withLock { state in
            var states: [Int: LifecycleReport.ItemState] = [:]
            // A content comes before the item's picture, as a preview does.
            let pictured = Set(wants.lazy.filter { !$0.key.isPreview && !$0.key.isContent }.map(\.key.item))
            for want in wants {
                guard let flat = state.snapshot(of: order).flatIndex(of: ItemOrdinal(rawValue: want.key.item)) else {
                    continue
                }
                let comesFirst = want.key.isPreview || want.key.isContent && pictured.contains(want.key.item)
                let itemState = LifecycleReport.ItemState(want.state, isPreview: comesFirst)
                // The state of the preview or of the picture, whichever is further along.
                states[flat] = [states[flat] ?? .idle, itemState].max { $0.rawValue < $1.rawValue }
            }
            let prepared = state[order].layout(layout, width: width)
            let predicted = viewport.end.map {
                prepared.items(in: Rect(x: 0, y: $0, width: width, height: viewport.height))
            }
            return LifecycleReport(
                time: clock.now, version: state.version(of: order), itemCount: state.snapshot(of: order).numberOfItems,
                sequence: max(0, sequence), visible: viewport.visible, window: window, predicted: predicted,
                policy: motion.policy.rawValue, reach: motion.reach,
                motion: motion.last.map(LifecycleReport.Motion.init),
                row: prepared.row(at: viewport.visible.lowerBound),
                wants: states.sorted { $0.key < $1.key }.map { (flat: $0.key, state: $0.value) },
                steps: state.placed(observer.steps, in: order), dropped: observer.dropped, statistics: loadStatistics(),
                caches: loads.loader.cacheStatistics, problem: problem, store: storeFigures)
        }
    }
}

extension CollectionState {
    /// Steps of loads are noted with places in the collection's own order.
    fileprivate func placed(_ steps: [LifecycleStep], in order: OrderID) -> [LifecycleStep] {
        guard order != .own else { return steps }
        let snapshot = self.snapshot(of: order)
        return steps.map { step in
            var step = step
            step.flat = items.ordinal(of: step.item).flatMap { snapshot.flatIndex(of: ItemOrdinal($0)) }
            return step
        }
    }
}

extension PreparedLayout {
    /// The row of an item: items side by side, and px from its top to the next row's.
    fileprivate func row(at flat: Int) -> (columns: Int, height: Double)? {
        guard (0..<itemCount).contains(flat) else { return nil }
        let row = row(ofItem: flat)
        let next = row.items.upperBound
        let height = next < itemCount ? self.row(ofItem: next).minY - row.minY : row.maxY - row.minY
        return (row.items.count, height > 0 ? height : row.maxY - row.minY)
    }
}

extension LifecycleReport.Motion {
    fileprivate init(_ sample: ScrollSample) {
        self.init(
            time: sample.time, offset: sample.offset, viewportHeight: sample.viewportHeight,
            velocity: sample.velocity, phase: sample.phase.rawValue, decay: sample.decay, end: sample.end)
    }
}

extension LifecycleReport.ItemState {
    fileprivate init(_ state: LoadState, isPreview: Bool) {
        self =
            switch state {
            case .idle: .idle
            case .queued: .queued
            case .loading: .loading
            case .ready: isPreview ? .preview : .ready
            case .failed: isPreview ? .idle : .failed
            }
    }
}
