/// How a viewer is being moved.
package enum ScrollPhase: String, CaseIterable, Hashable, Sendable {
    case dragging
    case decelerating
    case wheel
    /// The scroll bar or the scrubber is held.
    case scrubbing
    case keys
    /// Set to a far place at once: an index, a section, the end.
    case jump
    case settled
    /// The page is not shown.
    case hidden
}

/// One visible-range event, as far as loads are concerned. Lengths in content px, downwards.
package struct ScrollSample: Hashable, Sendable {
    package var time: Instant
    /// Top edge of the visible rect.
    package var offset: Double
    package var viewportHeight: Double
    package var contentHeight: Double
    /// px a second; positive towards the end.
    package var velocity: Double
    package var phase: ScrollPhase
    /// Measured λ of v·e^(−λt), in 1/s.
    package var decay: Double?
    /// Where the page expects the motion to end: top edge of the visible rect.
    package var end: Double?

    /// Takes any numbers: what is not finite counts as missing, an offset outside the content is moved inside.
    package init(
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

    package var visible: Span { Span(top: offset, bottom: offset + viewportHeight) }
}

/// A range of the content's height in px.
package struct Span: Hashable, Sendable {
    package var top: Double
    package var bottom: Double

    package init(top: Double, bottom: Double) {
        self.top = top
        self.bottom = max(top, bottom)
    }

    package var height: Double { bottom - top }

    package func grown(above: Double, below: Double) -> Span { Span(top: top - above, bottom: bottom + below) }

    package func joined(_ other: Span) -> Span { Span(top: min(top, other.top), bottom: max(bottom, other.bottom)) }

    /// Free px between the two; 0 when they touch or overlap.
    package func distance(to other: Span) -> Double { max(0, max(other.top - bottom, top - other.bottom)) }
}

/// The positions of items, as a plan reads them: flat indices that run downwards.
package protocol ScrollGeometry {
    /// Every item that meets the span, whole rows.
    func items(in span: Span) -> Range<Int>
    func span(ofItem flat: Int) -> Span
    /// Items of one and the same span, `flat` among them; it may be alone.
    func row(ofItem flat: Int) -> (items: Range<Int>, span: Span)
}

extension ScrollGeometry {
    package func row(ofItem flat: Int) -> (items: Range<Int>, span: Span) { (flat..<flat + 1, span(ofItem: flat)) }
}
