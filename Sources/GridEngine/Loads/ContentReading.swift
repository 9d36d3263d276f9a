import CollectionModel
import Synchronization

/// Contents for whoever waits for all of them: a page, a list, columns. Read in batches, two at once, beside the loads of viewers;
/// what is in memory is not read again.
final class ContentReading: Sendable {
    typealias Answer = Result<[String: SourceItem], LoadFailure>

    private static let callsAtOnce = 2
    /// The time of a call.
    private static let timeLimit = Duration.seconds(30)

    private struct State: Sendable {
        var found: [String: SourceItem]
        /// Identifiers that no call has taken yet.
        var left: ArraySlice<String>
        var running = 0
        var failure: LoadFailure?
        var completion: (@Sendable (Answer) -> Void)?
    }

    private let source: any ContentSource
    private let listed: [String: UInt64]
    private let cancellation: Cancellation
    private let state: Mutex<State>

    private init(
        _ source: any ContentSource, _ items: [KnownItem], _ cache: ContentCache, _ cancellation: Cancellation,
        _ completion: @escaping @Sendable (Answer) -> Void
    ) {
        self.source = source
        self.cancellation = cancellation
        listed = Dictionary(items.map { ($0.id, $0.listed) }) { first, _ in first }
        let found = cache.fresh(among: items.lazy.map(\.id))
        let left = items.lazy.map(\.id).filter { found[$0] == nil }
        state = Mutex(State(found: found, left: Array(left)[...], completion: completion))
    }

    /// Begins to read what items show.
    /// - Parameters:
    ///   - items: of the collection, each once.
    ///   - collection: theirs. One whose contents are there at once needs no reading: nothing is found.
    ///   - cancellation: raised when nobody waits any more.
    ///   - completion: called once, on any thread, with what the source knows, by identifier.
    static func begin(
        _ items: [KnownItem], of collection: LiveCollection, cancellation: Cancellation = Cancellation(),
        completion: @escaping @Sendable (Answer) -> Void
    ) {
        guard let source = collection.source.abilities.contents, let cache = collection.source.contents else {
            return completion(.success([:]))
        }
        let reading = ContentReading(source, items, cache, cancellation, completion)
        reading.goOn()
    }

    /// The same for a thread that may be blocked.
    static func wait(for items: [KnownItem], of collection: LiveCollection) throws(LoadFailure) -> [String: SourceItem]
    {
        if collection.source.contents == nil { return [:] }
        let answer = OneShot<Answer>()
        begin(items, of: collection) { answer.fulfill($0) }
        return try answer.wait().get()
    }

    private func goOn() {
        while let ids = next() {
            ContentCall.begin(source, for: ids, timeLeft: Self.timeLimit, cancellation: cancellation) { answer in
                self.take(answer, of: ids)
                self.goOn()
            }
        }
    }

    /// The next batch; `nil` when there is none, or enough are being read.
    private func next() -> [String]? {
        let (ids, end) = state.withLock { state -> ([String]?, (@Sendable () -> Void)?) in
            if state.failure == nil, !state.left.isEmpty {
                guard state.running < Self.callsAtOnce else { return (nil, nil) }
                let ids = Array(state.left.prefix(ContentBatch.limit))
                state.left = state.left.dropFirst(ids.count)
                state.running += 1
                return (ids, nil)
            }
            guard state.running == 0, let completion = state.completion.take() else { return (nil, nil) }
            let answer: Answer = state.failure.map { .failure($0) } ?? .success(state.found)
            return (nil, { completion(answer) })
        }
        end?()
        return ids
    }

    private func take(_ answer: ContentCall.Answer, of ids: [String]) {
        let asked = Set(ids)
        state.withLock { state in
            state.running -= 1
            switch answer {
            case .failure(let failure): state.failure = state.failure ?? failure
            case .success(let items):
                for var item in items where asked.contains(item.id) {
                    item.revision = listed[item.id] ?? 0
                    state.found[item.id] = item
                }
            }
        }
    }
}
