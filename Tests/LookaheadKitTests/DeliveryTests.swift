import Synchronization
import Testing

@testable import LookaheadKit

/// Changes on their way back to the source.
struct DeliveryTests {
    private static func change(_ version: Int) -> CollectionChange {
        CollectionChange(
            from: version, to: version + 1, isOfSource: false, author: nil, operations: [.reconfigure("a")])
    }

    @Test func `changes come in order, each again until it succeeds, with longer and longer pauses`() async {
        let tries = Mutex<[Int]>([])
        let pauses = Mutex<[Duration]>([])
        let (delivered, done) = AsyncStream.makeStream(of: Int.self)
        let delivery = Delivery(of: "c", store: nil, pause: { pause in pauses.withLock { $0.append(pause) } }) {
            change in
            let count = tries.withLock { tries in
                tries.append(change.to)
                return tries.count
            }
            // Five failures of the first.
            if count <= 5 { throw CollectionError("away", "The table is away.") }
            done.yield(change.to)
        }
        for version in 1...3 { delivery.append(Self.change(version)) }
        var order: [Int] = []
        for await version in delivered.prefix(3) { order.append(version) }
        #expect(order == [2, 3, 4])
        #expect(tries.withLock { $0 } == [2, 2, 2, 2, 2, 2, 3, 4])
        #expect(pauses.withLock { $0 } == [100, 200, 400, 800, 1600].map { .milliseconds($0) })
        #expect(Delivery.pauseAfter(40) == .seconds(60))
        #expect(delivery.trouble == nil)
    }

    @Test func `what waits is said with its number and the source's sentence`() async {
        let (paused, pausing) = AsyncStream.makeStream(of: Void.self)
        let delivery = Delivery(
            of: "c", store: nil,
            pause: { _ in
                pausing.yield()
                try await Task.sleep(for: .seconds(3600))
            }
        ) { _ in throw CollectionError("away", "The table is away.") }
        for version in 1...2 { delivery.append(Self.change(version)) }
        for await _ in paused { break }
        #expect(delivery.trouble?.sentence == "2 changes wait to be written back to the source: The table is away.")
        delivery.close()
    }
}
