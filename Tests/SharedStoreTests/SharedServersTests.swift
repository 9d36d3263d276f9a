import CollectionModel
import Foundation
import GridEngine
import LookaheadTesting
import SeededRandom
import Synchronization
import Testing

@testable import SharedStore

/// Engines over one real PostgreSQL.
@Suite(.serialized) struct SharedServersTests {
    /// One server: an engine with its store.
    final class Server: Sendable {
        let engine: GridEngine
        let store: SharedStore

        init(_ address: StoreAddress, items: Int = 20, limits: SharedStore.Limits = .init()) async throws {
            let store = try SharedStore(at: address, limits: limits)
            let engine = GridEngine(loader: ScriptedLoader(), store: store)
            (self.store, self.engine) = (store, engine)
            let source = ScriptedSource(sections: [("s", (0..<items).map { "i\($0)" })])
            _ = try await withCheckedContinuation { continuation in
                engine.add(source) { continuation.resume(returning: $0) }
            }.get()
        }

        func close() {
            engine.close()
            store.close()
        }

        func move(_ item: Int, to place: Int, key: String? = nil) async throws -> CommittedChange {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try engine.move(
                        "i\(item)", in: "c", toAfter: IndexPath(0, place), options: ChangeOptions(idempotencyKey: key)
                    ) { continuation.resume(with: $0) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }

        var version: Int { get throws { try engine.summary(of: "c").version } }

        var order: [String] {
            get throws {
                let (_, snapshot, identities) = try engine.snapshot(of: "c")
                return (0..<snapshot.numberOfItems).map { identities.itemID(snapshot.item(atFlat: $0)) }
            }
        }

        /// Waits until the server has a version; fails after some seconds.
        func reach(_ version: Int) async throws {
            let deadline = ContinuousClock.now + .seconds(20)
            while true {
                let reached = try self.version
                if reached >= version { return }
                try #require(ContinuousClock.now < deadline, "version \(reached) instead of \(version)")
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test func `a change on one server comes to the other by its hint`() async throws {
        let address = try PostgresServer.shared.get().database()
        var limits = SharedStore.Limits()
        limits.safetyNet = .seconds(3600)
        let (one, two) = (try await Server(address, limits: limits), try await Server(address, limits: limits))
        _ = try await one.move(3, to: 10)
        try await two.reach(2)
        #expect(try two.order == one.order)
        _ = try await two.move(4, to: 0)
        try await one.reach(3)
        #expect(try one.order == two.order && one.order.first == "i4")
        for server in [one, two] { server.close() }
    }

    @Test func `without notifications the servers look for themselves, and send none`() async throws {
        let address = try PostgresServer.shared.get().database()
        // The looks once a second are not what brings it.
        let limits = SharedStore.Limits(safetyNet: .seconds(3600), hasHints: false)
        let (one, two) = (try await Server(address, limits: limits), try await Server(address, limits: limits))
        let listener = try PostgresConnection(to: address)
        try listener.run(Statement("LISTEN lookahead"))
        for step in 0..<5 {
            _ = try await one.move(3, to: 10 + step % 2)
            try await two.reach(2 + step)
        }
        _ = try await two.move(4, to: 0)
        try await one.reach(7)
        #expect(try two.order == one.order)
        for server in [one, two] { server.close() }
        try listener.run(Statement("SELECT 1"))
        #expect(try listener.notifications(within: 0, wake: -1) == [])
    }

    @Test func `a lost hint is made up for by the next look`() async throws {
        let server = try PostgresServer.shared.get()
        let address = try server.database()
        var limits = SharedStore.Limits()
        limits.safetyNet = .milliseconds(50)
        let one = try await Server(address, limits: limits)
        // A store that nobody listens to appends, and hints nothing.
        let head = try #require(try one.store.restoreOrder("c")?.head)
        let connection = try PostgresConnection(to: address)
        let body = Array(try #require(try appendedBody()))
        try connection.run([
            Statement("BEGIN"),
            Statement("UPDATE lookahead.collections SET version = 2, stamp = 77"),
            Statement(
                "INSERT INTO lookahead.changes SELECT key, 2, $1, 77, $2 FROM lookahead.collections", .int(head.stamp),
                .bytes(body)),
            Statement("COMMIT"),
        ])
        try await one.reach(2)
        #expect(try one.order.prefix(2) == ["i1", "i0"])
        one.close()
    }

    /// What a move of the first item behind the second is in the log.
    private func appendedBody() throws -> [UInt8]? {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<20).map { ItemOrdinal(UInt32($0)) })])
        var update = BatchUpdate()
        update.moves = [BatchUpdate.Move(fromBefore: IndexPath(0, 0), toAfter: IndexPath(0, 1))]
        return LogBody.encode(try snapshot.apply(update).encode(), version: 2)
    }

