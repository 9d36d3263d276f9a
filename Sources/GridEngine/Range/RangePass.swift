import CollectionLayout
import CollectionModel
import Prefetching

/// One range event's way through motion, layout, scheduler and cells, under the viewer's lock.
struct RangePass {
    let engine: GridEngine
    let viewer: Viewer
    let event: RangeEvent
    let now: Instant

    /// What a plan was made for.
    struct Planned: Sendable {
        /// Good for as long: a scroll hardly changes in it, and planning is most of an event's cost. Pages send at most
        /// twenty events a second; this holds against floods.
        private static let lifetime = 0.05

        var version: Int
        var time: Instant
        var rect: Rect
        var phase: ScrollPhase
        var isDownwards: Bool

        /// Whether an event so soon after may go by the same plan.
        func covers(_ next: Planned) -> Bool {
            version == next.version && phase == next.phase && isDownwards == next.isDownwards
                && next.time.seconds(since: time) < Self.lifetime && rect.height == next.rect.height
                && abs(next.rect.y - rect.y) < 0.5 * rect.height
        }
    }

    struct Interest {
        var wants: [Want]
        var order: WantOrder
        /// What the caches know of keys that are new to the window.
        var known: [LoadKey: KnownState]
    }

    func run(_ state: inout Viewer.State) -> (RangeAnswer, [LoadRunner.Effect]) {
        takeWidth(&state)
        // Planning is the costly part and needs frames only: other viewers do not wait for it.
        var prepared = prepared(&state)
        var scheme = scheme(for: prepared, &state)
        var (answer, new, interest) = viewer.collection.state.withLock { collection in
            if collection.version != prepared.version || collection.layouts.generation != prepared.generation {
                prepared = collection.prepared(state.layout, width: state.width)
                state.prepared = prepared
                scheme = self.scheme(for: prepared, &state)
            }
            // Rows that go by shapes are known only now: what is in view may be other items than it seemed.
            let around = around(prepared.layout, state)
            if collection.measure(prepared.layout, around, source: viewer.collection.source) {
                state.plan = nil
                scheme = self.scheme(for: prepared, &state)
            }
            return look(at: &collection, scheme, &state)
        }
        let keys = addCells(new, scheme.layout, pixelRatio: state.pixelRatio, to: &answer)
        if let step = keys.first.map({ Int($0.load.rendition) }), step != new.usualStep {
            viewer.collection.state.withLock { $0.usualStep = step }
        }
        guard interest != nil || !keys.isEmpty else { return (answer, []) }
        let (change, effects) = schedule(interest, &answer.cells, keys)
        if !change.asked.isEmpty || !change.calledOff.isEmpty {
            let wanted = Set(change.calledOff.isEmpty ? [] : interest?.wants.map(\.key.item) ?? [])
            viewer.collection.state.withLock { collection in
                answer.prefetch = Self.items(change.asked).map { collection.items[$0] }
                answer.cancel = Self.items(change.calledOff).filter { !wanted.contains($0) }
                    .map { collection.items[$0] }
            }
        }
        tell(change.found, but: keys, in: answer.window)
        for preview in answer.previews { engine.events.post(preview, to: viewer.name) }
        return (answer, effects)
    }

    /// The items of keys, each once: one may have a preview and a full picture among them.
    private static func items(_ keys: [LoadKey]) -> [UInt32] {
        var seen: Set<UInt32> = []
        return keys.compactMap { seen.insert($0.item).inserted ? $0.item : nil }
    }

    /// Cells that the browser holds from before and that turn out to need no load: nobody else would tell it.
    private func tell(_ found: [LoadKey], but sent: [CellKey], in window: Range<Int>) {
        let fulls = found.filter { !$0.isPreview }
        guard !fulls.isEmpty, event.have != nil else { return }
        let sent = Set(sent.map(\.load))
        let news = engine.loads.news(of: fulls.filter { !sent.contains($0) }, in: viewer.collection, window)
        if !news.isEmpty { engine.events.post(.cells(news), to: viewer.name) }
    }

    /// Items in view and a viewport around: a layout that goes by shapes must know theirs before it is asked.
    private func around(_ layout: any PreparedLayout, _ state: Viewer.State) -> Range<Int> {
        guard layout.goesByShapes else { return 0..<0 }
        let rect = visibleRect(layout, state)
        return layout.items(
            in: Rect(x: 0, y: rect.minY - rect.height, width: layout.contentSize.width, height: 3 * rect.height))
    }

