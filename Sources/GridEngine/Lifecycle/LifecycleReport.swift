import Prefetching

/// A viewer's state, and what happened since the last report.
package struct LifecycleReport: Sendable {
    /// The state of an item's picture, ordered by progress.
    package enum ItemState: Int, Sendable {
        case idle = 0
        case queued, loading, preview, ready, failed
    }

    /// How the viewer moved at its last range event, as a trace has it: content px, px/s.
    package struct Motion: Sendable {
        /// On the engine's clock.
        package var time: Instant
        package var offset: Double
        package var viewportHeight: Double
        package var velocity: Double
        package var phase: String
        package var decay: Double?
        package var end: Double?
    }

    package var time: Instant
    package var version: Int
    package var itemCount: Int
    /// Sequence number of the viewer's newest range event.
    package var sequence: Int
    /// Flat indices.
    package var visible: Range<Int>
    package var window: Range<Int>
    /// What will be in view where the browser expects the scroll to end.
    package var predicted: Range<Int>?
    package var policy: String
    package var reach: Double
    package var motion: Motion?
    /// The first row in view, as far as its layout knows rows: items side by side, and px from its top to the next one's.
    package var row: (columns: Int, height: Double)?
    /// Everything that the viewer wants loaded, by flat index.
    package var wants: [(flat: Int, state: ItemState)]
    package var steps: [LifecycleStep]
    /// Number of steps that exceeded the report's limit.
    package var dropped: Int
    package var statistics: EngineStatistics
    package var caches: CacheStatistics?
    /// Of a store that several servers share.
    package var store: StoreFigures?
}
