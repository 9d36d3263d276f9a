import Prefetching
import Testing

@testable import GridEngine

@Suite struct WindowKeysTests {
    private static func entry(_ flat: Int, version: Int) -> WindowKeys.Entry? {
        // Every third cell has no picture.
        if flat % 3 == 2 { return nil }
        return WindowKeys.Entry(
            key: LoadKey(collection: 1, item: UInt32(10 * version + flat), rendition: 0),
            costClass: CostClass(format: 1, doublings: UInt8(1 + flat)), wantsPreview: false)
    }

    private static let ranges = (0...5).flatMap { lower in (lower...5).map { lower..<$0 } }

    @Test func `a move makes the keys of exactly the items that are new, for every two ranges and versions`() {
        for old in Self.ranges {
            for new in Self.ranges {
                for version in 1...2 {
                    var keys = WindowKeys()
                    keys.move(to: old, version: 1) { Self.entry($0, version: 1) }
                    var made: [Int] = []
                    keys.move(to: new, version: version) {
                        made.append($0)
                        return Self.entry($0, version: version)
                    }
                    let kept = version == 1 ? new.filter(old.contains) : []
                    #expect(made == new.filter { !kept.contains($0) }, "\(old) → \(new), version \(version)")
                    #expect(keys.range == new)
                    for flat in new { #expect(keys[flat]?.key == Self.entry(flat, version: version)?.key) }
                }
            }
        }
    }

    @Test func `the cost class is known inside the range, of the same version alone`() {
        var keys = WindowKeys()
        keys.move(to: 3..<6, version: 7) { Self.entry($0, version: 7) }
        #expect(keys.costClass(4, version: 7) == Self.entry(4, version: 7)?.costClass)
        #expect(keys.costClass(5, version: 7) == .unknown, "no picture")
        for flat in [0, 2, 6, 100] { #expect(keys.costClass(flat, version: 7) == .unknown) }
        #expect(keys.costClass(4, version: 8) == .unknown)
    }

    @Test func `after an invalidation every key is made again`() {
        var keys = WindowKeys()
        keys.move(to: 0..<4, version: 1) { Self.entry($0, version: 1) }
        keys.invalidate()
        var made: [Int] = []
        keys.move(to: 0..<4, version: 1) {
            made.append($0)
            return nil
        }
        #expect(made == [0, 1, 2, 3])
    }
}
