/// The places of a table, shared among clients. One client leaves at least half of the places that others leave: who takes all it
/// can takes half, the next one a quarter, and there is always a place for one more.
///
/// The rule holds twice: for origins among each other, and for the sessions of one origin. Many people behind one address have
/// half of the table together; one of them who has many sessions takes no place from other addresses.
///
/// A place without a client counts, but has no share: what the program itself adds, or what was there before a restart.
package struct ClientShares: Sendable {
    /// A client has at least this share, as many as there are tabs in a browser, while there is a place at all.
    package static let leastShare = 20

    let limit: Int
    private let least: Int
    private(set) var count = 0
    private var byOrigin: [String: Int] = [:]
    private var byClient: [Client: Int] = [:]

    init(limit: Int, leastShare: Int = ClientShares.leastShare) {
        self.limit = limit
        least = leastShare
    }

    /// What one of several may hold of `limit` places while the others hold `others`.
    package static func share(of limit: Int, others: Int, least: Int = leastShare) -> Int {
        max(least, (limit - others) / 2)
    }

    /// Why a client gets no further place; `nil` when it does.
    func refusal(for client: Client?) -> Refusal? {
        if let client {
            let atOrigin = byOrigin[client.origin, default: 0]
            let originShare = Self.share(of: limit, others: count - atOrigin, least: least)
            let own = byClient[client, default: 0]
            let share = Self.share(of: originShare, others: atOrigin - own, least: least)
            // The narrowest first: who has too much is to give up a place of their own.
            if client.session != nil, own >= share { return .session(client, share: share) }
            if atOrigin >= originShare { return .origin(client.origin, share: originShare) }
        }
        return count < limit ? nil : .full(limit)
    }

    /// Counts a place, whether or not it is within the client's share.
    mutating func take(for client: Client?) {
        count += 1
        guard let client else { return }
        byOrigin[client.origin, default: 0] += 1
        if client.session != nil { byClient[client, default: 0] += 1 }
    }

    /// To be called once for each `take`, with the same client.
    mutating func giveBack(_ client: Client?) {
        count -= 1
        precondition(count >= 0, "a place was given back that nobody took")
        guard let client else { return }
        Self.countDown(&byOrigin, client.origin)
        if client.session != nil { Self.countDown(&byClient, client) }
    }

    /// Clients that hold a place. Those that hold none are forgotten.
    var clientCount: Int { byOrigin.count }

    private static func countDown<Key>(_ counts: inout [Key: Int], _ key: Key) {
        let left = (counts[key] ?? 0) - 1
        precondition(left >= 0, "\(key) gives back a place that it did not take")
        counts[key] = left == 0 ? nil : left
    }

    /// Why there is no further place.
    enum Refusal: Equatable, Sendable {
        /// All places are taken.
        case full(Int)
        /// The share of all clients at an origin is used.
        case origin(String, share: Int)
        /// The share of one session is used.
        case session(Client, share: Int)

        /// Whether a place of this client would be the one to give up for the new one.
        func isAbout(_ client: Client?) -> Bool {
            switch self {
            case .full: true
            case .origin(let origin, _): client?.origin == origin
            case .session(let session, _): client == session
            }
        }

        func error(_ limited: GridError.Limited) -> GridError {
            switch self {
            case .full(let limit): .tooMany(limited, limit: limit)
            case .origin(_, let share), .session(_, let share): .shareUsed(limited, share: share)
            }
        }
    }
}
