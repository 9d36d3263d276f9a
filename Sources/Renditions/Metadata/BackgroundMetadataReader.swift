import Dispatch
import Glibc
import GridEngine
import Synchronization

/// Reads metadata in worker processes of its own, behind all loads, and keeps it in the cache folder.
///
/// Each chunk of items waits its turn in one queue, so that several collections are read side by side.
package final class BackgroundMetadataReader: MetadataReader, SidecarEditor {
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
        found: @escaping @Sendable ([(index: Int, answer: MetadataAnswer)]) -> Void
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
        endReading()
    }

    package func keep(_ measured: [MeasuredPicture], in source: any ItemSource) {
        guard let log = logs?.log(of: source.id) else { return }
        log.readIfNeeded()
        log.append(measured.map { MetadataRecord($0) })
    }

    package func metadata(of item: String, in source: any ItemSource) -> MetadataAnswer {
        state.withLock { $0.readings += 1 }
        // The next one is asked for soon: a person drags a scroll bar.
        defer { DispatchQueue.global().asyncAfter(deadline: .now() + Self.idleSeconds) { self.endReading() } }
        return read(item, in: source)
    }

    package func sidecars(_ requests: [SidecarRequest]) -> [EditedSidecar] {
        state.withLock { $0.readings += 1 }
        defer { DispatchQueue.global().asyncAfter(deadline: .now() + Self.idleSeconds) { self.endReading() } }
        return requests.map(sidecar)
    }

    private func sidecar(_ request: SidecarRequest) -> EditedSidecar {
        var document: [UInt8] = []
        if let file = request.document {
            guard let size = file.sizeBytes, size <= SidecarMessage.documentLimit else { return .unreadable }
            guard let bytes = file.bytes(from: 0, count: size) else { return .failed }
            document = bytes
        }
        guard let message = try? OpenFile.sealed(SidecarMessage.encoded(request.edits, document: document)) else {
            return .failed
        }
        switch workers.edit(message) {
        case .read(let text): return text.isEmpty ? .unreadable : .document(text)
        case .hostile:
            count(MetadataStatistics(crashed: 1))
            return .unreadable
        case .failed: return .failed
        }
    }

    /// Ends the processes with the last reading.
    private func endReading() {
        let isLast = state.withLock { state in
            state.readings -= 1
            return state.readings == 0
        }
        if isLast { workers.endIdle() }
    }

    private func readNext(of reading: MetadataReading) {
        let chunk = reading.next()
        guard !chunk.isEmpty else { return reading.leave() }
        var results: [(index: Int, answer: MetadataAnswer)] = []
        for index in chunk {
            guard !reading.cancellation.isCancelled else { break }
            wait(for: reading.cancellation)
            results.append((Int(index), read(reading.items[Int(index)].item, in: reading.source)))
        }
        count(MetadataStatistics(read: results.count))
        if !results.isEmpty { reading.report(results) }
        // Other readings have their turn first.
        threads.run { self.readNext(of: reading) }
    }

    private func read(_ item: String, in source: any ItemSource) -> MetadataAnswer {
        // Missing, away, not permitted, or no descriptor is left.
        let files = source.abilities.files
        guard let files, let file = files.file(of: item) else { return .waiting }
        let own = read(file, holding: source.item(item)?.file?.format.content ?? .picture)
        guard case .read(let metadata) = own, files.hasSidecar(item) else { return own }
        guard let sidecar = files.sidecar(of: item), case .read(let beside) = read(sidecar, holding: .picture) else {
            return .waiting
        }
        return .read(beside.map { metadata?.overridden(by: $0) ?? $0 } ?? metadata)
    }

    private func read(_ file: OpenFile, holding content: WorkerMessage.Request.Content) -> MetadataAnswer {
        let settling = SettlingFile(.file(file, name: ""), pauseSeconds: Self.settlingSeconds)
        switch workers.read(file, holding: content) {
        case .read(let found?): return .read(found)
        case .read(nil):
            // It may not have all of its bytes yet, or a disk may not give them.
            return settling?.isBeingWritten == true || !file.isReadable ? .waiting : .read(nil)
        case .hostile:
            count(MetadataStatistics(crashed: 1))
            return file.isReadable ? .read(nil) : .waiting
        case .failed: return .waiting
        }
    }

    /// Seconds for which processes wait for another item that is asked for by itself.
    private static let idleSeconds = 10.0
    private static let settlingSeconds = 5

    /// Lets loads go first.
    private func wait(for cancellation: Cancellation) {
        let end = ContinuousClock.now + Self.patience
        while isLoading(), !cancellation.isCancelled, ContinuousClock.now < end { usleep(Self.pause) }
    }
}

extension OpenFile {
    /// Whether its first and its last byte can be read: a disk that fails, or is gone, gives neither.
    fileprivate var isReadable: Bool {
        guard let sizeBytes else { return false }
        var byte: UInt8 = 0
        return [0, max(0, sizeBytes - 1)].allSatisfy { pread(descriptor, &byte, 1, off_t($0)) >= 0 }
    }
}

extension PictureFile.Format {
    fileprivate var content: WorkerMessage.Request.Content {
        switch self {
        case .raw: .raw
        case .video: .video
        default: .picture
        }
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
