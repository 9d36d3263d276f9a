/// One step in the life of a cell or a load, as it happens.
package struct LifecycleStep: Sendable {
    package enum Kind: String, Sendable {
        /// The viewer will need the item: its load is asked for ahead of need.
        case prefetch
        /// The viewer needs it no more; nobody does.
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
    package var time: Duration
    package var item: String
    /// The item's flat index when the step was told; `nil` when it had left the collection.
    package var flat: Int?
    /// Which start of a load it belongs to.
    package var load: UInt64?
    /// It is the small picture that comes first.
    package var isPreview = false
}
