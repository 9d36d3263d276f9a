import CollectionModel
import CollectionQuery
import Prefetching
import Synchronization

/// How far the metadata of a collection's files is read.
struct MetadataProgress: Sendable {
    private(set) var done = 0
    private(set) var total = 0
    /// How often the files to read are being looked up: until then the total is not known.
    private var lookups = 0
    /// Items that could not be read for a reason that may pass.
    private(set) var waiting: Set<ItemOrdinal> = []
    /// When those are asked for again; `nil` as long as there are none, or something is read.
    private(set) var nextTry: Instant?
    private var pause = Self.firstPause

    /// A disk that was away, or a file that was written, is there again soon.
    private static let firstPause = Duration.seconds(5)
    private static let longestPause = Duration.seconds(600)

    /// Whether files are being read.
    var isReading: Bool { lookups > 0 || done < total }

    mutating func beginLookup() { lookups += 1 }

    mutating func endLookup(of count: Int, waiting others: some Sequence<ItemOrdinal>) {
        lookups -= 1
        total += count
        waiting.formUnion(others)
        endIfOver()
    }

    /// Takes over what was found out of some items.
    mutating func note(read: some Sequence<ItemOrdinal>, waiting others: some Sequence<ItemOrdinal>, count: Int) {
        waiting.subtract(read)
        waiting.formUnion(others)
        done += count
        endIfOver()
    }

    /// Schedules the next try. Call it when the reading of some items has ended, with or without success.
    mutating func scheduleTry(after now: Instant) {
        guard !waiting.isEmpty else {
            (nextTry, pause) = (nil, Self.firstPause)
            return
        }
        nextTry = now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    /// Begins the look-up of what waits: of nothing, when something is being read. `isListed`: since the source was read again, so that
    /// pauses begin anew.
    mutating func takeWaiting(isListed: Bool) -> Set<ItemOrdinal> {
        if isListed { pause = Self.firstPause }
        guard !waiting.isEmpty, !isReading else { return [] }
        defer { (waiting, nextTry) = ([], nil) }
        beginLookup()
        return waiting
    }

    private mutating func endIfOver() {
        if !isReading { (done, total) = (0, 0) }
    }
}

/// How much is known of what can be asked for.
package struct FieldReading: Sendable {
    /// Whether every item was looked at once: queries are answered.
    package var isFilled: Bool
    /// Whether every item was looked at, and every file has been read or has failed for a reason of its own.
    package var isComplete: Bool
    /// How far the files' metadata is read, while it is being read; the total is 0 until the files are looked up.
    package var progress: (done: Int, total: Int)?
    /// Items whose file could not be read for a reason that may pass; they are read again.
    package var waiting: Int

    init(_ state: CollectionQueries.State) {
        isFilled = state.filling == .filled
        isComplete = state.isComplete
        progress = state.metadata.isReading ? (state.metadata.done, state.metadata.total) : nil
        waiting = state.metadata.waiting.count
    }
}

/// Counts of values.
package struct FacetList: Sendable {
    package var facets: [Facet]
    /// How much of what they count is known.
    package var reading: FieldReading
}

/// Somebody who waits until files are read, or for a time. Any thread.
final class WaitForReading: Sendable {
    private struct State {
        var body: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    /// `body` is called once.
    init(_ body: @escaping @Sendable () -> Void) { state = Mutex(State(body: body)) }

    func end() {
        let body = state.withLock { state in
            defer { state.body = nil }
            return state.body
        }
        body?()
    }
}
