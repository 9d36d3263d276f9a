import CProcess
import Glibc
import GridEngine
import Synchronization

/// Decodes in worker processes, each used for many pictures: what crashes, hangs or eats memory costs one picture.
///
/// A spare worker waits beside those that work, so that the picture after a crash waits for no start. A cancelled decode is
/// stopped in its worker, which lives on.
package final class WorkerDecoder: PictureDecoder {
    private static let attempts = 3

    package let limits: WorkerLimits
    private let program: String
    private let arguments: [String]
    /// Pictures decoded at once, slow and heavy ones aside.
    private let places: Gate
    /// Pictures that turned out to be slow, decoded beside the others. One more keeps its place.
    private let slowPlaces = Gate(width: 8)
    /// Pictures whose header says that they will take long: they wait for each other, and others do not wait for them.
    private let heavyPlaces: Gate
    private let width: Int
    private let whenConfined: @Sendable (Confinement) -> Void
    private let state = Mutex(State())
    /// Starts spares and waits for ends: neither may hold up a picture.
    private let processThread = WorkerThreads(count: 1)
    /// For what nobody sent us: painted pixels need no parser, and so no process.
    private let painter = VipsDecoder()

    private struct State {
        var idle: [WorkerProcess] = []
        var busy: [pid_t] = []
        var starting = 0
        var confinement: Confinement?
        var isStopping = false
        var statistics = Statistics()
    }

    /// What became of workers since the start.
    package struct Statistics: Sendable, Equatable {
        package var started = 0
        /// Ended by a picture: a crash, or a limit of memory or processor time.
        package var crashed = 0
        package var timedOut = 0
        /// Replaced after their share of pictures.
        package var retired = 0
    }

    /// - Parameters:
    ///   - program: path of the program started for each worker; it must call `WorkerService.run` with descriptor 3.
    ///   - arguments: of the program, without its name.
    ///   - width: maximum pictures decoded at once, slow ones aside; at least 1.
    ///   - limits: the times and the number of pictures apply here; `arguments` must carry the others to the program.
    ///   - whenConfined: called once, when the first worker is ready, with what confines it.
    package init(
        program: String = "/proc/self/exe", arguments: [String], width: Int, limits: WorkerLimits = WorkerLimits(),
        whenConfined: @escaping @Sendable (Confinement) -> Void = { _ in }
    ) {
        self.program = program
        self.arguments = arguments
        self.width = max(1, width)
        self.limits = limits
        self.whenConfined = whenConfined
        places = Gate(width: max(1, width))
        heavyPlaces = Gate(width: max(1, width))
        replenish()
    }

    deinit {
        let idle = state.withLock { state in
            state.isStopping = true
            defer { state.idle = [] }
            return state.idle
        }
        for worker in idle { worker.end(gently: true) }
        processThread.stop()
    }

    /// What confines the workers; `nil` until the first one is ready.
    package var confinement: Confinement? { state.withLock(\.confinement) }
    package var statistics: Statistics { state.withLock(\.statistics) }
    /// The processes that are at a picture now.
    package var busyProcesses: [pid_t] { state.withLock(\.busy) }
    /// The processes that wait for one.
    package var idleProcesses: [pid_t] { state.withLock { $0.idle.map(\.process) } }

    package func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        switch original {
        case .file(let file, _):
            defer { withExtendedLifetime(file) {} }
            return try decode(file.descriptor, forms, cancellation, whenSlow)
        case .encoded(let bytes):
            let file = try Self.memoryFile(bytes)
            defer { withExtendedLifetime(file) {} }
            return try decode(file.descriptor, forms, cancellation, whenSlow)
        case .pixels:
            return try places.pass { () throws(LoadFailure) in
                try painter.renditions(of: original, as: forms, cancellation: cancellation, whenSlow: {})
            }
        }
    }

    private func decode(
        _ descriptor: Int32, _ forms: [RenditionForm], _ cancellation: Cancellation, _ whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        places.enter()
        var held: Gate? = places
        defer { held?.leave() }
        var kind = WorkerMessage.Request.Kind.decode
        var attempts = 0
        // A worker that was ended from outside, or while it was idle, costs the picture nothing; one after another does.
        while attempts < Self.attempts {
            guard !cancellation.isCancelled else { throw .cancelled }
            attempts += 1
            guard let worker = try take() else { continue }
            let outcome = worker.decode(descriptor, kind, as: forms, limits: limits, cancellation: cancellation) {
                guard kind == .decode, slowPlaces.tryEnter() else { return }
                held?.leave()
                held = slowPlaces
                whenSlow()
            }
            if case .heavy = outcome, kind == .decode {
                giveBack(worker)
                held?.leave()
                held = nil
                whenSlow()
                guard heavyPlaces.enter(unless: cancellation) else { throw .cancelled }
                held = heavyPlaces
                (kind, attempts) = (.decodeHeavy, 0)
                continue
            }
            if let result = try settle(outcome, of: worker, forms) { return try result.get() }
        }
        throw .transient(.decodersKeepCrashing)
    }

    /// Gives a worker back or discards it. `nil` when the picture should be tried again.
    private func settle(
        _ outcome: WorkerProcess.Outcome, of worker: WorkerProcess, _ forms: [RenditionForm]
    ) throws(LoadFailure) -> Result<[Rendition], LoadFailure>? {
        switch outcome {
        case .answer(.success(let renditions)) where !Self.fit(renditions, forms):
            discard(worker) { $0.crashed += 1 }
            throw .unreadable(.decoderCrashed)
        case .answer(let result):
            giveBack(worker)
            return result
        case .unsent:
            discard(worker) { _ in }
            return nil
        case .timedOut:
            discard(worker) { $0.timedOut += 1 }
            throw .unreadable(.decoderTimeout(seconds: Int(limits.wallTime.components.seconds)))
        case .garbled, .heavy:
            discard(worker) { $0.crashed += 1 }
            throw .unreadable(.decoderCrashed)
        case .died:
            // It has closed its socket, so it is ending, and a signal changes no more how.
            let end = worker.end()
            forget(worker) { if end.reason != nil { $0.crashed += 1 } }
            guard let reason = end.reason else { return nil }
            throw .unreadable(reason)
        }
    }

    /// A preview is pushed to pages, so a worker that was taken over must not make it large.
    private static func fit(_ renditions: [Rendition], _ forms: [RenditionForm]) -> Bool {
        renditions.count <= forms.count
            && zip(renditions, forms).allSatisfy { $1 != .preview || $0.bytes.count <= RenditionForm.previewBytes }
    }

    /// An idle worker, or a new one; `nil` when that ended as it began.
    private func take() throws(LoadFailure) -> WorkerProcess? {
        let idle = state.withLock { state -> WorkerProcess? in
            guard let worker = state.idle.popLast() else { return nil }
            state.busy.append(worker.process)
            return worker
        }
        if let idle { return idle }
        let worker = try start()
        switch worker.start() {
        case .ready(let confinement):
            state.withLock { $0.busy.append(worker.process) }
            report(confinement)
            return worker
        case .failed:
            discard(worker) { _ in }
            throw .transient(.decoderInvalid)
        case .ended:
            discard(worker) { _ in }
            return nil
        }
    }

    private func start() throws(LoadFailure) -> WorkerProcess {
        let worker = try WorkerProcess(program: program, arguments: arguments)
        state.withLock { $0.statistics.started += 1 }
        return worker
    }

    private func giveBack(_ worker: WorkerProcess) {
        let isKept = state.withLock { state in
            state.busy.removeAll { $0 == worker.process }
            let isOld = worker.served >= limits.pictures
            if isOld { state.statistics.retired += 1 }
            // Slow pictures may have had more workers started than are wanted for good.
            guard !isOld, !state.isStopping, state.idle.count <= width else { return false }
            state.idle.append(worker)
            return true
        }
        guard !isKept else { return }
        processThread.run { worker.end(gently: true) }
        replenish()
    }

    private func discard(_ worker: WorkerProcess, _ count: (inout Statistics) -> Void) {
        forget(worker, count)
        processThread.run { worker.end() }
    }

    private func forget(_ worker: WorkerProcess, _ count: (inout Statistics) -> Void) {
        state.withLock { state in
            state.busy.removeAll { $0 == worker.process }
            count(&state.statistics)
        }
        replenish()
    }

    /// Sees to it that as many workers as are wanted, and a spare one, live or are being started.
    private func replenish() {
        let wanted = state.withLock { state -> Int in
            let lacking = width + 1 - state.idle.count - state.busy.count - state.starting
            guard lacking > 0, !state.isStopping else { return 0 }
            state.starting += lacking
            return lacking
        }
        for _ in 0..<wanted {
            processThread.run { [weak self] in self?.startSpare() }
        }
    }

    private func startSpare() {
        // Where none can be started, the next picture tries, and says why not.
        let worker = try? start()
        var confinement: Confinement?
        if case .ready(let achieved)? = worker?.start() { confinement = achieved }
        if let confinement { report(confinement) }
        let isWanted = state.withLock { state in
            state.starting -= 1
            guard let worker, confinement != nil, !state.isStopping else { return false }
            // At the far end: one that has worked is warmer.
            state.idle.insert(worker, at: 0)
            return true
        }
        if !isWanted { worker?.end() }
    }

    /// All workers are alike: the first one's confinement is reported.
    private func report(_ confinement: Confinement) {
        let isFirst = state.withLock { state in
            defer { state.confinement = state.confinement ?? confinement }
            return state.confinement == nil
        }
        if isFirst { whenConfined(confinement) }
    }

    private static func memoryFile(_ bytes: [UInt8]) throws(LoadFailure) -> OpenFile {
        let descriptor = lookahead_memory_file()
        guard descriptor >= 0 else { throw VipsDecoder.systemFailure(errno) }
        let file = OpenFile(descriptor: descriptor)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
            guard count > 0 else { throw VipsDecoder.systemFailure(errno) }
            written += count
        }
        // The descriptor that a worker gets is this one: it must not be able to change the picture for the next.
        _ = lookahead_seal(descriptor)
        return file
    }
}
