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
    let program: String
    let arguments: [String]
    /// Pictures decoded at once, slow and heavy ones aside.
    private let places: Gate
    /// Pictures that turned out to be slow, decoded beside the others. One more keeps its place.
    private let slowPlaces = Gate(width: 8)
    /// Pictures whose header says that they will take long: they wait for each other, and others do not wait for them.
    private let heavyPlaces: Gate
    let width: Int
    let whenConfined: @Sendable (Confinement) -> Void
    let state = Mutex(State())
    /// Starts spares and waits for ends: neither may hold up a picture.
    let processThread = WorkerThreads(count: 1)
    /// For what nobody sent us: painted pixels need no parser, and so no process.
    private let painter = VipsDecoder()

    struct State {
        var idle: [WorkerProcess] = []
        var busy: [pid_t] = []
        var starting = 0
        var confinement: Confinement?
        var isStopping = false
        var statistics = Statistics()
    }

    /// The outcomes of workers since the start.
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
    ///   - startsAtOnce: whether workers are started now; otherwise by `startWorkers`, or by the first picture.
    ///   - whenConfined: called once, when the first worker is ready, with what confines it.
    package init(
        program: String = "/proc/self/exe", arguments: [String], width: Int, limits: WorkerLimits = WorkerLimits(),
        startsAtOnce: Bool = true, whenConfined: @escaping @Sendable (Confinement) -> Void = { _ in }
    ) {
        self.program = program
        self.arguments = arguments
        self.width = max(1, width)
        self.limits = limits
        self.whenConfined = whenConfined
        places = Gate(width: max(1, width))
        heavyPlaces = Gate(width: max(1, width))
        if startsAtOnce { startWorkers() }
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

    /// Starts as many workers as may be wanted at once, and a spare one. Returns before they have started.
    package func startWorkers() { replenish() }

    /// The confinement of the workers; `nil` until the first one is ready.
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
        case .file(let file, let name):
            defer { withExtendedLifetime(file) {} }
            let content = WorkerMessage.Request.Content(ofFileNamed: name)
            return try decode(file.descriptor, content, forms, cancellation, whenSlow)
        case .encoded(let bytes):
            let file = try OpenFile.sealed(bytes)
            defer { withExtendedLifetime(file) {} }
            return try decode(file.descriptor, .picture, forms, cancellation, whenSlow)
        case .pixels:
            return try places.pass { () throws(LoadFailure) in
                try painter.renditions(of: original, as: forms, cancellation: cancellation, whenSlow: {})
            }
        }
    }

    private func decode(
        _ descriptor: Int32, _ content: WorkerMessage.Request.Content, _ forms: [RenditionForm],
        _ cancellation: Cancellation, _ whenSlow: () -> Void
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
            let outcome = worker.decode(
                descriptor, kind, as: forms, of: content, limits: limits, cancellation: cancellation
            ) {
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
            throw .unavailable(.decoderTimeout(seconds: Int(limits.wallTime.components.seconds)))
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
}
