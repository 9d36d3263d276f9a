import Downloads
import GridEngine
import Synchronization

/// Renditions that several servers share in a bucket: what one has made, the others take from there. The bucket is never listed, and
/// pictures do not depend on it: where the store is away, damaged or slow, pictures are made as without it. Any thread.
///
/// A few threads put new renditions in the background; a store that does not keep up misses some. A breaker for each direction
/// leaves a store alone that fails.
package final class SharedRenditions: Sendable {
    /// A picture that somebody waits for is made rather than awaited for longer.
    static let getTimeLimit = Duration.seconds(2)
    static let putTimeLimit = Duration.seconds(10)
    /// Maximum bytes that wait to be put.
    static let queueLimitBytes = 64 << 20

    let store: S3Store
    private let writers = WorkerThreads(count: 4)
    let state = Mutex(State())
    private let whenChanged: @Sendable (String?) -> Void

    struct State {
        var reading = StoreBreaker()
        var writing = StoreBreaker()
        var queuedBytes = 0
        var statistics = SharedCacheStatistics()
    }

    /// - Parameters:
    ///   - address: the bucket.
    ///   - key: of access to it.
    ///   - whenChanged: called with what is wrong when the store is left alone, and with `nil` when it is asked again.
    package init(_ address: S3Address, key: S3AccessKey, whenChanged: @escaping @Sendable (String?) -> Void = { _ in })
    {
        store = S3Store(address, key: key, sizeLimitBytes: SharedRenditionEntry.limitBytes)
        self.whenChanged = whenChanged
    }

    deinit { writers.stop() }

    /// Counters since the start. One who looks also has a store tried again that was left alone.
    package var statistics: SharedCacheStatistics {
        for direction in Direction.allCases { _ = mayAsk(direction) }
        return state.withLock { state in
            var statistics = state.statistics
            statistics.trouble = state.reading.trouble ?? state.writing.trouble
            statistics.queuedBytes = state.queuedBytes
            return statistics
        }
    }

    /// Puts, gets and removes an object, as sharing does. Blocks, for some seconds where the store is silent.
    /// - Returns: what is wrong; `nil` for nothing.
    package static func problem(at address: S3Address, key: S3AccessKey) -> String? {
        let store = S3Store(address, key: key, sizeLimitBytes: SharedRenditionEntry.limitBytes)
        let name = "\(SharedRenditionEntry.probe)-\(UInt64.random(in: 0 ... .max))"
        do throws(S3Store.Failure) {
            // First, because some stores refuse to put into a bucket that is missing without saying so.
            _ = try store.get(name, timeLimit: getTimeLimit)
            try store.put(Array("Lookahead".utf8), as: name, timeLimit: getTimeLimit)
            let object = try store.get(name, timeLimit: getTimeLimit)
            try store.remove(name, timeLimit: getTimeLimit)
            return object?.bytes == Array("Lookahead".utf8) ? nil : "\(address): it does not give back what was put"
        } catch {
            return error.reason
        }
    }

    /// Tries the store in the background, so that what is wrong with it is known before anybody looks.
    package func startProbing() {
        for direction in Direction.allCases { writers.run { [weak self] in self?.probe(direction) } }
    }

    /// Blocks, for `getTimeLimit` at most. `nil` where it is not there, or that is not to be known.
    func rendition(for key: RenditionKey, cancellation: Cancellation) -> Rendition? {
        guard isShared(key), mayAsk(.reading), !cancellation.isCancelled else { return nil }
        var registration: Cancellation.Registration?
        defer { registration?.remove() }
        guard
            let object = call(
                .reading,
                { () throws(S3Store.Failure) in
                    try store.get(SharedRenditionEntry.name(of: key), timeLimit: Self.getTimeLimit) { download in
                        registration = cancellation.onCancel { download.cancel() }
                    }
                })
        else { return nil }
        let rendition = object.flatMap { SharedRenditionEntry.rendition(in: $0.bytes, for: key) }
        state.withLock { state in
            if rendition != nil {
                state.statistics.hits += 1
            } else if object == nil {
                state.statistics.misses += 1
            } else {
                state.statistics.damaged += 1
            }
        }
        return rendition
    }

    /// Parts of pictures are not: the next look is at another place.
    func isShared(_ key: RenditionKey) -> Bool {
        if case .region = key.form { false } else { true }
    }

    /// Puts renditions in the background, and gives a lease back after them.
    func publish(_ made: [RenditionForm: Rendition], of key: RenditionKey, releasing lease: Lease?) {
        var made = made.filter { isShared(key.with($0.key)) }
        let bytes = made.values.reduce(0) { $0 + $1.bytes.count }
        let isWriting = mayAsk(.writing)
        state.withLock { state in
            if isWriting, state.queuedBytes + bytes <= Self.queueLimitBytes {
                state.queuedBytes += bytes
            } else {
                state.statistics.dropped += made.count
                made = [:]
            }
        }
        guard isWriting, !made.isEmpty || lease != nil else { return }
        writers.run { [weak self, made] in
            guard let self else { return }
            for (form, rendition) in made { put(rendition, as: key.with(form)) }
            if !made.isEmpty { state.withLock { $0.queuedBytes -= bytes } }
            if let lease { release(lease) }
        }
    }

    private func put(_ rendition: Rendition, as key: RenditionKey) {
        let isPut =
            mayAsk(.writing)
            && call(
                .writing,
                { () throws(S3Store.Failure) in
                    try store.put(
                        DiskCacheEntry.bytes(of: rendition, for: key), as: SharedRenditionEntry.name(of: key),
                        timeLimit: Self.putTimeLimit)
                }) != nil
        state.withLock { state in
            if isPut { state.statistics.puts += 1 } else { state.statistics.dropped += 1 }
        }
    }
}

