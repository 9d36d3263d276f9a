/// Policies of loading ahead: which items, and in which order. All can be switched live.
public enum PrefetchPolicy: String, CaseIterable, Hashable, Sendable {
    /// Items in view, first come, first served; dropped when they leave.
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

    /// The policy unless a viewer asks for another.
    public static let standard = PrefetchPolicy.predictive
}

/// A policy's plan after one event: spans of content, and the order of the items in them.
public struct PrefetchPlan: Sendable {
    /// The visible rect's span.
    public var visible: Span
    /// The span for which the page should hold cells.
    public var window: Span
    /// How the wants that follow from it are ordered.
    public var order: WantOrder
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

/// The items that a plan picked, as flat indices of the version its geometry belongs to.
public struct PlannedItems: Hashable, Sendable {
    /// One picture of an item.
    public struct Item: Hashable, Sendable {
        /// The item's flat index.
        public var flat: Int
        /// Whether the item is in view.
        public var isVisible: Bool
        /// Whether it goes before everything that is merely predicted.
        public var isUrgent: Bool
        /// Expected use ÷ expected cost; 0 where the order of `items` says all.
        public var score: Float
        /// Whether it is the preview, not the full picture.
        public var isPreview: Bool
    }

    /// Items in view, whole rows.
    public var visible: Range<Int>
    /// One range around `visible` that the page should hold cells for. Items to load may be beyond it.
    public var window: Range<Int>
    /// In order of priority.
    public var items: [Item]
    /// How the wants that follow from it are ordered.
    public var order: WantOrder
}

/// The pictures that are made of an item.
public enum PictureTiers: Hashable, Sendable {
    /// The full picture alone.
    case fullOnly
    /// A small preview first where it costs much less than the full picture; elsewhere it comes out of that.
    case previewFirst
}
