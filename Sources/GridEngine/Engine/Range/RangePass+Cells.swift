import CollectionLayout
import CollectionModel
import Prefetching

/// The values that a range event reads of the collection, under its lock.
struct RangeReading {
    /// The cells that the browser does not hold: what has to be read under the lock, and no more.
    struct NewCell {
        var flat: Int
        var indexPath: IndexPath
        var ordinal: ItemOrdinal
        var known: KnownItem
    }

    /// Without its cells.
    var answer: RangeAnswer
    var cells: [NewCell]
    /// Whether previews are sent along with the cells, where there are any.
    var sendsPreviews: Bool
    /// Whether pictures that are made are seen so soon that their previews are of no use any more; `nil` when that is as before.
    var picturesComeSoon: Bool?
    /// Index of the width step that viewers asked for last.
    var usualStepIndex: Int
    /// `nil` when nothing changes for the scheduler.
    var wants: RangeWants?
}

/// The load that a cell of the answer waits for.
struct CellKey {
    /// Index among the answer's cells.
    var cell: Int
    var load: LoadKey
}

extension RangePass {
    /// Reads the answer, and takes the viewer's state on.
    func read(
        _ range: ResolvedRange, of collection: inout CollectionState, _ state: inout Viewer.State
    ) -> RangeReading {
        if range.layout.goesByShapes {
            _ = collection.measure(
                range.layout, range.window, of: state.order, source: viewer.collection.source)
        }
        // A page that follows a change requests all its cells again; it still has their previews.
        let followsChange = state.planBasis.map { $0.version != collection.version(of: state.order) } ?? false
        var reading = RangeReading(
            answer: answer(of: collection, range, state),
            cells: newCells(in: range.window, of: collection, state.order),
            sendsPreviews: engine.loads.makesPreviews && (!followsChange || !state.window.overlaps(range.window)),
            usualStepIndex: collection.usualStepIndex)
        if let plan = range.plan {
            let wants = wants(plan, of: collection, range.layout, &state)
            // A viewer that wants nothing and wanted nothing changes nothing for the scheduler.
            if !wants.wants.isEmpty || state.wantsPictures { reading.wants = wants }
            state.wantsPictures = !wants.wants.isEmpty
            state.motion = plan.motion
            state.planBasis = plan.basis
            if state.window != range.window {
                state.window = range.window
                viewer.noteWindow()
            }
        }
        if event.sequence > state.lastSequence {
            state.viewport = Viewport(
                visible: range.visible, end: event.end, height: viewHeight ?? state.height)
            state.lastSequence = event.sequence
            if event.picturesComeSoon != state.picturesComeSoon {
                state.picturesComeSoon = event.picturesComeSoon
                reading.picturesComeSoon = event.picturesComeSoon
            }
        }
        return reading
    }

    var viewHeight: Double? {
        if case .rect(let rect) = event.visible { rect.height } else { nil }
    }

    /// Maximum headers in one answer: thousands of empty sections may meet a window, and the page needs the first of them.
    static let headerLimit = 500

    /// The answer without cells, with the headers of the view and of three times its height above and below.
    func answer(
        of collection: borrowing CollectionState, _ range: ResolvedRange, _ state: borrowing Viewer.State
    ) -> RangeAnswer {
        let around = range.around(3)
        var headers = collection.headers(of: range.layout, in: around, of: state.order)
        if headers.count > Self.headerLimit { headers.removeLast(headers.count - Self.headerLimit) }
        return answer(of: collection, range, state, headers)
    }

    func answer(
        of collection: borrowing CollectionState, _ range: ResolvedRange, _ state: borrowing Viewer.State,
        _ headers: [SectionHeader]
    ) -> RangeAnswer {
        let layout = range.layout
        return RangeAnswer(
            collection: viewer.collection.id, sequence: event.sequence, version: collection.version(of: state.order),
            visible: range.visible, window: range.window, contentSize: layout.contentSize,
            itemCount: layout.itemCount, patches: patches(of: collection, state), cells: [], headers: headers,
            prefetch: [],
            cancel: [])
    }

