import CollectionModel
import Prefetching

/// An event that a viewer receives between the answers to its own requests, in order.
package enum ViewerEvent: Sendable {
    case cells([CellUpdate])
    case patch(CommittedChange)
    case refresh(RefreshProgress)
    /// Previews wait: `GridEngine.takePreviews` when the stream is ready for them.
    case previews
    /// Live values wait: `GridEngine.takeValues` when the stream is ready for them.
    case values
    /// Texels have come of items that it shows as such.
    case texels(ArrivedTexels)
    /// The store cannot be reached any more, or can be again: changes wait or are refused meanwhile.
    case store(isAway: Bool)
    /// Too much changed, or the stream was too slow: start over from the current state.
    case reset(version: Int)
}

/// The places of items whose texels have come, in a version of the viewer's order.
package struct ArrivedTexels: Sendable, Equatable {
    package var version: Int
    /// Flat indices, ascending.
    package var ranges: [Range<Int>]
    /// Whether all in view have come that can.
    package var isDone: Bool

    /// Maximum ranges in one event: more are one from the first to the last.
    static let rangeLimit = 2000

    /// `places` are flat indices.
    init(version: Int, places: [Int], isDone: Bool) {
        (self.version, self.isDone) = (version, isDone)
        ranges = []
        for place in places.sorted() {
            if let last = ranges.last, place <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, place + 1)
            } else {
                ranges.append(place..<place + 1)
            }
        }
        if ranges.count > Self.rangeLimit { ranges = [ranges[0].lowerBound..<ranges[ranges.count - 1].upperBound] }
    }
}

/// A small picture to show until the full one is there.
package struct PreviewPicture: Sendable, Equatable {
    package var item: String
    /// The item's ordinal in its collection.
    var ordinal: ItemOrdinal
    /// At most `RenditionKey.previewBytes`.
    package var bytes: [UInt8]
    /// The colour behind the picture, 0xRRGGBB, where known.
    package var colour: UInt32?
}

/// An event with its place in the engine-wide sequence: one number resumes a stream that carries several viewers.
package struct EventRecord: Sendable {
    package var id: Int
    package var viewer: ViewerID
    package var event: ViewerEvent
}
