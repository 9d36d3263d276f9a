import CollectionModel
import Prefetching
import Synchronization

/// The metadata that a reader has found and no column has taken yet.
///
/// A reader reports a few files at a time. Where results are open that are computed again as a whole, such as groups by gaps of millions of
/// items, they are led on in larger steps, and take a part of the commit queue's time.
final class FoundMetadata: Sendable {
    struct Batch: Sendable {
        var found: [(item: ItemOrdinal, answer: MetadataAnswer)] = []
        var measured: [(picture: MeasuredPicture, item: ItemOrdinal)] = []

        var count: Int { found.count + measured.count }
    }

    /// The pause behind a step, as a multiple of its duration.
    private static let rest = 4
    private static let longestRest = Duration.seconds(5)
    /// No more wait for a step: they take memory.
    private static let waitingLimit = 65_536

    private struct State {
        var batch = Batch()
        var restsUntil = Instant.start
        var isScheduled = false
    }

    private let state = Mutex(State())

    /// - Returns: when a step is to take it; `nil` where one is to come already.
    func add(_ batch: Batch, now: Instant) -> Instant? {
        state.withLock { state in
            state.batch.found += batch.found
            state.batch.measured += batch.measured
            let isFull = state.batch.count >= Self.waitingLimit
            guard isFull || !state.isScheduled else { return nil }
            state.isScheduled = true
            return isFull ? now : max(now, state.restsUntil)
        }
    }

    func take() -> Batch {
        state.withLock { state in
            defer { (state.batch, state.isScheduled) = (Batch(), false) }
            return state.batch
        }
    }

    func noteStep(from begin: Instant, to end: Instant) {
        state.withLock { $0.restsUntil = end + min((end - begin) * Self.rest, Self.longestRest) }
    }
}
