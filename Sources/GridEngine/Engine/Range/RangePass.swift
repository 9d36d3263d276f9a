import CollectionLayout
import CollectionModel
import Prefetching

/// One range event's way through layout, motion, cells and scheduler, under the viewer's lock. Each step takes what the one
/// before has found out; out comes one action, and nothing happens beside it.
///
///     resolve    frames, motion → what is in view, what to load    the loads' lock, to read costs
///     read       → cells new to the browser, wants                 the collection's lock
///     draw       → the answer's cells                              no lock
///     schedule   → loads, states of the cells                      the loads' lock
///     name       → identifiers                                     the collection's lock, where there is anything to name
struct RangePass {
    let engine: GridEngine
    let viewer: Viewer
    let event: RangeEvent
    let now: Instant

    func run(_ state: inout Viewer.State) -> RangeAction {
        takeWidth(&state)
        if event.form == .texel { return runTexels(&state) }
        // Planning is the expensive part and needs frames only: other viewers of the collection do not wait for it.
        let frames = frames(&state)
        var range = resolve(in: frames, &state)
        let reading = viewer.collection.state.withLock { collection in
            if let frames = newFrames(after: frames, of: &collection, &state) { range = resolve(in: frames, &state) }
            return read(range, of: &collection, &state)
        }
        var action = RangeAction(answer: reading.answer)
        action.picturesComeSoon = reading.picturesComeSoon
        let keys = draw(reading, range.layout, pixelRatio: state.pixelRatio, in: &action)
        let changes = schedule(reading.wants, keys, in: &action)
        fillContents(keys, in: &action)
        fillColours(keys, in: &action)
        if state.picturesComeSoon { leaveOutPreviewsOfMadePictures(in: &action) }
        if state.showsTexels, event.sequence >= state.lastSequence {
            state.showsTexels = false
            action.texels = .nothing
        }
        name(changes, in: state.order, newStepIndex: newStepIndex(keys, reading), in: &action)
        return action
    }

    /// A rect of another width means a window of another width: everything is laid out again.
    private func takeWidth(_ state: inout Viewer.State) {
        guard case .rect(let rect) = event.visible, event.sequence > state.lastSequence, rect.width != state.width,
            GridEngine.lengths.contains(rect.width)
        else { return }
        state.width = rect.width
        state.forgetFrames()
    }

    /// The viewer's frames as they last were: the collection's lock is taken only where there are none.
    func frames(_ state: inout Viewer.State) -> VersionedLayout {
        if let frames = state.frames { return frames }
        let frames = viewer.collection.state.withLock { $0[state.order].prepared(state.layout, width: state.width) }
        state.frames = frames
        return frames
    }

    /// The collection's present frames, where they are not those that the range was resolved with.
    func newFrames(
        after known: VersionedLayout, of collection: inout CollectionState, _ state: inout Viewer.State
    ) -> VersionedLayout? {
        var frames = known
        let order = state.order
        let isOutdated =
            collection.version(of: order) != known.version || collection.layoutGeneration(of: order) != known.generation
        if isOutdated {
            frames = collection[order].prepared(state.layout, width: state.width)
            state.frames = frames
        }
        // Rows that follow the pictures' shapes are known only now: other items may be in view than it seemed.
        let around = around(frames.layout, Size(width: state.width, height: state.height))
        let hasNewShapes = collection.measure(
            frames.layout, around, of: order, source: viewer.collection.source)
        if hasNewShapes { state.planBasis = nil }
        return isOutdated || hasNewShapes ? frames : nil
    }

    /// Items in view and a viewport around: a layout that follows shapes must know theirs before it is read.
    private func around(_ layout: any PreparedLayout, _ viewSize: Size) -> Range<Int> {
        guard layout.goesByShapes else { return 0..<0 }
        let rect = visibleRect(layout, viewSize)
        return layout.items(
            in: Rect(x: 0, y: rect.minY - rect.height, width: layout.contentSize.width, height: 3 * rect.height))
    }

    private func newStepIndex(_ keys: [CellKey], _ reading: RangeReading) -> Int? {
        guard let first = keys.first(where: { !$0.load.isContent }) else { return nil }
        let index = Int(first.load.rendition)
        return index == reading.usualStepIndex ? nil : index
    }
}

// MARK: Loads

extension RangePass {
    /// The event's changes of the loads, by key.
    private struct LoadChanges {
        /// Newly wanted ahead of need, and wanted by no viewer any more.
        var requested: [UInt32] = []
        var cancelled: [UInt32] = []
        /// Cells that the browser holds and that turned out to need no load: no other event reports them.
        var found: [(key: LoadKey, failure: LoadFailure?)] = []
    }

