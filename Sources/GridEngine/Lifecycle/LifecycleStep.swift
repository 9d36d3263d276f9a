import Prefetching

/// One step in the life of a cell or a load, as it happens.
package struct LifecycleStep: Sendable {
    package enum Kind: String, Sendable {
        /// The viewer will need the item: its load is requested ahead of need.
        case prefetch
        /// Neither the viewer nor any other needs it any more.
        case cancelPrefetch
        /// The item's cell comes into view.
        case willDisplay
        /// It has left the view.
        case didEndDisplaying
        case loadBegan
        case loadEnded
        case loadFailed
        /// It failed for now, and is tried again.
        case loadWillRetry
        case loadCancelled
        /// A load that was begun ahead of need is in view now.
        case loadPromoted
    }

    package var kind: Kind
    /// On the engine's clock.
    package var time: Instant
    package var item: String
    /// The item's flat index when the step was reported; `nil` when it had left the collection.
    package var flat: Int?
    /// Which start of a load it belongs to.
    package var load: UInt64?
    /// The first load of the batch that it began with; `nil` of a load by itself.
    package var batch: UInt64?
    /// Whether it is the preview.
    package var isPreview = false
}
