import CollectionModel
import Prefetching
import Testing

@testable import GridEngine

/// How often results are led on while files are read.
@Suite struct FoundMetadataTests {
    private let waiting = FoundMetadata()

    private func batch(_ items: Range<UInt32>) -> FoundMetadata.Batch {
        FoundMetadata.Batch(found: items.map { (ItemOrdinal($0), .read(nil)) })
    }

    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    @Test func `the first step is made at once, and takes what came until then`() {
        #expect(waiting.add(batch(0..<3), now: at(1)) == at(1))
        #expect(waiting.add(batch(3..<5), now: at(1)) == nil)
        #expect(waiting.take().found.map(\.item.rawValue) == [0, 1, 2, 3, 4])
        #expect(waiting.take().count == 0)
        #expect(waiting.add(batch(5..<6), now: at(2)) == at(2))
    }

    @Test func `behind a step that takes long, four times as long passes, and five seconds at most`() {
        waiting.noteStep(from: at(1), to: at(1.1))
        #expect(waiting.add(batch(0..<1), now: at(1.2)) == at(1.5))
        _ = waiting.take()
        #expect(waiting.add(batch(1..<2), now: at(1.6)) == at(1.6))
        _ = waiting.take()
        waiting.noteStep(from: at(2), to: at(60))
        #expect(waiting.add(batch(2..<3), now: at(60)) == at(65))
    }

    @Test func `what takes much memory does not wait`() {
        waiting.noteStep(from: at(0), to: at(9))
        #expect(waiting.add(batch(0..<64), now: at(9)) == at(14))
        #expect(waiting.add(batch(0..<65_000), now: at(9)) == nil)
        #expect(waiting.add(batch(0..<1000), now: at(9)) == at(9))
        #expect(waiting.take().count == 66_064)
    }
}
