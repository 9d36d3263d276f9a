import CollectionLayout
import CollectionModel
import Prefetching

/// A range event in frames of one version: the items in view, the cells to hold, the keys to load.
struct ResolvedRange {
    var layout: any PreparedLayout
    var rect: Rect
    /// Flat indices.
    var visible: Range<Int>
    var window: Range<Int>
    /// `nil` when the last plan still holds, or the event is late.
    var plan: Plan?

    /// The view, with `reach` times its height above and below, over the whole width.
    func around(_ reach: Double) -> Rect {
        Rect(
            x: 0, y: rect.minY - reach * rect.height, width: layout.contentSize.width,
            height: (1 + 2 * reach) * rect.height)
    }

    /// A new plan, and what the viewer keeps of it.
    struct Plan {
        let plan: PrefetchPlan
        var items: PlannedItems
        /// The costs by which the items were picked; `nil` where no picture is wanted.
        let costs: PictureCosts?
        /// Whether they are those of pictures; else those of contents.
        let isForPictures: Bool
        var motion: ViewerMotion
        var basis: PlanBasis
    }
}

extension RangePass {
    /// Resolves the event. Takes the loads' lock, to read what loads have cost; no other.
    /// - Parameters:
    ///   - frames: the viewer's, of the newest version it knows.
    ///   - state: is not changed. A viewer's state is many objects: passed by value, each of them would be retained.
    /// - Returns: what is in view, which cells to hold, and the plan if it is a new one.
    func resolve(in frames: VersionedLayout, _ state: inout Viewer.State) -> ResolvedRange {
        let layout = frames.layout
        let rect = visibleRect(layout, Size(width: state.width, height: state.height))
        let basis = PlanBasis(
            version: frames.version, time: now, rect: rect, phase: event.phase, isDownwards: event.velocity >= 0)
        if let last = state.planBasis, last.covers(basis) {
            return ResolvedRange(layout: layout, rect: rect, visible: layout.items(in: rect), window: state.window)
        }
        // A late event is answered as if it were the only one: it moves nothing on.
        let isLate = event.sequence <= state.lastSequence
        var motion = isLate ? ViewerMotion(policy: state.motion.policy, reach: state.motion.reach) : state.motion
        motion.observe(sample(of: rect, layout))
        let plan = motion.plan()
        let isForPictures = viewer.collection.source.contents == nil || state.keys.hasPictures
        let (items, costs) = items(
            of: plan, layout, &state, version: frames.version, isForPictures: isForPictures)
        return ResolvedRange(
            layout: layout, rect: rect, visible: items.visible, window: items.window,
            plan: isLate
                ? nil
                : ResolvedRange.Plan(
                    plan: plan, items: items, costs: costs, isForPictures: isForPictures, motion: motion, basis: basis))
    }

    /// The plan's items, against the costs of loads here so far.
    private func items(
        of plan: PrefetchPlan, _ layout: any PreparedLayout, _ state: inout Viewer.State, version: Int,
        isForPictures: Bool
    ) -> (PlannedItems, PictureCosts?) {
        let geometry = LayoutGeometry(layout: layout)
        guard layout.itemCount > 0, state.wantsPictures || state.planBasis == nil else {
            return (plan.cells(in: geometry), nil)
        }
        if !isForPictures {
            let costs = engine.loads.contentCosts(of: viewer.collection)
            let items = plan.items(in: geometry) { _ in costs.expected(.unknown) }
            return (items, costs)
        }
        let first = min(geometry.items(in: plan.visible).lowerBound, layout.itemCount - 1)
        let stepIndex = engine.loads.stepIndex(for: layout.frame(ofItem: first), pixelRatio: state.pixelRatio)
        let costs = engine.loads.costs(of: viewer.collection, stepIndex: stepIndex)
        return (items(of: plan, layout, costs, state.keys, version: version), costs)
    }

    /// The plan's items, where the classes of the items in `keys` are known.
    func items(
        of plan: PrefetchPlan, _ layout: any PreparedLayout, _ costs: PictureCosts, _ keys: WindowKeys, version: Int
    ) -> PlannedItems {
        plan.items(
            in: LayoutGeometry(layout: layout), tiers: engine.loads.makesPreviews ? .previewFirst : .fullOnly,
            cost: { flat in costs.expected(keys.costClass(flat, version: version), flat: flat) })
    }

    func sample(of rect: Rect, _ layout: any PreparedLayout) -> ScrollSample {
        ScrollSample(
            time: now, offset: rect.minY, viewportHeight: rect.height, contentHeight: layout.contentSize.height,
            velocity: event.velocity, phase: event.phase, decay: event.decay, end: event.end)
    }

    /// The visible rect in content coordinates, in px. An event that names items in place of a rect gets the full width of
    /// `viewSize`, the size of the viewer's window, from the top of the first item to the bottom of the last.
    func visibleRect(_ layout: any PreparedLayout, _ viewSize: Size) -> Rect {
        switch event.visible {
        case .rect(let rect): return rect
        case .items(let items):
            guard layout.itemCount > 0 else { return Rect(x: 0, y: 0, width: viewSize.width, height: viewSize.height) }
            let last = layout.itemCount - 1
            let top = layout.frame(ofItem: min(max(0, items.lowerBound), last))
            let bottom = layout.frame(ofItem: min(max(0, items.upperBound), last))
            return Rect(x: 0, y: top.minY, width: viewSize.width, height: bottom.maxY - top.minY)
        }
    }
}
