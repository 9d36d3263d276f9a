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
