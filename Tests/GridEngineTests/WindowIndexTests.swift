import Prefetching
import SeededRandom
import Testing

@testable import GridEngine

/// Which viewers hold a place, beside asking each of them.
@Suite struct WindowIndexTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the viewers that hold a place are found as by asking each`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let count = Int(random.next() % 40)
            let windows = (0..<count).map { _ in
                let start = Int(random.next() % 1000)
                return (range: start..<start + Int(random.next() % 120), viewer: ViewerID.random())
            }
            let index = WindowIndex(windows)
            for flat in stride(from: 0, to: 1100, by: 7) {
                var found: [ViewerID] = []
                index.forEachViewer(at: flat) { found.append($0) }
                let asked = windows.filter { $0.range.contains(flat) }.map(\.viewer)
                #expect(Set(found) == Set(asked) && found.count == asked.count, "\(flat) of \(windows)")
            }
        }
    }
}
