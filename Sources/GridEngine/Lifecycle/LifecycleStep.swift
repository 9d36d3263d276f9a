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

/// How things stand with a viewer, and what happened since the last report.
package struct LifecycleReport: Sendable {
    /// Where an item's picture stands; ordered by how far it has come.
    package enum ItemState: Int, Sendable {
        case idle = 0
        case queued, loading, preview, ready, failed
    }

    /// How the viewer moved at its last range event, as a trace has it: content px, px/s.
    package struct Motion: Sendable {
        /// On the engine's clock.
        package var time: Duration
        package var offset: Double
        package var viewportHeight: Double
        package var velocity: Double
        package var phase: String
        package var decay: Double?
        package var end: Double?
    }

    package var time: Duration
    package var version: Int
    package var itemCount: Int
    /// The number of the viewer's last range event.
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
    /// Steps that there was no room for.
    package var dropped: Int
    package var statistics: EngineStatistics
    package var caches: CacheStatistics?
}

/// What a loader's caches did since the start and hold now.
package struct CacheStatistics: Sendable {
    package var memoryHits: Int
    package var diskHits: Int
    /// Loads that had to go to the original.
    package var originals: Int
    package var memoryBytes: Int
    package var memoryLimitBytes: Int
    package var diskBytes: Int
    package var diskLimitBytes: Int

    package init(
        memoryHits: Int, diskHits: Int, originals: Int, memoryBytes: Int, memoryLimitBytes: Int, diskBytes: Int,
        diskLimitBytes: Int
    ) {
        self.memoryHits = memoryHits
        self.diskHits = diskHits
        self.originals = originals
        self.memoryBytes = memoryBytes
        self.memoryLimitBytes = memoryLimitBytes
        self.diskBytes = diskBytes
        self.diskLimitBytes = diskLimitBytes
    }
}
