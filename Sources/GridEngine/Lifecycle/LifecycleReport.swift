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
    /// The items in view where the browser expects the scroll to end.
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
    /// Why the collection may differ from its source, such as changes that wait to be written back.
    package var problem: Reason?
    /// The figures of a store that several servers share.
    package var store: StoreFigures?
}

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
    /// The start of a load that it belongs to.
    package var load: UInt64?
    /// The first load of the batch that it began with; `nil` of a load by itself.
    package var batch: UInt64?
    /// Whether it is the preview.
    package var isPreview = false
    /// Whether it is what the item shows, of a source that is asked for it.
    package var isContent = false
}

/// Figures of the engine for the dashboard.
package struct EngineStatistics: Sendable {
    package var loads: LoadStatistics
    package var loaders: Int
    package var running: Int
    package var queued: Int
    package var viewers: Int
    package var movements: Int
    package var collections: [CollectionSummary]
}
