import CollectionLayout
import CollectionModel
import Prefetching

extension GridEngine {
    /// Answers a visible-range event: which cells, what has changed, what is loaded next and what is called off.
    ///
    /// Runs on the serving thread, without I/O and without a hop. Cost: O(cells of the window that are new to the
    /// browser), independent of the collection's size. An event older than one that was seen is answered, not scheduled.
    package func range(_ name: ViewerName, _ event: RangeEvent) throws(GridError) -> RangeAnswer {
        let viewer = try findViewer(name)
        let (answer, effects) = viewer.state.withLock { state in
            state.lastWord = clock.now
            return RangePass(engine: self, viewer: viewer, event: event).run(&state)
        }
        loads.carryOut(effects)
        return answer
    }
}

/// One range event's way through layout, scheduler and cells, under the viewer's lock.
struct RangePass {
    let engine: GridEngine
    let viewer: Viewer
    let event: RangeEvent

    /// A cell of the answer before its load's state is known.
    private struct Place {
        var cell: Cell
        var key: LoadKey?
    }

    func run(_ state: inout Viewer.State) -> (RangeAnswer, [LoadRunner.Effect]) {
        let isNews = event.sequence > state.lastSequence
        var (answer, places, wants) = viewer.collection.state.withLock { collection in
            look(at: &collection, &state, isNews: isNews)
        }
        let (change, effects) = engine.loads.decide { loads, actions -> InterestChange in
            let change = wants.map { wants in
                loads.scheduler.update(
                    viewer: viewer.id, wants: wants.wants, attention: event.phase == .hidden ? .hidden : .active,
                    now: engine.loads.now, known: { wants.known[$0] ?? .unknown }, actions: &actions)
            }
            for place in places.indices { loads.fill(&places[place].cell, places[place].key) }
            return change ?? InterestChange()
        }
        answer.cells = places.map(\.cell)
        if !change.asked.isEmpty || !change.calledOff.isEmpty {
            viewer.collection.state.withLock { collection in
                answer.prefetch = change.asked.map { collection.items[$0.item] }
                answer.cancel = change.calledOff.map { collection.items[$0.item] }
            }
        }
        return (answer, effects)
    }

    private struct Wants {
        var wants: [Want]
        /// What the caches know of keys that are new to the window.
        var known: [LoadKey: KnownState]
    }

    private func look(
        at collection: inout CollectionState, _ state: inout Viewer.State, isNews: Bool
    ) -> (RangeAnswer, [Place], Wants?) {
        let layout = collection.layout(state.layout, width: state.width)
        let rect = visibleRect(layout, state)
        let visible = layout.items(in: rect)
        let windowRect = PrefetchWindow.rect(around: rect, event: event, content: layout.contentSize)
        let window = layout.items(in: windowRect)
        let answer = RangeAnswer(
            sequence: event.sequence, version: collection.version, visible: visible, window: window,
            contentSize: layout.contentSize, itemCount: layout.itemCount, patches: patches(of: collection), cells: [],
            headers: collection.headers(of: layout, in: windowRect), prefetch: [], cancel: [])
        let places = places(in: window, of: collection, layout, state)
        guard isNews else { return (answer, places, nil) }
        let wants = interest(in: window, visible: visible, of: collection, layout, state)
        state.lastSequence = event.sequence
        state.visible = visible
        state.window = window
        state.windowVersion = collection.version
        return (answer, places, wants)
    }

    private func visibleRect(_ layout: any PreparedLayout, _ state: Viewer.State) -> Rect {
        switch event.visible {
        case .rect(let rect): return rect
        case .items(let items):
            guard layout.itemCount > 0 else { return Rect(x: 0, y: 0, width: state.width, height: state.height) }
            let last = layout.itemCount - 1
            let top = layout.frame(ofItem: min(max(0, items.lowerBound), last))
            let bottom = layout.frame(ofItem: min(max(0, items.upperBound), last))
            return Rect(x: 0, y: top.minY, width: state.width, height: bottom.maxY - top.minY)
        }
    }

