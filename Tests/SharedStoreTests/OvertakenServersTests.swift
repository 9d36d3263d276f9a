import CollectionModel
import Dispatch
import GridEngine
import JSONText
import SeededRandom
import Synchronization
import Testing

@testable import SharedStore

/// As `OvertakenTests` with a store in memory: here the heads, the rows and the locks are PostgreSQL's.
@Suite(.serialized) struct OvertakenServersTests {
    private typealias Server = SharedServersTests.Server
    private typealias Completion = @Sendable (Result<CommittedChange, GridError>) -> Void

    /// Makes changes whose kinds and places are random. Guarded by its lock.
    private final class Chance: Sendable {
        private let random: Mutex<SeededRandom>

        init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

        func isOneOf(_ count: Int) -> Bool { random.withLock { Int.random(in: 0..<count, using: &$0) == 0 } }

        func change(_ engine: GridEngine, completion: @escaping Completion) {
            let (kind, item, place) = random.withLock {
                (
                    Int.random(in: 0..<8, using: &$0), "i\(Int.random(in: 0..<30, using: &$0))",
                    Int.random(in: 0..<30, using: &$0)
                )
            }
            do throws(GridError) {
                switch kind {
                case 0: try engine.undo(in: "c", completion: completion)
                case 1: try engine.redo(in: "c", completion: completion)
                case 2, 3: try engine.patchAttributes(of: item, in: "c", ["n": .int(place)], completion: completion)
                default: try engine.move(item, in: "c", toAfter: IndexPath(0, place), completion: completion)
                }
            } catch {
                completion(.failure(error))
            }
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [1, 2] as [UInt64])
    func `random changes on two servers, overtaken at every point, leave one order on both`(_ seed: UInt64) async throws
    {
        let address = try PostgresServer.shared.get().database()
        let chance = Chance(seed: seed)
        let two = try await Server(address, items: 30)
        let overtaken = Mutex(0)
        var limits = SharedStore.Limits()
        limits.beforeAppend = {
            guard !chance.isOneOf(3) else { return }
            let isOver = DispatchSemaphore(value: 0)
            chance.change(two.engine) { _ in isOver.signal() }
            isOver.wait()
            overtaken.withLock { $0 += 1 }
        }
        let one = try await Server(address, items: 30, limits: limits)
        for _ in 0..<60 {
            _ = await withCheckedContinuation { continuation in
                chance.change(one.engine) { continuation.resume(returning: $0) }
            }
        }
        #expect(overtaken.withLock { $0 } > 20, "seed \(seed)")
        #expect(try #require(one.store.figures).overtaken > 10, "seed \(seed)")
        try await two.reach(one.version)
        try await one.reach(two.version)
        let three = try await Server(address, items: 30)
        for server in [two, three] {
            #expect(try server.order == one.order && server.version == one.version, "seed \(seed)")
            for item in (0..<30).map({ "i\($0)" }) {
                #expect(
                    try server.engine.item(item, of: "c").item == one.engine.item(item, of: "c").item, "seed \(seed)")
            }
        }
        for server in [one, two, three] { server.close() }
    }
}
