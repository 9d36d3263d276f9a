/// How one viewer moves, from its range events, and what follows for its loads under its policy. No clock: the events
/// bring the time.
public struct ViewerMotion: Sendable {
    /// The policy: which items are loaded ahead, and in which order.
    public var policy: PrefetchPolicy
    /// How far ahead the policy looks, as a multiple of its own measure.
    public var reach: Double
    /// The last event that was taken in.
    public private(set) var last: ScrollSample?
    private var prediction = ScrollPrediction()
    /// Whether the viewer has ever moved: before, little is loaded ahead.
    private(set) var hasScrolled = false
    /// Signs of the last velocities that were not 0, newest last.
    private var directions: [Int8] = []

    /// Multiples that make sense: less is nothing, more is everything.
    public static let reaches = 0.25...4.0

    /// A viewer that has not moved yet.
    public init(policy: PrefetchPolicy = .standard, reach: Double = 1) {
        self.policy = policy
        self.reach = reach
    }

    /// Takes one event in. Older than the last one: ignored.
    public mutating func observe(_ sample: ScrollSample) {
        if let last {
            guard sample.time >= last.time else { return }
            if sample.offset != last.offset { hasScrolled = true }
        }
        if sample.phase == .jump {
            // A jump says nothing of where it goes on from there.
            directions = []
        } else if sample.velocity != 0 {
            if directions.count == 5 { directions.removeFirst() }
            directions.append(sample.velocity > 0 ? 1 : -1)
        } else if let last, sample.offset != last.offset, sample.phase != .scrubbing {
            if directions.count == 5 { directions.removeFirst() }
            directions.append(sample.offset > last.offset ? 1 : -1)
        }
        prediction.observe(sample)
        last = sample
    }

    /// Downwards, unless most of the last five motions went up.
    var isDownwards: Bool { directions.reduce(0) { $0 + Int($1) } >= 0 }

    /// The plan of the next loads, empty before the first event.
    public func plan() -> PrefetchPlan {
        guard let last else {
            return PrefetchPlan(
                visible: Span(top: 0, bottom: 0), window: Span(top: 0, bottom: 0), order: .priority,
                rule: .nearest(above: 0, below: 0, isFlat: false))
        }
        switch policy {
        case .none: return plan(last, above: 0, below: 0, order: .arrival)
        case .fixedWindow:
            let ahead = 0.75 * reach * last.viewportHeight
            return plan(
                last, above: hasScrolled && isDownwards ? 0 : ahead, below: isDownwards || !hasScrolled ? ahead : 0,
                order: .arrival, isFlat: true)
        case .nearest:
            let around = 2.5 * reach * last.viewportHeight
            return plan(last, above: around, below: around)
        case .directional: return directionalPlan(last)
        case .skewport: return skewportPlan(last)
        case .predictive: return predictivePlan(last)
        }
    }
}

extension ViewerMotion {
    private func plan(
        _ sample: ScrollSample, above: Double, below: Double, order: WantOrder = .priority, isFlat: Bool = false
    ) -> PrefetchPlan {
        PrefetchPlan(
            visible: sample.visible, window: cellWindow(sample.visible.grown(above: above, below: below), sample),
            order: order, rule: .nearest(above: above, below: below, isFlat: isFlat))
    }

    private func directionalPlan(_ sample: ScrollSample) -> PrefetchPlan {
        let height = reach * sample.viewportHeight
        guard hasScrolled else { return plan(sample, above: 0.25 * height, below: 0.25 * height) }
        func ring(_ leading: Double, _ trailing: Double) -> Span {
            sample.visible.grown(
                above: (isDownwards ? trailing : leading) * height, below: (isDownwards ? leading : trailing) * height)
        }
        let outer = ring(2.5, 1.5)
        return PrefetchPlan(
            visible: sample.visible, window: cellWindow(outer, sample), order: .priority,
            rule: .rings(inner: ring(1.0, 0.5), outer: outer))
    }

    private func skewportPlan(_ sample: ScrollSample) -> PrefetchPlan {
        let ahead = reach * min(2000, abs(sample.velocity))
        let soon = min(312, 0.15 * sample.viewportHeight)
        let inner = sample.visible.grown(
            above: max(soon, sample.velocity < 0 ? ahead : 0), below: max(soon, sample.velocity > 0 ? ahead : 0))
        let outer = sample.visible.grown(above: 3000 * reach, below: 3000 * reach)
        return PrefetchPlan(
            visible: sample.visible, window: cellWindow(outer, sample), order: .priority,
            rule: .rings(inner: inner, outer: outer))
    }

    private func predictivePlan(_ sample: ScrollSample) -> PrefetchPlan {
        var plan = directionalPlan(sample)
        if let futures = prediction.futures(reach: reach) { plan.rule = .futures(futures) }
        return plan
    }

    /// Cells cost the page little compared with pictures: half a viewport on both sides at least, so that a place
    /// holder is there before it is seen, and three at most.
    private func cellWindow(_ span: Span, _ sample: ScrollSample) -> Span {
        let least = 0.5 * sample.viewportHeight
        let most = 3 * sample.viewportHeight
        return Span(
            top: min(max(span.top, sample.visible.top - most), sample.visible.top - least),
            bottom: max(min(span.bottom, sample.visible.bottom + most), sample.visible.bottom + least))
    }
}
