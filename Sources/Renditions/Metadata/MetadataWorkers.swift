import Glibc
import GridEngine
import Synchronization

/// The processes that read metadata: confined as decoders are, behind everything else on the machine, and there only while
/// something is read. A crash costs one file.
///
/// Any thread; as many processes as there are callers at a time.
final class MetadataWorkers: Sendable {
    enum Answer<Value> {
        case read(Value)
        /// The file ended the process, or held it up: it would again.
        case hostile
        /// No process could read it: the file is not to blame.
        case failed
    }

    private static let attempts = 3

    private let program: String
    private let arguments: [String]
    private let limits: WorkerLimits
    private let state = Mutex(State())

    private struct State {
        var idle: [WorkerProcess] = []
        var processes: [pid_t] = []
    }

    init(program: String, arguments: [String], limits: WorkerLimits) {
        self.program = program
        self.arguments = arguments
        self.limits = limits
    }

    deinit { endIdle() }

    /// Blocks until the metadata is there; `nil` is of a file that has none.
    func read(_ file: OpenFile, holding content: WorkerMessage.Request.Content) -> Answer<PictureMetadata?> {
        ask(.metadata, file, content, bytesLimit: PictureMetadata.encodedLimit) { bytes in
            guard let metadata = PictureMetadata(decoding: bytes[...]) else { return nil }
            return .some(metadata.isEmpty ? nil : metadata)
        }
    }

    /// Blocks until a document of XMP is changed; empty is one that cannot be read.
    /// - Parameter file: with a `SidecarMessage`.
    /// - Returns: the document.
    func edit(_ file: OpenFile) -> Answer<[UInt8]> {
        ask(.sidecar, file, .picture, bytesLimit: SidecarMessage.documentLimit) { $0 }
    }

    /// Has a worker say something of a file. Blocks.
    /// - Parameters:
    ///   - kind: what is asked.
    ///   - file: that it is about.
    ///   - content: what the file holds.
    ///   - bytesLimit: maximum bytes of an answer.
    ///   - value: what the bytes of an answer say; `nil` when no worker says so.
    /// - Returns: that value, or why there is none.
    private func ask<Value>(
        _ kind: WorkerMessage.Request.Kind, _ file: OpenFile, _ content: WorkerMessage.Request.Content, bytesLimit: Int,
        value: ([UInt8]) -> Value?
    ) -> Answer<Value> {
        defer { withExtendedLifetime(file) {} }
        // One that was ended from outside costs the file nothing; one after another does.
        for _ in 0..<Self.attempts {
            guard let worker = take() else { continue }
            switch worker.bytes(
                kind, of: file.descriptor, holding: content, limits: limits, bytesLimit: bytesLimit)
            {
            case .bytes(let bytes):
                guard let value = value(bytes) else {
                    discard(worker)
                    return .hostile
                }
                giveBack(worker)
                return .read(value)
            case .unsent: discard(worker)
            case .garbled:
                discard(worker)
                return .hostile
            case .timedOut:
                // Behind everything else, a process may get no time at all. One that uses much ends by its own limit.
                discard(worker)
                return .failed
            case .died:
                let end = worker.end()
                forget(worker)
                if end.reason != nil { return .hostile }
            }
        }
        return .failed
    }

    /// Ends the processes that are at no file.
    func endIdle() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for worker in idle {
            worker.end(gently: true)
            forget(worker)
        }
    }

    var processes: [pid_t] { state.withLock(\.processes) }

    private func take() -> WorkerProcess? {
        if let worker = state.withLock({ $0.idle.popLast() }) { return worker }
        guard let worker = try? WorkerProcess(program: program, arguments: arguments) else { return nil }
        state.withLock { $0.processes.append(worker.process) }
        guard case .ready = worker.start() else {
            discard(worker)
            return nil
        }
        return worker
    }

    private func giveBack(_ worker: WorkerProcess) {
        if worker.served < limits.pictures {
            state.withLock { $0.idle.append(worker) }
        } else {
            worker.end(gently: true)
            forget(worker)
        }
    }

    private func discard(_ worker: WorkerProcess) {
        worker.end()
        forget(worker)
    }

    private func forget(_ worker: WorkerProcess) {
        state.withLock { state in state.processes.removeAll { $0 == worker.process } }
    }
}
