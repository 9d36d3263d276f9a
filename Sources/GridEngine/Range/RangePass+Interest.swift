import CollectionLayout
import CollectionModel
import Prefetching

extension RangePass {
    /// What the viewer wants now, in the plan's order.
    /// - Parameter costs: what the plan was made with. It knew no costs of items that are new to the viewer: after a jump, all.
    func interest(
        _ planned: PlannedItems, _ costs: LoadCosts?, of collection: CollectionState, _ layout: any PreparedLayout,
        _ state: inout Viewer.State
    ) -> Interest {
        let seen = state.keys
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
            let known = engine.loads.known(key, item, in: viewer.collection)
            interest.known[key] = known
            let hasPreview =
                engine.makesPreviews && engine.loads.preview(of: item.id, item.revision, in: viewer.collection) != nil
            return WindowKeys.Entry(
                key: key, costClass: item.file?.costClass ?? .unknown,
                wantsPreview: engine.makesPreviews && known == .unknown && !hasPreview)
        }
        for item in planned.items {
            guard let entry = state.keys[item.flat], entry.wantsPreview || !item.isPreview else { continue }
            var score = item.score
            if let costs, seen.costClass(item.flat, version: collection.version) != entry.costClass {
                score *= Float(costs.expected(.unknown) / costs.expected(entry.costClass))
            }
            interest.wants.append(
                Want(
                    item.isPreview ? entry.key.preview : entry.key, isVisible: item.isVisible,
                    isUrgent: item.isUrgent, score: score, costClass: entry.costClass))
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

extension GridEngine {
    var makesPreviews: Bool { configuration.previews && loads.loader.makesPreviews }
}

extension LoadRunner {
    /// What loads of a collection cost, as far as is known: full pictures, and previews as a share of them.
    func costs(of collection: LiveCollection, step: Int) -> (full: LoadCosts?, previewShare: Double) {
        let full = LoadKey(collection: collection.number, item: 0, rendition: UInt16(step))
        let (costs, small) = state.withLock {
            ($0.scheduler.costs.costs(full), $0.scheduler.costs.costs(full.preview)?.average)
        }
        guard let costs, let small else { return (costs, Self.usualPreviewShare) }
        return (costs, min(max(small / max(costs.average, 0.001), 0.02), 1))
    }

    /// Before the first preview was made.
    private static let usualPreviewShare = 0.15

    /// The item's preview, when it lies in memory.
    func preview(of item: String, _ revision: UInt64, in collection: LiveCollection) -> Rendition? {
        loader.cached(
            RenditionKey(
                collection: collection.id, item: item, revision: revision, width: RenditionKey.previewWidth))
    }

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
            width: width(of: key))
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
        case .ready:
            cell.state = .ready
            cell.tier = .full
        case .failed:
            cell.state = .failed
            cell.error = failures[key]?.reason
        }
        if cell.tier == .none, scheduler.state(of: key.preview) == .ready { cell.tier = .preview }
    }
}
