import SeededRandom
import Testing

@testable import GridEngine

/// How clients share the places of a table.
@Suite struct ClientShareTests {
    private func client(_ origin: Int, _ session: Int? = nil) -> Client {
        Client(origin: "o\(origin)", session: session.map { "s\($0)" })
    }

    /// Takes places until one is refused.
    private func fill(_ shares: inout ClientShares, _ client: Client) -> (count: Int, refusal: ClientShares.Refusal) {
        var count = 0
        while true {
            if let refusal = shares.refusal(for: client) { return (count, refusal) }
            shares.take(for: client)
            count += 1
        }
    }

    @Test func `who takes all it can leaves half of the rest to the others, again and again`() {
        var shares = ClientShares(limit: 10_000)
        #expect(fill(&shares, client(1)) == (5000, .origin("o1", share: 5000)))
        #expect(fill(&shares, client(2)).count == 2500)
        #expect(fill(&shares, client(3)).count == 1250)
        #expect(shares.refusal(for: client(4)) == nil)
    }

    @Test func `the sessions of an origin share what the origin has, and more of them get no more`() {
        var shares = ClientShares(limit: 10_000)
        #expect(fill(&shares, client(1, 1)) == (2500, .session(client(1, 1), share: 2500)))
        #expect(shares.refusal(for: client(1, 2)) == nil)
        for session in 2..<400 { _ = fill(&shares, client(1, session)) }
        #expect(shares.count == 5000)
        #expect(shares.refusal(for: client(1, 400)) == .origin("o1", share: 5000))
        #expect(fill(&shares, client(2, 1)).count == 1250)
    }

    @Test func `a browser with twenty tabs gets them while there is a place`() {
        var shares = ClientShares(limit: 1000)
        for _ in 0..<900 { shares.take(for: nil) }
        for origin in 1...4 { #expect(fill(&shares, client(origin, 1)).count >= 20, "origin \(origin)") }
        #expect(fill(&shares, client(6)).refusal == .full(1000))
    }

    @Test func `what is in nobody's share counts and has no limit but the table's`() {
        var shares = ClientShares(limit: 100)
        for _ in 0..<100 {
            #expect(shares.refusal(for: nil) == nil)
            shares.take(for: nil)
        }
        #expect(shares.refusal(for: nil) == .full(100))
    }

    @Test(arguments: 0..<8) func `places that were given back are counted nowhere`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var shares = ClientShares(limit: 60 + random.below(200))
        var held: [Client?] = []
        for _ in 0..<4000 {
            if random.below(3) > 0 {
                let kind = random.below(8)
                let new = kind == 0 ? nil : client(random.below(4), kind < 4 ? nil : random.below(3))
                let atOrigin = held.count { $0 != nil && $0?.origin == new?.origin }
                let own = held.count { $0 == new }
                let originShare = max(20, (shares.limit - (held.count - atOrigin)) / 2)
                let isAllowed =
                    held.count < shares.limit
                    && (new == nil || atOrigin < originShare)
                    && (new?.session == nil || own < max(20, (originShare - (atOrigin - own)) / 2))
                #expect((shares.refusal(for: new) == nil) == isAllowed, "seed \(seed)")
                guard isAllowed else { continue }
                shares.take(for: new)
                held.append(new)
            } else if !held.isEmpty {
                shares.giveBack(held.remove(at: random.below(held.count)))
            }
            #expect(shares.count == held.count)
            #expect(shares.clientCount == Set(held.compactMap { $0?.origin }).count)
        }
        for client in held { shares.giveBack(client) }
        #expect(shares.count == 0 && shares.clientCount == 0)
    }
}
