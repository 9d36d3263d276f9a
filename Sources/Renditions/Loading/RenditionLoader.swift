import GridEngine
import Synchronization

/// Makes renditions on its own bounded threads: memory cache, then disk cache, then what other servers have made, then the original.
///
/// Concurrent requests for one key share one load. It is cancelled when the last subscriber's cancellation is raised, and is
/// not decoded if decoding has not begun. Concurrent loads of one picture, in several forms, share one read of its original,
/// which is cancelled when the last of them is. Completions are never called from inside `load` or `cancel`.
package final class RenditionLoader: ItemLoader {
    package let configuration: RenditionConfiguration
    package var widthSteps: [Int] { configuration.widthSteps }
    package var makesPreviews: Bool { true }
    package let texels: (any TexelStore)?

    let decoder: any PictureDecoder
    let memory: MemoryCache
    let disk: DiskCache?
    /// `nil` where this server shares with no other.
    let shared: SharedRenditions?
    let threads: WorkerThreads
    /// Runs completions of cancelled loads, so that they do not wait for a decode or run under a caller's lock.
    let completionThread: WorkerThreads
    let decoding: Gate
    let state: Mutex<State>

    struct State {
        var flights: [RenditionKey: RenditionFlight] = [:]
        var readings: [OriginalReading.Key: OriginalReading] = [:]
        var detached: DetachedReadings
        var statistics = RenditionStatistics()
    }

    package convenience init(
        configuration: RenditionConfiguration, decoder: any PictureDecoder = VipsDecoder(),
        shared: SharedRenditions? = nil
    ) {
        let disk = configuration.diskCacheFolder.map {
            DiskCache(folder: $0, limitBytes: configuration.diskCacheBytes)
        }
        let texels = TexelFiles(folder: configuration.diskCacheFolder, limitBytes: configuration.diskCacheBytes) {
            disk?.reserve($0)
        }
        self.init(configuration: configuration, decoder: decoder, disk: disk, shared: shared, texels: texels)
    }

    /// A loader of what nobody waits for: it keeps its pictures on the disk of another one, and none in memory.
    /// - Parameters:
    ///   - other: the loader of what people look at.
    ///   - decoder: its processes should give way to all others.
    ///   - width: maximum pictures made at once.
    package convenience init(behind other: RenditionLoader, decoder: any PictureDecoder, width: Int) {
        var configuration = other.configuration
        (configuration.loaders, configuration.decoders, configuration.memoryCacheBytes) = (width, width, 0)
        self.init(
            configuration: configuration, decoder: decoder, disk: other.disk, shared: other.shared, texels: other.texels
        )
    }

    private init(
        configuration: RenditionConfiguration, decoder: any PictureDecoder, disk: DiskCache?,
        shared: SharedRenditions?, texels: (any TexelStore)?
    ) {
        self.texels = texels
        self.configuration = configuration
        self.decoder = decoder
        self.disk = disk
        self.shared = shared
        memory = MemoryCache(limitBytes: configuration.memoryCacheBytes)
        threads = WorkerThreads(count: configuration.loaders, atThreadEnd: VipsLibrary.endThread)
        completionThread = WorkerThreads(count: 1)
        decoding = Gate(width: configuration.decoders)
        state = Mutex(State(detached: DetachedReadings(limitBytes: configuration.slowBytes)))
    }

    deinit {
        threads.stop()
        completionThread.stop()
        disk?.stop()
    }

    /// Pictures are delivered before they are written.
    package func finish() { threads.waitUntilIdle(for: .seconds(2)) }

    package var cacheStatistics: CacheStatistics? {
        let now = statistics
        var statistics = CacheStatistics(
            memoryHits: now.memoryHits, diskHits: now.diskHits, originals: now.originals,
            memoryBytes: now.memoryBytes, memoryLimitBytes: now.memoryLimitBytes, diskBytes: now.diskBytes,
            diskLimitBytes: now.diskLimitBytes)
        statistics.shared = shared?.statistics
        return statistics
    }

    package func cached(_ key: RenditionKey) -> Rendition? {
        let rendition = memory.rendition(for: key)
        if rendition != nil { state.withLock { $0.statistics.memoryHits += 1 } }
        return rendition
    }

    package func isOnDisk(_ key: RenditionKey) -> Bool { disk?.contains(key) ?? false }

    /// Whether there are loads, on a thread or waiting for one. Any thread.
    package var isLoading: Bool { state.withLock { !$0.flights.isEmpty } }

    /// Counters since the start and what the caches hold now. Any thread.
    package var statistics: RenditionStatistics {
        var statistics = state.withLock { $0.statistics }
        (statistics.memoryEntries, statistics.memoryBytes) = memory.size
        statistics.memoryLimitBytes = memory.limitBytes
        if let disk {
            (statistics.diskEntries, statistics.diskBytes, statistics.diskWriteFailures) = disk.size
            statistics.diskLimitBytes = disk.limitBytes
        }
        return statistics
    }
}

/// The limits of a `RenditionLoader`.
package struct RenditionConfiguration: Sendable {
    /// Maximum loads at once, including those that wait for content.
    package var loaders: Int
    /// Maximum decodes at once; each uses one core and up to about 100 MB.
    package var decoders: Int
    /// The limit of the memory cache, counted in encoded bytes plus 200 an entry.
    package var memoryCacheBytes: Int
    /// The folder of the disk cache, created if it is missing; `nil` for none.
    package var diskCacheFolder: String?
    /// The limit of the disk cache, headers included.
    package var diskCacheBytes: Int
    /// The widths that renditions come in, ascending, not empty.
    package var widthSteps: [Int]

    /// Maximum bytes of downloads whose pictures take long to decode and that other loads have begun in the place of; a single one
    /// may be larger.
    package var slowBytes = 256 << 20

    /// A file that cannot be read is considered incomplete for this time after the last write.
    package var settlingSeconds = 5

    package init(
        loaders: Int = 4, decoders: Int = 2, memoryCacheBytes: Int = 128 << 20, diskCacheFolder: String? = nil,
        diskCacheBytes: Int = 2 << 30, widthSteps: [Int] = [96, 160, 240, 320, 480, 640, 960, 1280, 1920, 2560]
    ) {
        precondition(!widthSteps.isEmpty && widthSteps == widthSteps.sorted(), "width steps must ascend: \(widthSteps)")
        self.loaders = max(1, loaders)
        self.decoders = max(1, decoders)
        self.memoryCacheBytes = max(0, memoryCacheBytes)
        self.diskCacheFolder = diskCacheFolder
        self.diskCacheBytes = max(0, diskCacheBytes)
        self.widthSteps = widthSteps
    }
}
