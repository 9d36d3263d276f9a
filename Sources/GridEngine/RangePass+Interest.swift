import CollectionLayout
import CollectionModel
import Prefetching

extension RangePass {
    /// What the viewer wants now, in the plan's order.
    func interest(
        _ planned: PlannedItems, of collection: CollectionState, _ layout: any PreparedLayout,
        _ state: inout Viewer.State
    ) -> Interest {
        var interest = Interest(wants: [], order: planned.order, known: [:])
        interest.wants.reserveCapacity(planned.items.count)
        let pixelRatio = state.pixelRatio
        state.keys.move(to: planned.span, version: collection.version) { flat in
            let ordinal = collection.snapshot.item(atFlat: flat)
            guard let item = viewer.collection.source.item(collection.items[ordinal.rawValue]), item.hasImage else {
                return nil
            }
            let step = engine.loads.step(for: layout.frame(ofItem: flat), pixelRatio: pixelRatio)
            let key = key(of: ordinal, step: step)
            interest.known[key] = engine.loads.known(key, item, in: viewer.collection)
            return key
        }
        for item in planned.items where !item.isPreview {
            guard let key = state.keys[item.flat] else { continue }
            interest.wants.append(
                Want(key, isVisible: item.isVisible, isUrgent: item.isUrgent, score: item.score))
        }
        return interest
    }
}

extension PlannedItems {
    /// The stretch that holds every planned item.
    var span: Range<Int> {
        var lower = Int.max
        var upper = Int.min
        for item in items {
            lower = min(lower, item.flat)
            upper = max(upper, item.flat + 1)
        }
        return items.isEmpty ? 0..<0 : lower..<upper
    }
}

/// A prepared layout as a plan asks it: by heights alone.
struct LayoutGeometry: ScrollGeometry {
    let layout: any PreparedLayout

    func items(in span: Span) -> Range<Int> {
        layout.items(in: Rect(x: 0, y: span.top, width: layout.contentSize.width, height: span.height))
    }

    func span(ofItem flat: Int) -> Span {
        let row = layout.row(ofItem: flat)
        return Span(top: row.minY, bottom: row.maxY)
    }

    func row(ofItem flat: Int) -> (items: Range<Int>, span: Span) {
        let row = layout.row(ofItem: flat)
        return (row.items, Span(top: row.minY, bottom: row.maxY))
    }
}

extension LoadRunner {
    /// Which rendition a cell shows: wide enough for the longer side of its frame, in device px.
    func step(for frame: Rect, pixelRatio: Double) -> Int {
        let wanted = Int((max(frame.width, frame.height) * pixelRatio).rounded(.up))
        return loader.widthSteps.firstIndex { $0 >= wanted } ?? loader.widthSteps.count - 1
    }

    /// What is known of a picture that comes into the window: it lies in the memory cache, or could not be made.
    /// Nothing is read from a disk: this is the serving thread.
    func known(_ key: LoadKey, _ item: SourceItem, in collection: LiveCollection) -> KnownState {
        let rendition = RenditionKey(
            collection: collection.id, item: item.id, revision: item.revision,
            width: loader.widthSteps[Int(key.rendition)])
        if loader.cached(rendition) != nil { return .ready }
        return state.withLock { $0.failures[key]?.revision } == item.revision ? .failed : .unknown
    }
}

extension LoadRunner.State {
    /// Puts the load's state into a cell of an answer.
    func fill(_ cell: inout Cell, _ key: LoadKey) {
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
