/// The figures of a loader's caches: their work since the start, and their contents now.
package struct CacheStatistics: Sendable {
    package var memoryHits: Int
    package var diskHits: Int
    /// Reads of originals; loads that need the same one share it.
    package var originals: Int
    package var memoryBytes: Int
    package var memoryLimitBytes: Int
    package var diskBytes: Int
    package var diskLimitBytes: Int
    /// `nil` where nothing is shared.
    package var shared: SharedCacheStatistics?

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

/// Renditions that a loader has shared with other servers since the start.
package struct SharedCacheStatistics: Sendable, Equatable {
    /// Renditions taken from the store.
    package var hits = 0
    /// Renditions that it had not.
    package var misses = 0
    /// Objects that were no rendition of their name.
    package var damaged = 0
    /// Renditions put into the store.
    package var puts = 0
    /// Renditions that were not put: the queue was full, or the store away.
    package var dropped = 0
    /// Calls that failed.
    package var failures = 0
    /// Originals for which another server was waited, that was reading them.
    package var waits = 0
    /// Bytes that wait to be put.
    package var queuedBytes = 0
    /// Why the store is left alone; `nil` while it is asked.
    package var trouble: String?

    package init() {}
}
