/// How a viewer is being moved.
public enum ScrollPhase: String, CaseIterable, Hashable, Sendable {
    /// A finger moves the content.
    case dragging
    /// The content glides on after a push.
    case decelerating
    /// A wheel or a trackpad turns.
    case wheel
    /// The scroll bar or the scrubber is held.
    case scrubbing
    /// Arrow keys, Page Up and Page Down, the space bar.
    case keys
    /// Set to a far place at once: an index, a section, the end.
    case jump
    /// The view is at rest.
    case settled
    /// The page is not shown.
    case hidden
}

/// One visible-range event, as far as loads are concerned. Lengths in content px, downwards.
public struct ScrollSample: Hashable, Sendable {
    /// When the page was there.
    public var time: Instant
    /// Top edge of the visible rect.
    public var offset: Double
    /// Height of the visible rect, at least 1.
    public var viewportHeight: Double
    /// Height of the whole content, at least that of the visible rect.
    public var contentHeight: Double
    /// px a second; positive towards the end.
    public var velocity: Double
    /// How the viewer is being moved.
    public var phase: ScrollPhase
    /// Measured λ of v·e^(−λt), in 1/s.
    public var decay: Double?
    /// Where the page expects the motion to end: top edge of the visible rect.
    public var end: Double?

    /// Takes any numbers: what is not finite counts as missing, an offset outside the content is moved inside.
    public init(
        time: Instant, offset: Double, viewportHeight: Double, contentHeight: Double, velocity: Double = 0,
        phase: ScrollPhase = .settled, decay: Double? = nil, end: Double? = nil
    ) {
        let viewport = viewportHeight.isFinite ? max(viewportHeight, 1) : 1
        let content = contentHeight.isFinite ? max(contentHeight, viewport) : viewport
        self.time = time
        self.viewportHeight = viewport
        self.contentHeight = content
        self.offset = offset.isFinite ? min(max(offset, 0), content - viewport) : 0
        // Below one px a second it is a rounding error of the page's, and its sign says nothing.
        self.velocity = velocity.isFinite && abs(velocity) >= 1 ? min(max(velocity, -1e6), 1e6) : 0
        self.phase = phase
        self.decay = decay.flatMap { $0.isFinite && $0 > 0 ? min(max($0, 0.1), 50) : nil }
        self.end = end.flatMap { $0.isFinite ? min(max($0, 0), content - viewport) : nil }
    }

    /// Whether a wheel with steps moves the view: the browser eases it to `end`.
    var isStepped: Bool { phase == .wheel && end != nil && decay == nil }

    /// The visible rect's span.
    public var visible: Span { Span(top: offset, bottom: offset + viewportHeight) }
}

/// A range of the content's height in px.
public struct Span: Hashable, Sendable {
    /// The upper end.
    public var top: Double
    /// The lower end, not above `top`.
    public var bottom: Double

    /// A bottom above the top counts as the top.
    public init(top: Double, bottom: Double) {
        self.top = top
        self.bottom = max(top, bottom)
    }

    /// In px.
    public var height: Double { bottom - top }

    /// The span with px added at both ends.
    public func grown(above: Double, below: Double) -> Span { Span(top: top - above, bottom: bottom + below) }

    /// The least span that holds both.
    public func joined(_ other: Span) -> Span { Span(top: min(top, other.top), bottom: max(bottom, other.bottom)) }

    /// Free px between the two; 0 when they touch or overlap.
    public func distance(to other: Span) -> Double { max(0, max(other.top - bottom, top - other.bottom)) }
}

/// The positions of items, as a plan reads them: flat indices that run downwards.
public protocol ScrollGeometry {
    /// Every item that meets the span, whole rows.
    func items(in span: Span) -> Range<Int>
    /// Where an item is, in content px.
    func span(ofItem flat: Int) -> Span
    /// Items of one and the same span, `flat` among them; it may be alone.
    func row(ofItem flat: Int) -> (items: Range<Int>, span: Span)
}

extension ScrollGeometry {
    public func row(ofItem flat: Int) -> (items: Range<Int>, span: Span) { (flat..<flat + 1, span(ofItem: flat)) }
}