    @Test(arguments: [CuttingProxy.Moment.after, .before], [false, true])
    func `a commit whose answer is lost, or never comes, is made once`(
        _ moment: CuttingProxy.Moment, hangs: Bool
    ) async throws {
        let server = try PostgresServer.shared.get()
        let direct = try server.database()
        let proxy = try CuttingProxy(to: server, hangs: hangs)
        let limits = SharedStore.Limits(silence: .milliseconds(500))
        let one = try await Server(
            try proxy.address(of: String(direct.text.split(separator: "/").last!)), limits: limits)
        let two = try await Server(direct)
        _ = try await one.move(1, to: 5)
        proxy.cutNextCommit(moment)
        #expect(try await one.move(2, to: 7).patch.to == 3)
        #expect(!proxy.isArmed, "it was cut")
        #expect(try await one.move(3, to: 9).patch.to == 4)
        try await two.reach(4)
        #expect(try two.order == one.order)
        #expect(try one.store.changes(of: "c", since: 0).map(\.version) == [2, 3, 4])
        for server in [one, two] { server.close() }
        proxy.stop()
    }

    private final class Run: Sendable {
        /// The version of each change that was acknowledged, by its key.
        let acknowledged = Mutex<[String: Int]>([:])
        /// Connections that were broken, and changes that were answered.
        let kills = Atomic(0)
        let answers = Atomic(0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `connections that break under writers lose nothing and double nothing`() async throws {
        let postgres = try PostgresServer.shared.get()
        let address = try postgres.database()
        let servers = [try await Server(address), try await Server(address), try await Server(address)]
        let end = Cancellation()
        let run = Run()
        let killer = Task.detached {
            let connection = try PostgresConnection(to: try postgres.address(of: "postgres"))
            while !end.isCancelled {
                let count = try connection.run(
                    Statement(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE application_name = 'lookahead' AND datname = $1 ORDER BY random() LIMIT 1
                        """, .text(String(address.text.split(separator: "/").last!)))
                ).count
                run.kills.add(count, ordering: .relaxed)
                // A change is given up whose connection breaks at each of its tries, as it would on a machine that is slower than this.
                let answered = run.answers.load(ordering: .relaxed)
                while !end.isCancelled, run.answers.load(ordering: .relaxed) == answered {
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await Task.sleep(for: .milliseconds(15))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    var random = SeededRandom(seed: UInt64(writer))
                    var step = 0
                    // As many as it takes where the writers are quicker than the one who breaks their connections.
                    while step < 50 || run.kills.load(ordering: .relaxed) <= 20 {
                        step += 1
                        let (item, place) = (
                            Int.random(in: 0..<20, using: &random), Int.random(in: 0..<20, using: &random)
                        )
                        let key = "\(writer)-\(step)"
                        let change = try await servers[writer % 3].move(item, to: place, key: key)
                        run.answers.add(1, ordering: .relaxed)
                        if !change.patch.patch.isEmpty { run.acknowledged.withLock { $0[key] = change.patch.to } }
                    }
                }
            }
            try await group.waitForAll()
        }
        end.cancel()
        try await killer.value
        let newest = try servers.map { try $0.version }.max()!
        for server in servers { try await server.reach(newest) }
        #expect(try Set(servers.map { try $0.order }).count == 1)
        let log = try servers[0].store.changes(of: "c", since: 0)
        #expect(log.map(\.version) == Array(2...newest), "no gap")
        let keys = log.compactMap(\.idempotencyKey)
        #expect(Set(keys).count == keys.count, "nothing twice")
        for (key, version) in run.acknowledged.withLock({ $0 }) {
            #expect(log[version - 2].idempotencyKey == key, "nothing lost")
        }
        let fresh = try await Server(address)
        #expect(try fresh.order == servers[0].order && fresh.version == newest)
        for server in servers + [fresh] { server.close() }
    }

    @Test func `tables that several servers make at once are made once`() async throws {
        // The race has many outcomes, of which one database shows one.
        for _ in 0..<4 {
            let address = try PostgresServer.shared.get().database()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await blocking { Result { try SharedStore(at: address).close() } }.get() }
                }
                try await group.waitForAll()
            }
            let answer = try PostgresConnection(to: address).run(Statement("SELECT version FROM lookahead.version"))
            #expect(answer.count == 1 && answer.int(0, 0) == Schema.version)
        }
    }

    @Test func `who only reads makes nothing, and reads what is there`() async throws {
        let address = try PostgresServer.shared.get().database()
        let none = "The database cannot be used: there is no data of Lookahead in it."
        #expect(throws: StoreError.failed(none)) { try SharedStore(toRead: address) }
        let connection = try PostgresConnection(to: address)
        #expect(throws: PostgresError.self, "nothing was made") {
            try connection.run(Statement("SELECT version FROM lookahead.version"))
        }
        let one = try await Server(address)
        let servers = Statement("SELECT count(*) FROM lookahead.servers")
        // A server enters itself a moment after it has opened.
        for _ in 0..<3000 where try connection.run(servers).int(0, 0) == 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        let before = try connection.run(servers).int(0, 0)
        #expect(before == 1)
        let reader = try SharedStore(toRead: address)
        #expect(try reader.collections() == ["c"] && reader.restore("c")?.items.count == 20)
        reader.close()
        #expect(try connection.run(servers).int(0, 0) == before)
        one.close()
        try connection.run(Statement("UPDATE lookahead.version SET version = 1"))
        let other = "The database cannot be used: the tables are of version 1; this Lookahead knows version 4."
        #expect(throws: StoreError.failed(other)) { try SharedStore(toRead: address) }
        #expect(try connection.run(Statement("SELECT version FROM lookahead.version")).int(0, 0) == 1)
    }

    @Test func `collections are stored together, however long it takes to read them`() async throws {
        let address = try PostgresServer.shared.get().database()
        let one = try await Server(address)
        let stored = try #require(try one.store.restore("c"))
        var order = stored.checkpoint
        order.newSections = stored.sections
        order.newItems = StoredIdentifiers(of: stored.items, from: 0)
        let first = order
        let found = await blocking {
            Result {
                try one.store.create(["d", "e"]) { (name) throws(StoreError) in
                    // A transaction of a server may rest for 5 s.
                    if name == "e" { Thread.sleep(forTimeInterval: 5.5) }
                    var order = first
                    order.collection = name
                    return SharedStore.Copy(order: order, traces: [], queries: [])
                }
            }
        }
        #expect(try found.get() == nil)
        #expect(try one.store.collections() == ["c", "d", "e"])
        one.close()
    }

    @Test func `a lease is one server's until it runs out`() throws {
        let address = try PostgresServer.shared.get().database()
        var limits = SharedStore.Limits()
        limits.leaseSeconds = 1
        let (one, two) = (try SharedStore(at: address, limits: limits), try SharedStore(at: address, limits: limits))
        #expect(try one.lease(.checkpoint, of: "c") && one.lease(.checkpoint, of: "c"))
        #expect(try !two.lease(.checkpoint, of: "c"))
        #expect(try two.lease(.checkpoint, of: "d"))
        let deadline = ContinuousClock.now + .seconds(20)
        while try !two.lease(.checkpoint, of: "c"), ContinuousClock.now < deadline {}
        #expect(try !one.lease(.checkpoint, of: "c"))
        for store in [one, two] { store.close() }
    }
}
