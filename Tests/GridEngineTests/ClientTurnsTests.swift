import Synchronization
import Testing

@testable import GridEngine

/// One client's close looks delay nobody else's.
@Suite struct ClientTurnsTests {
    @Test func `so many of a client are under way, the rest wait in their order, and others begin at once`() {
        var turns = ClientTurns(width: 2, limit: 3)
        #expect((1...6).map { turns.enter($0, of: "a") } == [.begins, .begins, .waits, .waits, .waits, .refused])
        #expect(turns.enter(7, of: "b") == .begins)
        #expect(turns.withdraw(4, of: "a") && !turns.withdraw(4, of: "a") && !turns.withdraw(1, of: "a"))
        #expect(turns.leave("a") == 3 && turns.leave("a") == 5 && turns.leave("a") == nil && turns.leave("a") == nil)
        #expect(turns.leave("b") == nil && turns.isEmpty)
    }

    @Test func `a turn ends with its last reference, and the next one begins`() async throws {
        let turns = RequestTurns()
        let client = Client(origin: "a")
        let begun = Mutex<[Int: RequestTurns.Turn]>([:])
        let (numbers, hasBegun) = AsyncStream.makeStream(of: Int.self)
        for number in 1...6 {
            try turns.enter(number, of: client) { turn in
                begun.withLock { $0[number] = turn }
                hasBegun.yield(number)
            }
        }
        #expect(begun.withLock { Set($0.keys) } == [1, 2, 3, 4])
        turns.withdraw(5, of: client)
        begun.withLock { $0[2] = nil }
        var seen: [Int] = []
        for await number in numbers {
            seen.append(number)
            if seen.count == 5 { break }
        }
        #expect(seen.last == 6)
    }

    @Test func `places are taken by the shares of clients, and come back with the last reference`() throws {
        let places = ClientPlaces(limit: 8, of: .archives)
        func take(_ origin: String) -> ClientPlaces.Place? { try? places.take(for: Client(origin: origin)) }
        var held = (0..<5).map { _ in take("a") }
        #expect(held.map { $0 != nil } == [true, true, true, true, false])
        #expect(throws: GridError.shareUsed(.archives, share: 4)) { try places.take(for: Client(origin: "a")) }
        let others = ["b", "b", "c", "d"].map { take($0) }
        #expect(others.allSatisfy { $0 != nil })
        #expect(throws: GridError.tooMany(.archives, limit: 8)) { try places.take(for: Client(origin: "e")) }
        held.removeAll()
        #expect(take("e") != nil)
    }
}
