import Prefetching

/// Remembers pictures that could not be made, and for how long. Pure.
///
/// Content that cannot be read counts until it changes. Every other failure may pass without any change of the content: it counts
/// for a while, twice as long each time, and the next request or the next look after that tries again.
package struct FailureMemory: Sendable {

    struct Failure: Sendable {
        /// The revision of the content.
        var revision: UInt64
        var failure: LoadFailure
        /// When it may be tried again; `nil` when it counts until the content changes, or a person retries it.
        var retry: Instant?
        fileprivate var pause: Duration
    }

    /// Maximum failures remembered; beyond it all are forgotten and tried again.
    static let limit = 10_000
    /// How long a failure counts at first that may pass; doubles with each further one, …
    static let firstPause = Duration.seconds(30)
    /// … up to this.
    static let longestPause = Duration.seconds(600)
    /// How long the server's own want of descriptors or memory counts at first: it passes with the next requests that end.
    static let firstExhaustedPause = Duration.seconds(5)

    private var failures: [LoadKey: Failure] = [:]
    /// When the next failure may be tried again, or earlier.
    private(set) var nextRetry: Instant?

    package init() {}

    var isEmpty: Bool { failures.isEmpty }

    /// The failure of any content, whether or not it still counts.
    subscript(key: LoadKey) -> Failure? { failures[key] }

    /// The failure of this content, as long as it counts; with the rest of its time, where it may pass.
    func failure(of key: LoadKey, _ revision: UInt64, now: Instant) -> LoadFailure? {
        guard let known = failures[key], known.revision == revision else { return nil }
        guard let retry = known.retry else { return known.failure }
        return retry > now ? known.failure.lasting(retry - now) : nil
    }

    /// A load failed.
    /// - Returns: the failure, with the time for which it counts where it may pass.
    package mutating func note(_ failure: LoadFailure, of key: LoadKey, _ revision: UInt64, now: Instant) -> LoadFailure
    {
        if failures.count >= Self.limit { failures.removeAll() }
        guard failure.mayPass else {
            failures[key] = Failure(revision: revision, failure: failure, pause: .zero)
            return failure
        }
        var pause = failure.firstPause
        if let last = failures[key], last.revision == revision {
            pause = max(pause, min(last.pause * 2, Self.longestPause))
        }
        let retry = now + pause
        failures[key] = Failure(revision: revision, failure: failure, retry: retry, pause: pause)
        nextRetry = nextRetry.map { min($0, retry) } ?? retry
        return failure.lasting(pause)
    }

    /// The failures whose time is over by `now`, each once. How often they failed is still known.
    package mutating func takeDue(_ now: Instant) -> [LoadKey] {
        guard let nextRetry, nextRetry <= now else { return [] }
        let due = failures.filter { $0.value.retry.map { nextRetry <= $0 && $0 <= now } ?? false }.keys
        self.nextRetry = failures.values.lazy.compactMap(\.retry).filter { $0 > now }.min()
        return due.sorted { $0.rawValue < $1.rawValue }
    }

    /// - Returns: whether there was a failure.
    @discardableResult
    package mutating func forget(_ key: LoadKey) -> Bool { failures.removeValue(forKey: key) != nil }

    mutating func forget(_ collection: UInt16) { failures = failures.filter { $0.key.collection != collection } }

    /// Forgets what may have passed.
    /// - Parameters:
    ///   - collection: of these pictures only.
    ///   - isMeant: which failures.
    /// - Returns: the pictures that may be tried again.
    mutating func forgetPassing(
        of collection: UInt16, where isMeant: (LoadFailure) -> Bool = { _ in true }
    ) -> [LoadKey] {
        let gone = failures.filter {
            $0.key.collection == collection && $0.value.retry != nil && isMeant($0.value.failure)
        }
        for key in gone.keys { failures[key] = nil }
        return gone.keys.sorted { $0.rawValue < $1.rawValue }
    }
}

extension LoadFailure {
    /// Whether the same content may be read without a change of its own.
    package var mayPass: Bool {
        switch self {
        case .unreadable: false
        case .cancelled, .missing, .unavailable, .transient, .exhausted, .busy, .notYet: true
        }
    }

    /// Whether it is the file that was not there, or could not be opened or read.
    var isOfFile: Bool {
        switch self {
        case .missing: true
        case .unavailable(let reason, _), .transient(let reason): Reason.ofFiles.contains(reason.code)
        case .cancelled, .unreadable, .exhausted, .busy, .notYet: false
        }
    }

    fileprivate var firstPause: Duration {
        switch self {
        case .exhausted: FailureMemory.firstExhaustedPause
        case .busy(_, let pause): max(pause, FailureMemory.firstPause)
        default: FailureMemory.firstPause
        }
    }

    /// The same, with the time after which it is tried again.
    fileprivate func lasting(_ pause: Duration) -> LoadFailure {
        switch self {
        case .unavailable(let reason, _): .unavailable(reason, pause: pause)
        case .transient, .exhausted, .busy, .notYet: .busy(reason, pause: pause)
        case .cancelled, .missing, .unreadable: self
        }
    }
}
