extension PrefetchPlan {
    /// Items of one plan, whatever the cells' size: beyond it the farthest are left out.
    static let itemLimit = 1500

    /// Picks the items by the geometry.
    /// - Parameters:
    ///   - geometry: where items are.
    ///   - tiers: whether a small preview is loaded before each full picture that costs much more.
    ///   - cost: what an item's pictures are expected to cost.
    /// - Returns: the items to load, in order.
    /// - Complexity: O(items picked) and a few searches; nothing depends on the collection's size.
    public func items(
        in geometry: some ScrollGeometry, tiers: PictureTiers = .fullOnly,
        cost: (_ flat: Int) -> PictureCost = { _ in PictureCost(full: 0.1) }
    ) -> PlannedItems {
        var planned = empty(in: geometry)
        let inView = planned.visible
        if case .futures(let futures) = rule {
            score(futures, tiers, cost, geometry, into: &planned)
            return planned
        }
        for flat in inView.prefix(Self.itemLimit) { planned.append(flat, isVisible: true, isUrgent: true) }
        switch rule {
        case .nearest(let above, let below, let isFlat):
            let reach = visible.grown(above: above, below: below)
            merge(reach, inView, stretch: above > 0 && below > 0 ? below / above : 1, geometry) {
                planned.append($0, isVisible: false, isUrgent: isFlat)
            }
        case .rings(let inner, let outer):
            let innerItems = Self.widened(geometry.items(in: inner), by: inView)
            merge(inner, inView, stretch: 1, geometry) { planned.append($0, isVisible: false, isUrgent: false) }
            merge(outer, innerItems, stretch: 1, geometry) { planned.append($0, isVisible: false, isUrgent: false) }
        case .futures:
            break
        }
        if tiers == .previewFirst { planned.addPreviews { !cost($0).isPreviewDear } }
        return planned
    }

    /// The items in view and those that the page is to hold, without scores: for collections without
    /// pictures, and to notice the first one.
    public func cells(in geometry: some ScrollGeometry) -> PlannedItems {
        var planned = empty(in: geometry)
        let visible = planned.visible
        for flat in planned.window.prefix(Self.itemLimit) {
            planned.append(flat, isVisible: visible.contains(flat), isUrgent: visible.contains(flat))
        }
        return planned
    }

    private func empty(in geometry: some ScrollGeometry) -> PlannedItems {
        let inView = geometry.items(in: visible)
        return PlannedItems(
            visible: inView, window: Self.widened(geometry.items(in: window), by: inView), items: [], order: order)
    }

    /// Walks outwards from `core` to both ends of `reach`, the nearer side first; on a tie the lower one. A pixel above counts
    /// as `stretch` pixels below.
    private func merge(
        _ reach: Span, _ core: Range<Int>, stretch: Double, _ geometry: some ScrollGeometry, _ pick: (Int) -> Void
    ) {
        let all = geometry.items(in: reach)
        var below = core.upperBound
        var above = core.lowerBound - 1
        var left = Self.itemLimit - core.count
        while left > 0, below < all.upperBound || above >= all.lowerBound {
            let distanceBelow =
                below < all.upperBound ? visible.distance(to: geometry.span(ofItem: below)) : .infinity
            let distanceAbove =
                above >= all.lowerBound ? visible.distance(to: geometry.span(ofItem: above)) * stretch : .infinity
            if distanceBelow <= distanceAbove {
                pick(below)
                below += 1
            } else {
                pick(above)
                above -= 1
            }
            left -= 1
        }
    }

    /// The smallest range that holds both; an empty one counts for nothing.
    private static func widened(_ range: Range<Int>, by other: Range<Int>) -> Range<Int> {
        if other.isEmpty { return range.isEmpty ? other : range }
        if range.isEmpty { return other }
        return min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
    }
}

extension PlannedItems {
    /// The preview of each item comes before all full pictures of its class: those in view, then those to come.
    fileprivate mutating func addPreviews(where isCheap: (Int) -> Bool) {
        let previews = items.filter { isCheap($0.flat) }.map {
            var item = $0
            item.isPreview = true
            return item
        }
        items =
            previews.filter(\.isVisible) + items.filter(\.isVisible) + previews.filter { !$0.isVisible }
            + items.filter { !$0.isVisible }
    }

    fileprivate mutating func append(_ flat: Int, isVisible: Bool, isUrgent: Bool) {
        items.append(Item(flat: flat, isVisible: isVisible, isUrgent: isUrgent, score: 0, isPreview: false))
    }
}
