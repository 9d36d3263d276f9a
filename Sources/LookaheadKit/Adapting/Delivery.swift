import GridEngine
import Synchronization

/// Writes the changes of one collection back to its source: in order, one after another, each again until it succeeds, and after a restart
/// those that the last run did not deliver. A change that the source refuses is taken back. Of several servers of a store, the one with the
/// lease delivers.
final class Delivery: Sendable {
    private struct State {
        var waiting = ChangeQueue()
        var worker: Task<Void, Never>?
        /// Tries of the first one that have failed, and why the last one did.
        var failures = 0
        var failure: String?
        /// Whether a refused change could not be taken back: once nothing waits, the source is read again.
        var mustRead = false
        /// Whether all waits until the collection is open.
        var isHeld = false
        /// The newest version of the source's own that nothing of people's comes before.
        var passed = 0
        /// The version at which the store was told of that.
        var noted = 0
        var isClosed = false
    }

    /// The version of a collection that nobody has changed yet.
    private static let firstVersion = 1

    /// The versions of the source's own after which the store is told of them: the log may forget them before this run ends.
    private static let notedVersions = 100

    /// The time between two looks at what another server delivers.
    static let turn = Duration.seconds(2)

    private let id: String
    private let store: (any ChangeStore)?
    private let deliver: @Sendable (CollectionChange) async throws -> Void
    private let takeBack: @Sendable (CollectionChange, CollectionError) async throws -> Bool
    private let readAgain: @Sendable () -> Void
    private let pause: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - id: of the collection.
    ///   - store: remembers what was delivered; `nil` where nothing is stored.
    ///   - pause: waits between two tries.
    ///   - takeBack: takes back a change that the source has refused; `false` where that is not possible.
    ///   - readAgain: has the source read again.
    ///   - deliver: writes a change back.
    init(
        of id: String, store: (any ChangeStore)?,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        takeBack: @escaping @Sendable (CollectionChange, CollectionError) async throws -> Bool = { _, _ in true },
        readAgain: @escaping @Sendable () -> Void = {},
        deliver: @escaping @Sendable (CollectionChange) async throws -> Void
    ) {
        (self.id, self.store, self.pause) = (id, store, pause)
        (self.takeBack, self.readAgain, self.deliver) = (takeBack, readAgain, deliver)
    }

    /// Takes over what the last run has not written back. Nothing is delivered before `open`: a source that is told of what was forgotten
    /// asks for the order.
    /// - Parameters:
    ///   - changes: all that the log has.
    ///   - version: the collection's.
    func restore(_ changes: [CommittedChange], at version: Int) {
        state.withLock { $0.isHeld = true }
        let delivered = max((try? delivered()) ?? 0, Self.firstVersion)
        // Nothing can say what the log has forgotten, and the source must not go on as if nothing had been.
        let oldest = changes.first?.patch.from ?? version
        if oldest > delivered {
            append(
                CollectionChange(
                    from: delivered, to: oldest, isOfSource: false, author: nil, operations: [.forgotten]))
        }
        for change in changes where change.patch.from >= delivered && !change.isOfSource {
            append(CollectionChange(change))
        }
    }

    /// Delivers from now on.
    /// - Parameter version: the collection's.
    func open(at version: Int) {
        state.withLock { state in
            state.isHeld = false
            start(&state)
        }
        // Of a store that servers share, another one's change may have come that is not delivered yet; and there the log is whole.
        guard store?.isShared != true else { return }
        pass(version)
        notePassed()
    }

    func append(_ change: CollectionChange) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.waiting.append(change)
            start(&state)
        }
    }

    /// Takes note of a version that the source itself has made: nothing of it is to be written back.
    func pass(_ version: Int) {
        let isDue = state.withLock { state in
            guard state.waiting.first == nil else { return false }
            state.passed = version
            guard version >= state.noted + Self.notedVersions else { return false }
            state.noted = version
            return true
        }
        // Not on this thread, on which all changes wait.
        if isDue { Task(executorPreference: SourceThreads.shared) { self.notePassed() } }
    }

    /// Has the store know how far nothing is to be written back: its log may forget where that began.
    private func notePassed() {
        let passed = state.withLock { $0.waiting.first == nil ? $0.passed : 0 }
        guard passed > (try? delivered()) ?? .max else { return }
        try? store?.keep("\(passed)", as: .delivered, of: id)
    }

    private func start(_ state: inout State) {
        guard !state.isHeld, !state.isClosed, state.worker == nil, state.waiting.first != nil else { return }
        state.worker = Task(executorPreference: SourceThreads.shared) { await self.work() }
    }

    /// The changes that the source has not taken over yet.
    var pending: [CollectionChange] { state.withLock { Array($0.waiting.all) } }

    /// Why changes wait; `nil` when none do for long.
    var trouble: Reason? {
        state.withLock { state in
            guard let failure = state.failure else { return nil }
            let count = state.waiting.count
            return Reason(
                "not-delivered",
                "\(count == 1 ? "1 change waits" : "\(count) changes wait") to be written back to the source: \(failure)",
                values: ["count": "\(count)", "detail": failure])
        }
    }

    /// Changes that wait are delivered by the next run.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.worker?.cancel()
        }
        notePassed()
    }

    private func work() async {
        while let change = next() {
            do {
                guard try isMine(change) else {
                    guard (try? await pause(Self.turn)) != nil else { return }
                    continue
                }
                try await write(change)
                // Kept after it: a crash between the two delivers it again.
                try store?.keep("\(change.to)", as: .delivered, of: id)
                settle()
            } catch {
                let failures = fail(Reason(of: error).sentence)
                guard (try? await pause(Self.pauseAfter(failures))) != nil else { return }
            }
        }
        let mustRead = state.withLock { state in
            defer { state.mustRead = false }
            return state.mustRead && !state.isClosed
        }
        if mustRead { readAgain() }
    }

    private func write(_ change: CollectionChange) async throws {
        do { try await deliver(change) } catch let error as CollectionError where error.isRefusal {
            let isTakenBack = try await takeBack(change, error)
            if !isTakenBack { state.withLock { $0.mustRead = true } }
        }
    }

    /// Whether this server is to deliver a change now. What another one has delivered is forgotten.
    private func isMine(_ change: CollectionChange) throws -> Bool {
        guard let store, store.isShared else { return true }
        let isMine = try store.lease(.delivery, of: id)
        let delivered = try delivered()
        state.withLock { $0.waiting.removeAll(through: delivered) }
        return isMine && change.to > delivered
    }

    /// The newest version that was delivered.
    private func delivered() throws -> Int { try store?.note(.delivered, of: id).flatMap { Int($0) } ?? 0 }

    /// The oldest that waits; `nil`, and the end of the worker, when there is none.
    private func next() -> CollectionChange? {
        state.withLock { state in
            guard !state.isClosed, let change = state.waiting.first else {
                state.worker = nil
                return nil
            }
            return change
        }
    }

    private func settle() {
        state.withLock { state in
            state.waiting.removeFirst()
            (state.failures, state.failure) = (0, nil)
        }
    }

    private func fail(_ sentence: String) -> Int {
        state.withLock { state in
            state.failures += 1
            state.failure = sentence
            return state.failures
        }
    }

    /// Twice as long after each failure, from 0.1 s to a minute.
    static func pauseAfter(_ failures: Int) -> Duration {
        .milliseconds(min(60_000, 100 << min(failures - 1, 16)))
    }
}