// MARK: Asking the store

extension SharedRenditions {
    enum Direction: CaseIterable { case reading, writing }

    /// Has a store that was left alone tried in the background, when it is time.
    func mayAsk(_ direction: Direction) -> Bool {
        switch state.withLock({ $0.withBreaker(direction) { $0.advice(at: .now) } }) {
        case .ask: return true
        case .leaveAlone: return false
        case .probe:
            writers.run { [weak self] in self?.probe(direction) }
            return false
        }
    }

    /// - Returns: `nil` when it failed, which is counted.
    func call<Answer>(_ direction: Direction, _ body: () throws(S3Store.Failure) -> Answer) -> Answer? {
        do throws(S3Store.Failure) {
            let answer = try body()
            if state.withLock({ $0.withBreaker(direction) { $0.succeed() } }) { tell() }
            return answer
        } catch {
            guard error.kind != .cancelled else { return nil }
            let isNews = state.withLock { state in
                state.statistics.failures += 1
                return state.withBreaker(direction) {
                    $0.fail(error.reason, isLasting: error.kind == .lasting, at: .now)
                }
            }
            if isNews { tell() }
            return nil
        }
    }

    private func probe(_ direction: Direction) {
        let name = SharedRenditionEntry.probe
        switch direction {
        case .reading:
            _ = call(direction) { () throws(S3Store.Failure) in try store.get(name, timeLimit: Self.getTimeLimit) }
        case .writing:
            _ = call(direction) { () throws(S3Store.Failure) in
                try store.put([], as: name, timeLimit: Self.putTimeLimit)
            }
        }
    }

    private func tell() {
        whenChanged(state.withLock { $0.reading.trouble ?? $0.writing.trouble })
    }
}

extension SharedRenditions.State {
    mutating func withBreaker<Answer>(
        _ direction: SharedRenditions.Direction, _ body: (inout StoreBreaker) -> Answer
    ) -> Answer {
        switch direction {
        case .reading: body(&reading)
        case .writing: body(&writing)
        }
    }
}
