import Prefetching

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
