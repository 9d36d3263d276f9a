import Synchronization

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
