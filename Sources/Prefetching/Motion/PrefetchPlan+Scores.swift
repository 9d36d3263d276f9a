extension PrefetchPlan {
    /// The time that the answer's way to the browser adds to a load's.
    private static let delivery = 0.06
    /// A full picture beside the preview that is shown meanwhile: per second of a loader it then comes well behind previews,
    /// which cost little. With more, fulls come 0.3 points sooner and previews as much later, and so on.
    private static let gainOfFull: Float = 1
    /// Less expected use than this, in seconds, is not worth asking for.
    private static let leastUse: Float = 0.004
    /// The same for a wheel with steps: with many possible next bursts, an item that few of them show is not worth loading.
    private static let leastUseOfSteps: Float = 0.035
    /// More expected use than this, in seconds, makes what is missing in view urgent.
    private static let urgentUse: Float = 0.15
    /// The same while a wheel is turned by steps, as a share of the use of what stays in view: a row that the next step takes away is
    /// worth less than one that it shows.
    private static let urgentShareOfSteps: Float = 0.9

    /// Scores every item that any future shows, and what is in view. The use is computed once for a row and a level of
    /// cost, not for each item.
    func score(
        _ futures: ScrollFutures, _ tiers: PictureTiers, _ cost: (Int) -> PictureCost, _ geometry: some ScrollGeometry,
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
                    // Items in view of a viewer at rest are all of the same use: ties keep the order of reading.
                    scorer.row = isVisible && futures.isResting ? visible : row.span
                    scorer.score(flat, isVisible: isVisible, cost: cost(flat), into: &planned.items)
                    flat += 1
                }
            }
        }
    }

    /// The items in view and, of the rest, the nearest ones: at most `itemLimit` items, above and below in proportion.
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

    /// Scores the items of one row after another, and remembers the row's use for each level of delay.
    private struct RowScorer {
        var row = Span(top: 0, bottom: 0) {
            didSet { if row != oldValue { known = 0 } }
        }
        private(set) var uses: ScrollUse
        private let tiers: PictureTiers
        private let isFlyingOver: Bool
        private let isStepped: Bool
        private let isResting: Bool
        /// By level, where the level's bit in `known` is set.
        private var rowUses = [Float](repeating: 0, count: ScrollFutures.levels)
        private var known: UInt64 = 0
        private var full = (cost: -1.0, level: 0)
        private var preview = (cost: -1.0, level: 0)

        init(_ futures: ScrollFutures, _ tiers: PictureTiers) {
            uses = ScrollUse(futures)
            isFlyingOver = futures.isFlyingOver
            isStepped = futures.isStepped
            isResting = futures.isResting
            self.tiers = tiers
        }

        mutating func score(_ flat: Int, isVisible: Bool, cost: PictureCost, into items: inout [PlannedItems.Item]) {
            /// - Parameter isMissing: nothing of the cell can be seen without it.
            func append(_ level: Int, _ cost: Double, gain: Float, isPreview: Bool, isMissing: Bool) {
                let use = use(at: level)
                guard use >= (isStepped ? leastUseOfSteps : leastUse) || isVisible else { return }
                let isUrgent = isMissing && !isFlyingOver && use > urgentUse(at: level)
                items.append(
                    PlannedItems.Item(
                        flat: flat, isVisible: isVisible, isUrgent: isUrgent,
                        score: max(use, 1e-6) * gain / Float(cost), isPreview: isPreview))
            }
            guard tiers == .previewFirst, !cost.isPreviewDear else {
                append(level(&full, cost.full), cost.full, gain: 1, isPreview: false, isMissing: isVisible)
                return
            }
            append(
                level(&preview, cost.preview), cost.preview, gain: 1, isPreview: true, isMissing: isVisible)
            if isFlyingOver { return }
            append(level(&full, cost.full), cost.full, gain: gainOfFull, isPreview: false, isMissing: false)
        }

        private mutating func use(at level: Int) -> Float {
            if known & 1 << level == 0 {
                known |= 1 << level
                rowUses[level] = uses.use(of: row, level: level)
            }
            return rowUses[level]
        }

        private func urgentUse(at level: Int) -> Float {
            isStepped && !isResting ? urgentShareOfSteps * uses.whole(level: level) : PrefetchPlan.urgentUse
        }

        /// Neighbours mostly cost the same.
        private func level(_ last: inout (cost: Double, level: Int), _ cost: Double) -> Int {
            if last.cost != cost { last = (cost, ScrollFutures.level(cost + delivery)) }
            return last.level
        }
    }
}