    /// Tells the scheduler what the viewer wants now, and asks it for the states of the cells.
    private func schedule(
        _ interest: Interest?, _ cells: inout [Cell], _ keys: [CellKey]
    ) -> (InterestChange, [LoadRunner.Effect]) {
        return engine.loads.decide { loads, actions -> InterestChange in
            let change = interest.map { interest in
                loads.scheduler.update(
                    viewer: viewer.id, wants: interest.wants, order: interest.order,
                    attention: event.phase == .hidden ? .hidden : .active, now: now,
                    known: { interest.known[$0] ?? .unknown }, actions: &actions)
            }
            for key in keys { loads.fill(&cells[key.cell], key.load) }
            return change ?? InterestChange()
        }
    }

    /// The viewer's layout as it last was: asked of the collection only where there is none.
    private func prepared(_ state: inout Viewer.State) -> VersionedLayout {
        if let prepared = state.prepared { return prepared }
        let prepared = viewer.collection.state.withLock { $0.prepared(state.layout, width: state.width) }
        state.prepared = prepared
        return prepared
    }

    /// A rect of another width is a window of another width: everything is laid out anew.
    private func takeWidth(_ state: inout Viewer.State) {
        guard case .rect(let rect) = event.visible, event.sequence > state.lastSequence, rect.width != state.width,
            GridEngine.lengths.contains(rect.width)
        else { return }
        state.width = rect.width
        state.forgetFrames()
    }

    /// What the event means in frames: what is in view, what to hold, what to load.
    private struct Scheme {
        var layout: any PreparedLayout
        var rect: Rect
        var visible: Range<Int>
        var window: Range<Int>
        var made: Planned
        /// `nil` when the last plan still holds, or the event is an old one.
        var plan: (items: PlannedItems, costs: LoadCosts?, motion: ViewerMotion)?
    }

    /// - Parameter state: is not changed. A viewer's state is many objects, and to pass it by value is to hold on to each of them.
    private func scheme(for prepared: VersionedLayout, _ state: inout Viewer.State) -> Scheme {
        let layout = prepared.layout
        let rect = visibleRect(layout, state)
        let made = Planned(
            version: prepared.version, time: now, rect: rect, phase: event.phase,
            isDownwards: event.velocityY >= 0)
        let isNews = event.sequence > state.lastSequence
        if let plan = state.plan, plan.covers(made) {
            return Scheme(
                layout: layout, rect: rect, visible: layout.items(in: rect), window: state.window, made: plan)
        }
        // An old event is answered as if it were alone: it moves nothing on.
        var motion = isNews ? state.motion : ViewerMotion(policy: state.motion.policy, reach: state.motion.reach)
        motion.observe(sample(of: rect, layout))
        let (items, costs) = items(of: motion.plan(), layout, state, version: prepared.version)
        return Scheme(
            layout: layout, rect: rect, visible: items.visible, window: items.window, made: made,
            plan: isNews ? (items, costs, motion) : nil)
    }

    /// What the plan picks, against what loads here have cost so far.
    private func items(
        of plan: PrefetchPlan, _ layout: any PreparedLayout, _ state: Viewer.State, version: Int
    ) -> (PlannedItems, LoadCosts?) {
        let geometry = LayoutGeometry(layout: layout)
        guard layout.itemCount > 0, state.wantsPictures || state.plan == nil else {
            return (plan.cells(in: geometry), nil)
        }
        let first = min(geometry.items(in: plan.visible).lowerBound, layout.itemCount - 1)
        let step = engine.loads.step(for: layout.frame(ofItem: first), pixelRatio: state.pixelRatio)
        let (full, share) = engine.loads.costs(of: viewer.collection, step: step)
        let usual = LoadConfiguration.usualCost
        let items = plan.items(
            in: geometry, tiers: engine.makesPreviews ? .previewFirst(costShare: share) : .fullOnly,
            cost: { flat in full?.expected(state.keys.costClass(flat, version: version)) ?? usual })
        return (items, full)
    }

    private func look(
        at collection: inout CollectionState, _ scheme: Scheme, _ state: inout Viewer.State
    ) -> (RangeAnswer, NewCells, Interest?) {
        if scheme.layout.goesByShapes {
            _ = collection.measure(scheme.layout, scheme.window, source: viewer.collection.source)
        }
        let answer = answer(of: collection, scheme)
        var interest: Interest?
        // A page that was told of a change asks for all its cells anew; it still has their previews.
        let pushes =
            engine.makesPreviews
            && ((state.plan?.version ?? collection.version) == collection.version
                || !state.window.overlaps(scheme.window))
        if let plan = scheme.plan {
            let wanted = self.interest(plan.items, plan.costs, of: collection, scheme.layout, &state)
            // A viewer that wants nothing and wanted nothing is no news to the scheduler.
            if !wanted.wants.isEmpty || state.wantsPictures { interest = wanted }
            state.wantsPictures = !wanted.wants.isEmpty
            state.motion = plan.motion
            state.window = scheme.window
            state.plan = scheme.made
            state.visible = scheme.visible
        }
        state.lastSequence = max(state.lastSequence, event.sequence)
        let new = NewCells(
            places: newPlaces(in: scheme.window, of: collection), pushes: pushes, usualStep: collection.usualStep)
        return (answer, new, interest)
    }

