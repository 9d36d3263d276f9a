import CollectionLayout
import Prefetching

/// A visible-range event as the browser sends it: what it sees, how that moves, what it holds.
package struct RangeEvent: Sendable {
    /// What is in view: a rect in content px, or flat item indices (last included) from a script.
    package enum Visible: Sendable {
        case rect(Rect)
        case items(ClosedRange<Int>)
    }

    package var sequence: Int
    /// The browser's clock, in ms.
    package var time: Double
    /// The version that the browser's indices belong to.
    package var version: Int
    package var visible: Visible
    /// Content px/s.
    package var velocityX: Double
    package var velocityY: Double
    package var phase: ScrollPhase
    /// Measured decay rate λ of the velocity, 1/s.
    package var decay: Double?
    /// Where the browser expects the scroll to end: the rect's y.
    package var end: Double?
    /// Flat indices (last included) of the cells that the browser holds, in `version`.
    package var have: ClosedRange<Int>?

    package init(
        sequence: Int, time: Double = 0, version: Int, visible: Visible, velocityX: Double = 0, velocityY: Double = 0,
        phase: ScrollPhase = .settled, decay: Double? = nil, end: Double? = nil, have: ClosedRange<Int>? = nil
    ) {
        self.sequence = sequence
        self.time = time
        self.version = version
        self.visible = visible
        self.velocityX = velocityX
        self.velocityY = velocityY
        self.phase = phase
        self.decay = decay
        self.end = end
        self.have = have
    }
}

/// The answer to a range event.
package struct RangeAnswer: Sendable {
    package var collection: String
    package var sequence: Int
    package var version: Int
    /// Flat indices of the items in view, and of those in the prefetch window; empty when the collection is.
    package var visible: Range<Int>
    package var window: Range<Int>
    package var contentSize: Size
    package var itemCount: Int
    /// What happened since the browser's version, oldest first; `nil` when the log reaches back no further: start over.
    package var patches: [CommittedChange]?
    /// Cells of the window that the browser does not hold.
    package var cells: [Cell]
    package var headers: [SectionHeader]
    /// Items whose loads this event asked for, called off: in order of priority.
    package var prefetch: [String]
    package var cancel: [String]
    /// Previews of the cells that are in memory: they go out on the event stream, not with the answer.
    var previews: [PreviewPicture] = []
}
