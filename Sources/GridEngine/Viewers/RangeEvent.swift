import CollectionLayout
import Prefetching

/// A visible-range event as the browser sends it: what it shows, how that moves, which cells it holds.
package struct RangeEvent: Sendable {
    /// The visible part: a rect in content px, or flat item indices (last included) from a script.
    package enum Visible: Sendable {
        case rect(Rect)
        case items(ClosedRange<Int>)
    }

    /// The form in which the page draws the items in view.
    package enum Form: String, Sendable {
        /// A node for each, with its picture.
        case cell
        /// Texels, which it asks for in sheets: no cells are sent.
        case texel
    }

    package var sequence: Int
    package var form = Form.cell
    /// The version that the browser's indices belong to.
    package var version: Int
    package var visible: Visible
    /// Content px/s, positive towards the end.
    package var velocity: Double
    package var phase: ScrollPhase
    /// Measured decay rate λ of the velocity, 1/s.
    package var decay: Double?
    /// Where the browser expects the scroll to end: the rect's y.
    package var end: Double?
    /// Flat indices (last included) of the cells that the browser holds, in `version`.
    package var have: ClosedRange<Int>?
    /// How long the page's last pictures took from the request of a picture that was made until it was there, in ms; `nil` while
    /// none are requested, or too few have come.
    package var pictureDelay: Double?

    package init(
        sequence: Int, version: Int, visible: Visible, velocity: Double = 0, phase: ScrollPhase = .settled,
        decay: Double? = nil, end: Double? = nil, have: ClosedRange<Int>? = nil, pictureDelay: Double? = nil
    ) {
        self.sequence = sequence
        self.version = version
        self.visible = visible
        self.velocity = velocity
        self.phase = phase
        self.decay = decay
        self.end = end
        self.have = have
        self.pictureDelay = pictureDelay
    }

    /// Delay of pictures, in ms, up to which nobody sees a preview that is sent no sooner than its picture: three frames.
    private static let soonMilliseconds = 50.0

    /// Whether a picture that is made is seen so soon that a preview is of no use any more.
    var picturesComeSoon: Bool { pictureDelay.map { $0 <= Self.soonMilliseconds } ?? false }
}
