import Dispatch
import Glibc
import SeededRandom
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

    @Test func `a change that the source refuses is taken back, and the next one follows`() async {
        let taken = Mutex<[String]>([])
        let (delivered, done) = AsyncStream.makeStream(of: Int.self)
        let delivery = Delivery(
            of: "c", store: nil,
            takeBack: { change, refusal in
                taken.withLock { $0.append("\(change.to) \(refusal.description)") }
                return true
            }
        ) { change in
            if change.to == 2 { throw CollectionError.refusal("The shelf is full.") }
            done.yield(change.to)
        }
        for version in 1...3 { delivery.append(Self.change(version)) }
        var order: [Int] = []
        for await version in delivered.prefix(2) { order.append(version) }
        #expect(order == [3, 4])
        #expect(taken.withLock { $0 } == ["2 The shelf is full."])
        #expect(delivery.trouble == nil)
    }

    @Test func `a change that cannot be taken back now waits, as one does that cannot be delivered`() async {
        let tries = Mutex(0)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let delivery = Delivery(
            of: "c", store: nil, pause: { _ in },
            takeBack: { _, _ in
                let count = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                if count < 3 { throw CollectionError("disk-full", "The disk is full.") }
                end.yield()
                return true
            }
        ) { _ in throw CollectionError.refusal("The shelf is full.") }
        delivery.append(Self.change(1))
        for await _ in ended { break }
        #expect(tries.withLock { $0 } == 3)
    }

    @Test func `sources that block their threads stop no other task`() async {
        // More than Swift's executor has threads.
        let count = sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 2
        let gate = DispatchSemaphore(value: 0)
        let isLate = Atomic(false)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        // A pool that they have used up would never come here to let them go on.
        DispatchQueue.global().asyncAfter(deadline: .now() + 20) {
            isLate.store(true, ordering: .relaxed)
            for _ in 0..<count { gate.signal() }
        }
        let deliveries = (0..<count).map { _ in
            Delivery(of: "c", store: nil) { _ in
                begin.yield()
                Self.block(on: gate)
            }
        }
        for delivery in deliveries { delivery.append(Self.change(1)) }
        for await _ in begun.prefix(count) {}
        let isInTime = !isLate.load(ordering: .relaxed)
        #expect(isInTime)
        for _ in 0..<count { gate.signal() }
    }

    private static func block(on gate: DispatchSemaphore) { gate.wait() }

    @Test func `a queue of changes is the same as an array`() {
        var random = SeededRandom(seed: 7)
        var (queue, array) = (ChangeQueue(), [CollectionChange]())
        for version in 0..<2000 {
            switch random.next() % 5 {
            case 0, 1, 2:
                queue.append(Self.change(version))
                array.append(Self.change(version))
            case 3 where !array.isEmpty:
                queue.removeFirst()
                array.removeFirst()
            default:
                let oldest = (array.first?.to ?? 0) + 2
                queue.removeAll(through: oldest)
                array.removeAll { $0.to <= oldest }
            }
            #expect(Array(queue.all) == array && queue.count == array.count && queue.first == array.first)
        }
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
