import LookaheadKit
import Synchronization

/// Words in sections, which people may move; what is written back is noted.
final class Words: CollectionMoving {
    let id = "words"
    let order: CollectionOrder
    private let state = Mutex(State())
    /// A value for each delivery. For one reader at a time.
    let deliveries: AsyncStream<Void>
    private let delivery: AsyncStream<Void>.Continuation

    struct State {
        var sections = [["a", "b", "c"], ["d"]]
        var delivered: [CollectionChange] = []
        /// How many deliveries fail from now on.
        var failures = 0
        /// Why moves are refused when they are delivered.
        var refusal: String?
        var authors: [ChangeAuthor] = []
        var revision: String?
        /// How often the snapshot was read.
        var readings = 0
        var asked: [[String]] = []
    }

    init(order: CollectionOrder = .people) {
        self.order = order
        (deliveries, delivery) = AsyncStream.makeStream(of: Void.self)
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    var delivered: [CollectionChange] { state.withLock { $0.delivered } }
    var asked: [[String]] { state.withLock { $0.asked } }

    var snapshot: CollectionSnapshot {
        var snapshot = CollectionSnapshot()
        for (index, words) in state.withLock({ $0.sections }).enumerated() {
            snapshot.appendSection("s\(index)", title: "Section \(index)")
            for word in words { snapshot.append(word) }
        }
        return snapshot
    }

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        change { $0.readings += 1 }
        snapshot = self.snapshot
    }

    func revision() async throws -> String? { state.withLock { $0.revision } }
    var readings: Int { state.withLock { $0.readings } }
    var authors: [ChangeAuthor] { state.withLock { $0.authors } }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        state.withLock { $0.asked.append(ids) }
        return ids.map { CollectionItem(id: $0, title: $0.uppercased()) }
    }

    func canMoveItem(_ id: String, by author: ChangeAuthor) -> MoveDecision {
        change { $0.authors.append(author) }
        return id == "d" ? .refused("d stays.") : .allowed
    }

    func didCommit(_ change: CollectionChange) async throws {
        try state.withLock { state in
            if state.failures > 0 {
                state.failures -= 1
                throw CollectionError("away", "The table is away.")
            }
            if let refusal = state.refusal { throw CollectionError.refusal(refusal) }
            state.delivered.append(change)
        }
        delivery.yield()
    }
}

extension CollectionSnapshot {
    /// Identifiers by section.
    init(_ sections: [[String]]) {
        self.init()
        for (index, words) in sections.enumerated() {
            appendSection("s\(index)", title: "Section \(index)")
            for word in words { append(word) }
        }
    }
}
