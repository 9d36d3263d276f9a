extension PrefetchPlan {
    /// What the answer's way to the browser adds to a load's time.
    private static let delivery = 0.06
    /// A full picture beside the preview that is shown meanwhile: per second of a loader it then comes well behind previews,
    /// which cost little. With more, fulls come 0.3 points sooner and previews as much later, and so on.
    private static let gainOfFull: Float = 1
    /// Less expected use than this, in seconds, is not worth asking for.
    private static let leastUse: Float = 0.004

    /// Scores every item that any future shows, and what is in view. The use is worked out once for a row and a cost, not
    /// for each item.
    func score(
        _ futures: ScrollFutures, _ tiers: PictureTiers, _ cost: (Int) -> Double, _ geometry: some ScrollGeometry,
        into planned: inout PlannedItems
    ) {
        var scorer = RowScorer(futures, tiers)
        let ranges = Self.nearest(scorer.uses.reach().map { geometry.items(in: $0) }, around: planned.visible)
        planned.items.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
        for range in ranges {
            var flat = range.lowerBound
            while flat < range.upperBound {
                let row = geometry.row(ofItem: flat)
                let end = min(max(row.items.upperBound, flat + 1), range.upperBound)
                while flat < end {
                    let isVisible = planned.visible.contains(flat)
                    // What a viewer at rest has in view is all of the same use: ties keep the order of reading.
                    scorer.row = isVisible && futures.isResting ? visible : row.span
                    scorer.score(flat, isVisible: isVisible, cost: max(cost(flat), 0.001), into: &planned.items)
                    flat += 1
                }
            }
        }
    }

    /// What is in view and, of the rest, what is nearest to it: at most `itemLimit` items, above and below in proportion.
    static func nearest(_ ranges: [Range<Int>], around visible: Range<Int>) -> [Range<Int>] {
        let count = ranges.reduce(0) { $0 + $1.count }
        guard count > itemLimit else { return ranges }
        let inView = visible.prefix(itemLimit)
        let left = itemLimit - inView.count
        let above = ranges.reduce(0) { $0 + $1.clamped(to: 0..<visible.lowerBound).count }
        let below = ranges.reduce(0) { $0 + $1.clamped(to: visible.upperBound..<Int.max).count }
        guard left > 0, above + below > 0 else { return [inView] }
        let keptAbove = left * above / (above + below)
        return take(keptAbove, ranges.map { $0.clamped(to: 0..<visible.lowerBound) }.reversed(), fromEnd: true)
            .reversed()
            + [inView]
            + take(left - keptAbove, ranges.map { $0.clamped(to: visible.upperBound..<Int.max) }, fromEnd: false)
    }

    private static func take(_ count: Int, _ ranges: [Range<Int>], fromEnd: Bool) -> [Range<Int>] {
        var left = count
        var taken: [Range<Int>] = []
        for range in ranges where left > 0 && !range.isEmpty {
            taken.append(fromEnd ? range.suffix(left) : range.prefix(left))
            left -= taken[taken.count - 1].count
        }
        return taken
    }

    /// Scores the items of one row after another, and remembers the row's use for the cost met last.
    private struct RowScorer {
        var row = Span(top: 0, bottom: 0)
        private(set) var uses: ScrollUse
        private let tiers: PictureTiers
        private let isFlyingOver: Bool
        private var full = Known()
        private var preview = Known()

        private struct Known {
            var row: Span?
            var cost = 0.0
            var use: Float = 0
        }

        init(_ futures: ScrollFutures, _ tiers: PictureTiers) {
            uses = ScrollUse(futures)
            isFlyingOver = futures.isFlyingOver
            self.tiers = tiers
        }

        mutating func score(_ flat: Int, isVisible: Bool, cost: Double, into items: inout [PlannedItems.Item]) {
            /// - Parameter isMissing: nothing of the cell can be seen without it.
            func append(_ use: Float, _ cost: Double, gain: Float, isPreview: Bool, isMissing: Bool) {
                guard use >= leastUse || isVisible else { return }
                items.append(
                    PlannedItems.Item(
                        flat: flat, isVisible: isVisible, isUrgent: isMissing && use > 0.15 && !isFlyingOver,
                        score: max(use, 1e-6) * gain / Float(cost), isPreview: isPreview))
            }
            switch tiers {
            case .fullOnly:
                append(Self.use(&full, row, cost, &uses), cost, gain: 1, isPreview: false, isMissing: isVisible)
            case .previewFirst(let share):
                let small = cost * share
                append(Self.use(&preview, row, small, &uses), small, gain: 1, isPreview: true, isMissing: isVisible)
                if isFlyingOver { return }
                append(
                    Self.use(&full, row, cost, &uses), cost, gain: gainOfFull, isPreview: false,
                    isMissing: false)
            }
        }

        private static func use(_ known: inout Known, _ row: Span, _ cost: Double, _ uses: inout ScrollUse) -> Float {
            if known.row != row || known.cost != cost {
                known = Known(row: row, cost: cost, use: uses.use(of: row, after: cost + delivery))
            }
            return known.use
        }
    }
}
