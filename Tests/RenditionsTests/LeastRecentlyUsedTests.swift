import LookaheadTesting
import SeededRandom
import Testing

@testable import Renditions

@Suite struct LeastRecentlyUsedTests {
    /// The slow oracle: an array, most recently used first.
    private struct Model {
        var entries: [(key: Int, value: Int, bytes: Int)] = []

        mutating func use(_ key: Int) -> Int? {
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            entries.insert(entries.remove(at: place), at: 0)
            return entries[0].value
        }

        mutating func insert(_ value: Int, bytes: Int, for key: Int) {
            entries.removeAll { $0.key == key }
            entries.insert((key, value, bytes), at: 0)
        }
    }

    @Test(arguments: [1, 2, 3]) func `it agrees with an array through a long history`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var subject = LeastRecentlyUsed<Int, Int>()
        var model = Model()
        for step in 0..<5_000 {
            let key = Int(random.next() % 20)
            switch random.next() % 8 {
            case 0...2: #expect(subject.use(key) == model.use(key), "seed \(seed), step \(step)")
            case 3...5:
                let bytes = Int(random.next() % 100)
                subject.insert(step, bytes: bytes, for: key)
                model.insert(step, bytes: bytes, for: key)
            case 6:
                let oldest = subject.removeOldest()
                #expect(oldest?.key == model.entries.popLast()?.key, "seed \(seed), step \(step)")
            default:
                subject.remove(key)
                model.entries.removeAll { $0.key == key }
            }
            #expect(subject.count == model.entries.count, "seed \(seed), step \(step)")
            #expect(subject.bytes == model.entries.reduce(0) { $0 + $1.bytes }, "seed \(seed), step \(step)")
        }
    }
}
