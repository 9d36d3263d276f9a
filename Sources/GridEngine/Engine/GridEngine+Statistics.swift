import Prefetching

extension GridEngine {
    /// The trouble of the store of changes, in words for people; `nil` when there is none.
    package var storeTrouble: String? { store?.trouble }

    /// The work of a shared store; `nil` without one.
    package var storeFigures: StoreFigures? { store?.figures }

    package func statistics() -> EngineStatistics {
        var statistics = loadStatistics()
        statistics.collections = summaries()
        return statistics
    }

    package var cacheStatistics: CacheStatistics? { loads.loader.cacheStatistics }

    /// Sets the number of loads that run at once. Loads that run already finish.
    package func setLoaders(_ count: Int) {
        let (_, effects) = loads.decide { state, actions in
            state.scheduler.setLoaders(count, now: loads.now, actions: &actions)
        }
        loads.carryOut(effects)
    }

    /// The figures without the collections. O(1).
    func loadStatistics() -> EngineStatistics {
        let (statistics, loaders, running, queued) = loads.state.withLock {
            (
                $0.scheduler.statistics, $0.scheduler.configuration.loaders, $0.scheduler.runningCount,
                $0.scheduler.queuedCount
            )
        }
        return EngineStatistics(
            loads: statistics, loaders: loaders, running: running, queued: queued, viewers: viewers.count,
            movements: movements.withLock { $0.count }, collections: [])
    }
}
