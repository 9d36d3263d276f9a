/// What a loader's caches did since the start and hold now.
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
