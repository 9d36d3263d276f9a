/// Which items to load ahead, and in which order. All can be switched live.
package enum PrefetchPolicy: String, CaseIterable, Hashable, Sendable {
    /// What is in view, first come, first served; dropped when it leaves.
    case none
    /// The reference programs: 0.75 of a viewport ahead, one queue, what is in view does not go first.
    case fixedWindow = "fixed-window"
    /// 2.5 viewports on both sides, nearest first.
    case nearest
    /// Texture's numbers: 2.5 viewports ahead and 1.5 behind, of which 1.0 and 0.5 first; 0.25 before the first scroll.
    case directional
    /// Chromium's numbers: the visible rect extrapolated by one second of motion, at most 2000 px; then 3000 px around.
    case skewport
    /// Where the scroll will probably be, and for how long, against what a load costs.
    case predictive

    package static let standard = PrefetchPolicy.predictive
}

/// What a policy makes of one event: spans of content, and the order of the items in them.
package struct PrefetchPlan: Sendable {
    package var visible: Span
    /// What the page should hold cells for.
    package var window: Span
    package var order: WantOrder
    var rule: Rule

    enum Rule: Sendable {
        /// By distance from what is in view. A span's own distances are stretched to compare across the two sides:
        /// at the far ends of both the urgency is the same. `isFlat`: what is in view goes no sooner than the rest.
        case nearest(above: Double, below: Double, isFlat: Bool)
        /// Two rings: all of the inner one, then all of the outer one, each by distance.
        case rings(inner: Span, outer: Span)
        /// By expected use ÷ expected cost.
        case futures(ScrollFutures)
    }
}

/// What a plan picked, as flat indices of the version its geometry belongs to.
package struct PlannedItems: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package var flat: Int
        package var isVisible: Bool
        package var isUrgent: Bool
        package var score: Float
        /// Whether it is the preview, not the full picture.
        package var isPreview: Bool
    }

    package var visible: Range<Int>
    /// One range around `visible` that the page should hold cells for. Items to load may be beyond it.
    package var window: Range<Int>
    /// In order of priority.
    package var items: [Item]
    package var order: WantOrder
}

/// Which pictures are made of an item.
package enum PictureTiers: Hashable, Sendable {
    case fullOnly
    /// A small preview first where it costs much less than the full picture; elsewhere it comes out of that.
    case previewFirst
}
