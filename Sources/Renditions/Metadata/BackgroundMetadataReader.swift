import Glibc
import GridEngine
import Synchronization

/// Reads metadata in worker processes of its own, behind all loads, and keeps it in the cache folder.
///
/// Each chunk of items waits its turn in one queue, so that several collections are read side by side.
package final class BackgroundMetadataReader: MetadataReader {
    private let readers: Int
    private let threads: WorkerThreads
    private let workers: MetadataWorkers
    private let logs: MetadataLogs?
    private let isLoading: @Sendable () -> Bool
    private let whenRead: @Sendable (MetadataStatistics) -> Void
    private let state = Mutex(State())

    private struct State {
        var readings = 0
        var statistics = MetadataStatistics()
    }

    /// Maximum time for which one item waits for loads: endless ones do not stop the reading.
    private static let patience = Duration.milliseconds(250)
    private static let pause: UInt32 = 5_000

    /// - Parameters:
    ///   - program: path of the program started for each worker; it must call `WorkerService.run` with descriptor 3.
    ///   - arguments: of the program, without its name.
    ///   - readers: files read at once, at least 1.
    ///   - cacheFolder: where metadata is kept over restarts; `nil` for nowhere.
    ///   - limits: of a worker; `arguments` must carry those that it sets itself.
    ///   - isLoading: whether pictures are being loaded: nothing is read meanwhile. Any thread.
    ///   - whenRead: called with what has been done since its last call, on any thread.
    package init(
        program: String = "/proc/self/exe", arguments: [String], readers: Int, cacheFolder: String?,
        limits: WorkerLimits = .metadata, isLoading: @escaping @Sendable () -> Bool = { false },
        whenRead: @escaping @Sendable (MetadataStatistics) -> Void = { _ in }
    ) {
        self.readers = max(1, readers)
        self.isLoading = isLoading
        self.whenRead = whenRead
        threads = WorkerThreads(count: max(1, readers))
        workers = MetadataWorkers(program: program, arguments: arguments, limits: limits)
        logs = cacheFolder.map { MetadataLogs(folder: $0) }
    }

    deinit { threads.stop() }

    /// Counters since the start. Any thread.
    package var statistics: MetadataStatistics { state.withLock(\.statistics) }

    private func count(_ change: MetadataStatistics) {
        state.withLock { $0.statistics += change }
        whenRead(change)
    }

    /// The processes that there are now.
    package var processes: [pid_t] { workers.processes }

    package func readMetadata(
        of items: [MetadataRequest], in source: any ItemSource, cancellation: Cancellation,
        found: @escaping @Sendable ([(index: Int, metadata: PictureMetadata?)]) -> Void
    ) {
        guard !items.isEmpty, !cancellation.isCancelled else { return }
        let log = logs?.log(of: source.id)
        let reading = MetadataReading(items, in: source, log: log, cancellation: cancellation, found: found)
        state.withLock { $0.readings += 1 }
        count(MetadataStatistics(known: reading.reportKnown()))
        reading.begin(readers: readers)
        for _ in 0..<readers { threads.run { self.readNext(of: reading) } }
        reading.waitUntilEnded()
        log?.compact { source.item($0)?.revision }
        let isLast = state.withLock { state in
            state.readings -= 1
            return state.readings == 0
        }
        if isLast { workers.endIdle() }
    }

    private func readNext(of reading: MetadataReading) {
        let chunk = reading.next()
        guard !chunk.isEmpty else { return reading.leave() }
        var results: [(index: Int, metadata: PictureMetadata?)] = []
        var kept: [Bool] = []
        for index in chunk {
            guard !reading.cancellation.isCancelled else { break }
            let (metadata, isKept) = read(reading.items[Int(index)], of: reading)
            results.append((Int(index), metadata))
            kept.append(isKept)
        }
        count(MetadataStatistics(read: results.count))
        if !results.isEmpty { reading.report(results, kept: kept) }
        // Other readings have their turn first.
        threads.run { self.readNext(of: reading) }
    }

    /// - Returns: the metadata, and whether the same will be found as long as the revision is the same.
    private func read(_ item: MetadataRequest, of reading: MetadataReading) -> (PictureMetadata?, isKept: Bool) {
        guard let file = reading.source.file(of: item.item) else { return (nil, false) }
        wait(for: reading.cancellation)
        let settling = SettlingFile(.file(file, name: ""), pauseSeconds: Self.settlingSeconds)
        var metadata: PictureMetadata?
        var isHostile = false
        let isVideo = reading.source.item(item.item)?.file?.format == .video
        switch workers.read(file, holding: isVideo ? .video : .picture) {
        case .metadata(let found): metadata = found
        case .hostile:
            isHostile = true
            count(MetadataStatistics(crashed: 1))
        case .failed: return (nil, false)
        }
        if let sidecar = reading.source.sidecar(of: item.item) {
            switch workers.read(sidecar, holding: .picture) {
            case .metadata(let beside?): metadata = metadata.map { $0.overridden(by: beside) } ?? beside
            case .metadata(nil): break
            case .hostile: count(MetadataStatistics(crashed: 1))
            case .failed: return (metadata, false)
            }
        }
        // A file without metadata may not have all of its bytes yet. One that ended its worker is not tried again.
        return (metadata, metadata != nil || isHostile || settling?.isBeingWritten != true)
    }

    private static let settlingSeconds = 5

    /// Lets loads go first.
    private func wait(for cancellation: Cancellation) {
        let end = ContinuousClock.now + Self.patience
        while isLoading(), !cancellation.isCancelled, ContinuousClock.now < end { usleep(Self.pause) }
    }
}

extension WorkerLimits {
    /// Processor time for the metadata of one file, in whole seconds; most take a millisecond.
    private static let metadataSeconds = 5

    /// Those of a process that reads metadata.
    package static var metadata: WorkerLimits {
        var limits = WorkerLimits()
        limits.processorSeconds = metadataSeconds
        limits.pictures = 20_000
        // There may be much to do before it.
        limits.wallTime = .seconds(60)
        return limits
    }
}