    /// Tells the scheduler what the viewer wants now, and reads the states of the answer's cells.
    private func schedule(_ wants: RangeWants?, _ keys: [CellKey], in action: inout RangeAction) -> LoadChanges {
        guard wants != nil || !keys.isEmpty else { return LoadChanges() }
        let ((change, found), loads) = engine.loads.decide { loads, actions in
            let change = wants.map { wants in
                loads.scheduler.update(
                    viewer: viewer.id, wants: wants.wants, order: wants.order,
                    attention: event.phase == .hidden ? .hidden : .active, now: now,
                    known: { wants.known[$0] ?? .unknown }, actions: &actions)
            }
            for key in keys { loads.fill(&action.answer.cells[key.cell], key.load) }
            let found = heldCells(of: change?.found ?? [], but: keys).map {
                (key: $0, failure: loads.failures[$0]?.failure)
            }
            return (change ?? InterestChange(), found)
        }
        action.loads = loads
        let cancelled = Self.items(change.cancelled)
        // An item may keep one of its two pictures.
        let wanted = Set(cancelled.isEmpty ? [] : wants?.wants.map(\.key.item) ?? [])
        return LoadChanges(
            requested: Self.items(change.requested), cancelled: cancelled.filter { !wanted.contains($0) }, found: found)
    }

    /// Contents may have come after the cells were drawn, and may have left the cache although they are loaded.
    private func fillContents(_ keys: [CellKey], in action: inout RangeAction) {
        guard let contents = viewer.collection.source.contents else { return }
        let came = keys.filter { $0.load.isContent && action.answer.cells[$0.cell].state == .ready }
        guard !came.isEmpty else { return }
        let (there, lost) = (
            came.filter { contents[action.answer.cells[$0.cell].item.id] != nil },
            came.filter { contents[action.answer.cells[$0.cell].item.id] == nil }
        )
        let known = viewer.collection.state.withLock { collection in
            there.map { collection.known(of: ItemOrdinal($0.load.item)) }
        }
        for (key, known) in zip(there, known) {
            action.answer.cells[key.cell].item = known.item(of: viewer.collection.source)
        }
        for key in lost { action.answer.cells[key.cell].state = .loading }
        action.lostContents = lost.map(\.load)
    }

    /// A load may have ended after the cells were read: a cell that is said to have its picture gets the colour that came with it.
    private func fillColours(_ keys: [CellKey], in action: inout RangeAction) {
        guard engine.loads.makesPreviews else { return }
        let bare = keys.filter { key in
            let cell = action.answer.cells[key.cell]
            return cell.tier != .none && cell.colour == nil
        }
        guard !bare.isEmpty else { return }
        viewer.collection.state.withLock { collection in
            for key in bare { action.answer.cells[key.cell].colour = collection.colours[ItemOrdinal(key.load.item)] }
        }
    }

    /// Only of cells out of view: after a jump the pictures of a whole view come one after another, and their previews are seen.
    private func leaveOutPreviewsOfMadePictures(in action: inout RangeAction) {
        guard !action.previews.isEmpty else { return }
        let visible = action.answer.visible
        let made = Set(
            action.answer.cells.lazy.filter { $0.state == .ready && !visible.contains($0.index) }.map(\.item.id))
        action.previews.removeAll { made.contains($0.item) }
    }

    /// Full pictures of cells that the browser holds from before this answer.
    private func heldCells(of found: [LoadKey], but sent: [CellKey]) -> [LoadKey] {
        guard event.have != nil, found.contains(where: { !$0.isPreview }) else { return [] }
        let sent = Set(sent.map(\.load))
        return found.filter { !$0.isPreview && !sent.contains($0) }
    }

    /// The items of keys, each once: one may have a preview and a full picture among them.
    private static func items(_ keys: [LoadKey]) -> [UInt32] {
        if keys.isEmpty { return [] }
        var seen: Set<UInt32> = []
        return keys.compactMap { seen.insert($0.item).inserted ? $0.item : nil }
    }

    /// Reads the identifiers of the items in `changes` into the action. Takes no lock where nothing changed. `newStepIndex` is
    /// the index of the width step that this viewer asks for; `nil` when it is the one that viewers asked for last.
    private func name(
        _ changes: LoadChanges, in order: OrderID, newStepIndex: Int?, in action: inout RangeAction
    ) {
        guard !changes.requested.isEmpty || !changes.cancelled.isEmpty || !changes.found.isEmpty || newStepIndex != nil
        else { return }
        let found = viewer.collection.state.withLock { collection in
            if let newStepIndex { collection.usualStepIndex = newStepIndex }
            action.answer.prefetch = changes.requested.map { collection.items[$0] }
            action.answer.cancel = changes.cancelled.map { collection.items[$0] }
            return changes.found.compactMap { key, failure -> (LoadKey, LoadFailure?, KnownItem)? in
                let item = ItemOrdinal(key.item)
                guard let flat = collection.snapshot(of: order).flatIndex(of: item), action.answer.window.contains(flat)
                else { return nil }
                return (key, failure, collection.known(of: item))
            }
        }
        action.updates = found.map { key, failure, known -> CellUpdate in
            if key.isContent {
                return CellUpdate(
                    known, of: viewer.collection.source, pictureState: engine.loads.pictureState(besides: key),
                    failure: failure?.reason)
            }
            return CellUpdate(
                known, of: viewer.collection.source, imageWidth: engine.loads.width(of: key), failure: failure?.reason)
        }
    }
}
