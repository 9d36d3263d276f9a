import Dispatch
import Synchronization

/// The turns of requests that take a thread or a decoder for a while: close looks at pictures, sheets of texels.
package final class RequestTurns: Sendable {
    /// A client's requests under way at the same time: as many as a large picture asks for to fill a window.
    static let width = 4
    /// Maximum number of its further ones that may wait.
    package static let limit = 256

    private struct State {
        var turns = ClientTurns(width: RequestTurns.width, limit: RequestTurns.limit)
        var last = 0
        var waiting: [Int: @Sendable (Turn) -> Void] = [:]
    }

    /// A request that has begun, until the last reference is gone.
    package final class Turn: Sendable {
        private let turns: RequestTurns
        private let origin: String?

        fileprivate init(_ turns: RequestTurns, _ origin: String?) {
            self.turns = turns
            self.origin = origin
        }

        deinit { turns.leave(origin) }
    }

    private let state = Mutex(State())

    private let limited: GridError.Limited

    package init(of limited: GridError.Limited = .closeLooks) { self.limited = limited }

    /// Requests that wait for their turn.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// A number for `enter` and `withdraw`.
    package func makeNumber() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Calls `begin` when its turn comes: at once, or later on another thread.
    /// - Throws: `.tooMany` when too many of the client wait already.
    package func enter(
        _ number: Int, of client: Client?, _ begin: @escaping @Sendable (Turn) -> Void
    ) throws(GridError) {
        let entry = state.withLock { state in
            let entry = state.turns.enter(number, of: client?.origin)
            if entry == .waits { state.waiting[number] = begin }
            return entry
        }
        switch entry {
        case .refused: throw .tooMany(limited, limit: Self.limit)
        case .waits: break
        case .begins: begin(Turn(self, client?.origin))
        }
    }

    /// Withdraws a request that is no longer wanted. One that has begun goes on.
    package func withdraw(_ number: Int, of client: Client?) {
        state.withLock { state in
            if state.turns.withdraw(number, of: client?.origin) { state.waiting[number] = nil }
        }
    }

    private func leave(_ origin: String?) {
        let next = state.withLock { state in
            state.turns.leave(origin).flatMap { state.waiting.removeValue(forKey: $0) }
        }
        guard let next else { return }
        let turn = Turn(self, origin)
        // Many that end at once must not begin in each other's calls.
        DispatchQueue.turns.async { next(turn) }
    }
}