    private func patches(of collection: CollectionState) -> [CommittedChange]? {
        guard event.version != collection.version else { return [] }
        return collection.log.patches(from: event.version)?.map {
            CommittedChange(collection: viewer.collection.id, patch: $0, identities: viewer.collection)
        }
    }

    /// The cells that the browser does not hold.
    private func places(
        in window: Range<Int>, of collection: CollectionState, _ layout: any PreparedLayout, _ state: Viewer.State
    ) -> [Place] {
        let have = event.version == collection.version ? event.have : nil
        if let have, have.contains(window.lowerBound), have.contains(max(window.lowerBound, window.upperBound - 1)) {
            return []
        }
        var places: [Place] = []
        collection.snapshot.forEachItem(inFlat: window) { flat, indexPath, ordinal in
            if let have, have.contains(flat) { return }
            let item = collection.item(ordinal, source: viewer.collection.source)
            let frame = layout.frame(ofItem: flat)
            let step = item.hasImage ? engine.loads.step(for: frame, pixelRatio: state.pixelRatio) : nil
            let cell = Cell(
                item: item, index: flat, indexPath: indexPath, frame: frame, state: item.hasImage ? .idle : .ready,
                imageWidth: step.map { engine.loads.loader.widthSteps[$0] })
            places.append(Place(cell: cell, key: step.map { key(of: ordinal, step: $0) }))
        }
        return places
    }

    private func key(of ordinal: ItemOrdinal, step: Int) -> LoadKey {
        LoadKey(collection: viewer.collection.number, item: ordinal.rawValue, rendition: UInt16(step))
    }

    /// What the viewer wants now, most urgent first; `nil` when that is what it wanted before.
    private func interest(
        in window: Range<Int>, visible: Range<Int>, of collection: CollectionState, _ layout: any PreparedLayout,
        _ state: Viewer.State
    ) -> Wants? {
        let isSameOrder = state.windowVersion == collection.version
        if isSameOrder && window == state.window && visible == state.visible && event.phase != .hidden { return nil }
        var wants = Wants(wants: [], known: [:])
        wants.wants.reserveCapacity(window.count)
        for flat in PrefetchWindow.order(window, visible: visible, velocity: event.velocityY) {
            let ordinal = collection.snapshot.item(atFlat: flat)
            let id = collection.items[ordinal.rawValue]
            guard let item = viewer.collection.source.item(id), item.hasImage else { continue }
            let step = engine.loads.step(for: layout.frame(ofItem: flat), pixelRatio: state.pixelRatio)
            let key = key(of: ordinal, step: step)
            wants.wants.append(Want(key, isVisible: visible.contains(flat)))
            if !(isSameOrder && state.window.contains(flat)) {
                wants.known[key] = engine.loads.known(key, item, in: viewer.collection)
            }
        }
        return wants
    }
}

extension LoadRunner {
    /// Which rendition a cell shows: wide enough for the longer side of its frame, in device px.
    func step(for frame: Rect, pixelRatio: Double) -> Int {
        let wanted = Int((max(frame.width, frame.height) * pixelRatio).rounded(.up))
        return loader.widthSteps.firstIndex { $0 >= wanted } ?? loader.widthSteps.count - 1
    }

    /// What the memory cache knows of a picture that comes into the window. Memory only: this is the serving thread.
    func known(_ key: LoadKey, _ item: SourceItem, in collection: LiveCollection) -> KnownState {
        let rendition = RenditionKey(
            collection: collection.id, item: item.id, revision: item.revision,
            width: loader.widthSteps[Int(key.rendition)])
        return loader.cached(rendition) == nil ? .unknown : .ready
    }
}

extension LoadRunner.State {
    /// Puts the load's state into a cell of an answer.
    fileprivate func fill(_ cell: inout Cell, _ key: LoadKey?) {
        guard let key else { return }
        switch scheduler.state(of: key) {
        case .idle: cell.state = .idle
        case .queued: cell.state = .queued
        case .loading: cell.state = .loading
        case .ready: cell.state = .ready
        case .failed:
            cell.state = .failed
            cell.error = failures[key]?.reason
        }
    }
}
