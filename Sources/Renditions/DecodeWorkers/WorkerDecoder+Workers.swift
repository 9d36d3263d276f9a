import Glibc
import GridEngine
import Synchronization

/// The processes behind a decoder: idle ones, busy ones and a spare.
extension WorkerDecoder {
    /// An idle worker, or a new one; `nil` when that ended as it began.
    func take() throws(LoadFailure) -> WorkerProcess? {
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

    func giveBack(_ worker: WorkerProcess) {
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

    func discard(_ worker: WorkerProcess, _ count: (inout Statistics) -> Void) {
        forget(worker, count)
        processThread.run { worker.end() }
    }

    func forget(_ worker: WorkerProcess, _ count: (inout Statistics) -> Void) {
        state.withLock { state in
            state.busy.removeAll { $0 == worker.process }
            count(&state.statistics)
        }
        replenish()
    }

    /// Sees to it that as many workers as are wanted, and a spare one, live or are being started.
    func replenish() {
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
}