    private func patches(
        of collection: borrowing CollectionState, _ state: borrowing Viewer.State
    ) -> [CommittedChange]? {
        guard event.version != collection.version(of: state.order) else { return [] }
        let limit = engine.configuration.patchLimit
        guard let patches = patches(of: collection.log(of: state.order), after: state.exchange) else { return nil }
        let changes = patches.map {
            CommittedChange(collection: viewer.collection.id, patch: $0, identities: viewer.collection)
        }
        if changes.reduce(0, { $0 + $1.patch.patch.count }) <= limit { return changes }
        // The answer has the cells of the new version: contents need not be in its patches.
        let snapshot = collection.snapshot(of: state.order)
        let reduced = changes.map { change in
            guard change.patch.patch.count > limit else { return change }
            return change.reduced(to: 0..<0, of: snapshot, limit) ?? change
        }
        return reduced.reduce(0, { $0 + $1.patch.patch.count }) <= limit ? reduced : nil
    }

    /// The patches from the browser's version to the newest; through the change of the query, where the browser has not seen that.
    private func patches(of log: VersionLog, after exchange: VersionedPatch?) -> [VersionedPatch]? {
        guard let exchange, exchange.from == event.version else { return log.patches(from: event.version) }
        return log.patches(from: exchange.to).map { [exchange] + $0 }
    }

    private func newCells(
        in window: Range<Int>, of collection: borrowing CollectionState, _ order: OrderID
    ) -> [RangeReading.NewCell] {
        let have = event.version == collection.version(of: order) ? event.have : nil
        if let have, window.isEmpty || (have.contains(window.lowerBound) && have.contains(window.upperBound - 1)) {
            return []
        }
        var cells: [RangeReading.NewCell] = []
        collection.snapshot(of: order).forEachItem(inFlat: window) { flat, indexPath, ordinal in
            if let have, have.contains(flat) { return }
            cells.append(
                RangeReading.NewCell(
                    flat: flat, indexPath: indexPath, ordinal: ordinal, known: collection.known(of: ordinal)))
        }
        return cells
    }

    /// Makes the answer's cells, and takes out the previews that are in memory. The states of their loads are filled in later.
    func draw(
        _ reading: RangeReading, _ layout: any PreparedLayout, pixelRatio: Double, in action: inout RangeAction
    ) -> [CellKey] {
        var keys: [CellKey] = []
        action.answer.cells.reserveCapacity(reading.cells.count)
        for new in reading.cells {
            let item = new.known.item(of: viewer.collection.source)
            let frame = layout.frame(ofItem: new.flat)
            var cell = Cell(item: item, index: new.flat, indexPath: new.indexPath, frame: frame, state: .ready)
            if item.hasImage {
                let stepIndex = engine.loads.stepIndex(for: frame, pixelRatio: pixelRatio)
                cell.state = .idle
                cell.imageWidth = engine.loads.loader.widthSteps[stepIndex]
                cell.colour = new.known.colour
                if reading.sendsPreviews,
                    let preview = engine.loads.preview(of: item.id, item.contentRevision, in: viewer.collection)
                {
                    cell.tier = .preview
                    // It may have been loaded since the cells were read.
                    cell.colour = cell.colour ?? preview.colour
                    action.previews.append(
                        PreviewPicture(
                            item: item.id, ordinal: new.ordinal, bytes: preview.bytes, colour: preview.colour))
                }
                keys.append(
                    CellKey(cell: action.answer.cells.count, load: key(of: new.ordinal, stepIndex: stepIndex)))
            }
            if let contents = viewer.collection.source.contents, contents[item.id] == nil {
                let content = key(of: new.ordinal, stepIndex: 0).content
                keys.append(CellKey(cell: action.answer.cells.count, load: content))
            }
            action.answer.cells.append(cell)
        }
        return keys
    }

    func key(of ordinal: ItemOrdinal, stepIndex: Int) -> LoadKey {
        LoadKey(collection: viewer.collection.number, item: ordinal.rawValue, rendition: UInt16(stepIndex))
    }
}
