extension PrefetchPlan {
    /// What the answer's way to the browser adds to a load's time.
    private static let delivery = 0.06
    /// A full picture beside the preview that is shown meanwhile.
    private static let gainOfFull: Float = 0.35
    /// Less expected use than this, in seconds, is not worth asking for.
    private static let leastUse: Float = 0.004

    /// Scores every item that any future shows, and what is in view.
    func score(
        _ futures: ScrollFutures, _ tiers: PictureTiers, _ cost: (Int) -> Double, _ geometry: some ScrollGeometry,
        into planned: inout PlannedItems
    ) {
        var left = Self.itemLimit
        var known: (span: Span, cost: Double, use: Float)?
        func use(_ span: Span, _ cost: Double) -> Float {
            // The items of a row lie at the same height and cost the same more often than not.
            if let known, known.span == span, known.cost == cost { return known.use }
            let use = futures.use(of: span, after: cost + Self.delivery)
            known = (span, cost, use)
            return use
        }
        for span in futures.reach().map({ geometry.items(in: $0) }) {
            for flat in span where left > 0 {
                left -= 1
                let isVisible = planned.visible.contains(flat)
                // What a viewer at rest has in view is all of the same use: ties keep the order of reading.
                let span = isVisible && futures.isResting ? visible : geometry.span(ofItem: flat)
                let full = max(cost(flat), 0.001)
                func add(_ cost: Double, gain: Float, isPreview: Bool) {
                    let use = use(span, cost)
                    guard use >= Self.leastUse || isVisible else { return }
                    planned.items.append(
                        .init(
                            flat: flat, isVisible: isVisible, isUrgent: isVisible && use > 0.15,
                            score: max(use, 1e-6) * gain / Float(cost), isPreview: isPreview))
                }
                switch tiers {
                case .fullOnly:
                    add(full, gain: 1, isPreview: false)
                case .previewFirst(let share):
                    add(full * share, gain: 1, isPreview: true)
                    if !futures.isFlyingOver { add(full, gain: Self.gainOfFull, isPreview: false) }
                }
            }
        }
    }
}
