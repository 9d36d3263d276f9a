import Synchronization

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

    /// The share of one of several clients in `limit` places while the others hold `others`.
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

    /// Gives back a place. Call it once for each `take`, with the same client.
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

/// The sender of a request, as far as it can be told. Used for shares of limited places only: it grants and refuses nothing else.
package struct Client: Hashable, Sendable {
    /// Where its requests come from: the name of an address, or of a network.
    package var origin: String
    /// The browser or the program there; `nil` where all at one origin are one client.
    package var session: String?

    package init(origin: String, session: String? = nil) {
        self.origin = origin
        self.session = session
    }
}

/// Places for what takes long, shared among clients: archives and originals that are being sent.
package final class ClientPlaces: Sendable {
    /// One of them, until the last reference is gone.
    package final class Place: Sendable {
        private let places: ClientPlaces
        private let client: Client?

        fileprivate init(_ places: ClientPlaces, _ client: Client?) {
            self.places = places
            self.client = client
        }

        deinit { places.shares.withLock { $0.giveBack(client) } }
    }

    private let limited: GridError.Limited
    private let shares: Mutex<ClientShares>

    /// - Parameters:
    ///   - limit: of all clients together.
    ///   - limited: what they are for.
    ///   - least: what a client has at least, while there is a place at all.
    package init(limit: Int, of limited: GridError.Limited, least: Int = 1) {
        self.limited = limited
        shares = Mutex(ClientShares(limit: limit, leastShare: least))
    }

    /// - Throws: `.tooMany`, `.shareUsed`.
    package func take(for client: Client?) throws(GridError) -> Place {
        let refusal = shares.withLock { shares -> ClientShares.Refusal? in
            if let refusal = shares.refusal(for: client) { return refusal }
            shares.take(for: client)
            return nil
        }
        if let refusal { throw refusal.error(limited) }
        return Place(self, client)
    }
}