    /// Thousands of empty sections may meet a window; the page needs the first of them.
    private static let headerLimit = 500

    /// The answer before its cells.
    private func answer(of collection: CollectionState, _ scheme: Scheme) -> RangeAnswer {
        let (layout, rect) = (scheme.layout, scheme.rect)
        let windowRect = Rect(
            x: 0, y: rect.minY - 3 * rect.height, width: layout.contentSize.width, height: 7 * rect.height)
        var headers = collection.headers(of: layout, in: windowRect)
        if headers.count > Self.headerLimit { headers.removeLast(headers.count - Self.headerLimit) }
        return RangeAnswer(
            collection: viewer.collection.id, sequence: event.sequence, version: collection.version,
            visible: scheme.visible, window: scheme.window, contentSize: layout.contentSize,
            itemCount: layout.itemCount, patches: patches(of: collection), cells: [], headers: headers, prefetch: [],
            cancel: [])
    }

    private func sample(of rect: Rect, _ layout: any PreparedLayout) -> ScrollSample {
        ScrollSample(
            time: now, offset: rect.minY, viewportHeight: rect.height,
            contentHeight: layout.contentSize.height, velocity: event.velocityY, phase: event.phase,
            decay: event.decay, end: event.end)
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
        guard let patches = collection.log.patches(from: event.version),
            patches.reduce(0, { $0 + $1.patch.count }) <= engine.configuration.patchLimit
        else { return nil }
        return patches.map {
            CommittedChange(collection: viewer.collection.id, patch: $0, identities: viewer.collection)
        }
    }
}

// MARK: Cells

extension RangePass {
    /// The load that a cell of the answer waits for.
    private struct CellKey {
        /// Its place among the answer's cells.
        var cell: Int
        var load: LoadKey
    }

    /// The cells that the browser does not hold: what has to be read under the collection's lock, and no more.
    private struct NewCells {
        struct Place {
            var flat: Int
            var indexPath: IndexPath
            var ordinal: ItemOrdinal
            var known: KnownItem
        }

        var places: [Place]
        /// Previews go out with them, where there are any.
        var pushes: Bool
        /// The width step that viewers asked for last.
        var usualStep: Int
    }

    private func newPlaces(in window: Range<Int>, of collection: CollectionState) -> [NewCells.Place] {
        let have = event.version == collection.version ? event.have : nil
        if let have, window.isEmpty || (have.contains(window.lowerBound) && have.contains(window.upperBound - 1)) {
            return []
        }
        var places: [NewCells.Place] = []
        collection.snapshot.forEachItem(inFlat: window) { flat, indexPath, ordinal in
            if let have, have.contains(flat) { return }
            places.append(
                NewCells.Place(
                    flat: flat, indexPath: indexPath, ordinal: ordinal, known: collection.known(of: ordinal)))
        }
        return places
    }

    /// Their loads' states are filled in later.
    private func addCells(
        _ new: NewCells, _ layout: any PreparedLayout, pixelRatio: Double, to answer: inout RangeAnswer
    ) -> [CellKey] {
        var keys: [CellKey] = []
        answer.cells.reserveCapacity(new.places.count)
        for place in new.places {
            let item = place.known.item(of: viewer.collection.source)
            let frame = layout.frame(ofItem: place.flat)
            var cell = Cell(
                item: item, index: place.flat, indexPath: place.indexPath, frame: frame, state: .ready)
            if item.hasImage {
                let step = engine.loads.step(for: frame, pixelRatio: pixelRatio)
                cell.state = .idle
                cell.imageWidth = engine.loads.loader.widthSteps[step]
                cell.colour = place.known.colour
                if new.pushes,
                    let preview = engine.loads.preview(of: item.id, item.contentRevision, in: viewer.collection)
                {
                    cell.tier = .preview
                    answer.previews.append(
                        PreviewPicture(
                            item: item.id, ordinal: place.ordinal, bytes: preview.bytes, colour: preview.colour))
                }
                keys.append(CellKey(cell: answer.cells.count, load: key(of: place.ordinal, step: step)))
            }
            answer.cells.append(cell)
        }
        return keys
    }

    func key(of ordinal: ItemOrdinal, step: Int) -> LoadKey {
        LoadKey(collection: viewer.collection.number, item: ordinal.rawValue, rendition: UInt16(step))
    }
}
