import CollectionLayout
import Glibc
import Prefetching

/// Events of a page that draws texels: what is in view may be a million items, of which nothing is sent here but their number.
extension RangePass {
    /// Maximum headers in an answer, but for those in view.
    private static let texelHeaderLimit = 2000
    /// Minimum height of a header that has room for a title, in px; of lower ones, those of sections that are as large as this are answered,
    /// which the view bounds: the page knows of all others by their numbers of items.
    private static let titleHeight = 12.0
    private static let titledSection = Size(width: 120, height: 48)

    func runTexels(_ state: inout Viewer.State) -> RangeAction {
        let frames = frames(&state)
        let (answer, sight) = viewer.collection.state.withLock { collection -> (RangeAnswer, TexelSight) in
            let frames = newFrames(after: frames, of: &collection, &state) ?? frames
            let rect = visibleRect(frames.layout, Size(width: state.width, height: state.height))
            var visible = frames.layout.items(in: rect)
            if frames.layout.goesByShapes,
                collection.measure(frames.layout, visible, of: state.order, source: viewer.collection.source)
            {
                visible = frames.layout.items(in: rect)
            }
            let range = ResolvedRange(layout: frames.layout, rect: rect, visible: visible, window: visible)
            let headers = titles(range, of: collection, state.order)
            let expected = expectedItems(rect, frames.layout)
            return (self.answer(of: collection, range, state, headers), TexelSight(visible, expected: expected))
        }
        var action = RangeAction(answer: answer)
        guard event.sequence > state.lastSequence else { return action }
        state.lastSequence = event.sequence
        state.viewport = Viewport(visible: sight.visible, end: event.end, height: viewHeight ?? state.height)
        // It holds no cells, and what comes after this is planned in any case.
        state.window = 0..<0
        state.planBasis = nil
        state.showsTexels = true
        action.texels = event.phase == .hidden ? .nothing : sight
        if state.wantsPictures { action.loads = wantNothing(&state) }
        return action
    }

    /// How far ahead is looked, in seconds and in heights of the view: the page draws mean colours where it is faster.
    private static let aheadSeconds = 1.0
    private static let aheadHeights = 3.0

    /// The items that are in view soon, if the view goes on as it moves; `nil` while it rests.
    private func expectedItems(_ rect: Rect, _ layout: any PreparedLayout) -> Range<Int>? {
        let sample = sample(of: rect, layout)
        guard ![.settled, .jump, .hidden].contains(sample.phase) else { return nil }
        // The velocity of a decelerating view is v·e^(−λt).
        let seconds = sample.decay.map { (1 - exp(-$0 * Self.aheadSeconds)) / $0 } ?? Self.aheadSeconds
        let way = sample.end.map { $0 - sample.offset } ?? sample.velocity * seconds
        let most = Self.aheadHeights * rect.height
        let top = min(
            max(sample.offset + min(max(way, -most), most), 0), max(0, layout.contentSize.height - rect.height))
        guard top != sample.offset else { return nil }
        return layout.items(in: Rect(x: rect.x, y: top, width: rect.width, height: rect.height))
    }

    private func titles(
        _ range: ResolvedRange, of collection: borrowing CollectionState, _ order: OrderID
    ) -> [SectionHeader] {
        func isTitled(_ element: HeaderElement) -> Bool {
            let (size, least) = (element.sectionFrame, Self.titledSection)
            return element.frame.height >= Self.titleHeight || size.width >= least.width && size.height >= least.height
        }
        let around = collection.headers(of: range.layout, in: range.around(1), of: order, where: isTitled)
        guard around.count > Self.texelHeaderLimit else { return around }
        return collection.headers(of: range.layout, in: range.around(0), of: order, where: isTitled)
    }

    private func wantNothing(_ state: inout Viewer.State) -> [LoadEffect] {
        state.wantsPictures = false
        return engine.loads.decide { loads, actions in
            _ = loads.scheduler.update(viewer: viewer.id, wants: [], now: now, actions: &actions)
        }.effects
    }
}
