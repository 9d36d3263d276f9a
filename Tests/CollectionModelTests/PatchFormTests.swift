import CollectionModel
import SeededRandom
import Testing

/// The stored form of patches.
@Suite struct PatchFormTests {
    @Test func `items that are configured again are runs where they ascend, and read in any order`() throws {
        var patch = Patch()
        patch.reconfigures = (0..<100).map { ItemOrdinal($0) }
        #expect(patch.encode().first == 2 && patch.encode().count < 20)
        patch.reconfigures.swapAt(3, 70)
        #expect(patch.encode().first == 1)
        #expect(try Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount) == patch)
        patch.reconfigures = [ItemOrdinal](repeating: ItemOrdinal(7), count: 100)
        #expect(try Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount) == patch)
    }

    @Test func `a run names none but items that there are`() throws {
        var patch = Patch()
        patch.reconfigures = (0..<1000).map { ItemOrdinal($0) }
        let bytes = patch.encode()
        #expect(try Patch(decoding: bytes, itemCount: 1000) == patch)
        #expect(throws: PatchError.self) { try Patch(decoding: bytes, itemCount: 999) }
    }

    // Found by fuzzing: 22 bytes, which no order could have, were read as 33 million items in 11 s.
    @Test(arguments: [1, 8]) func `a few bytes that stand for more items than there are are refused`(runs: Int) {
        var form = VarintWriter(format: 2)
        for _ in 0..<4 { form.append(0) }
        form.append(runs)
        for _ in 0..<runs { for number in [0, (1 << 25) / runs - 1] { form.append(number) } }
        for _ in 0..<3 { form.append(0) }
        #expect(form.bytes.count < 64)
        #expect(throws: PatchError.self) { try Patch(decoding: form.bytes, itemCount: 1_000_000) }
    }

    @Test(arguments: 0..<8) func `items in runs are read as they were, in an array of their size`(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var patch = Patch()
        for ordinal in 0..<UInt32(20_000) where Int.random(in: 0..<8, using: &generator) > 0 {
            patch.reconfigures.append(ItemOrdinal(ordinal))
        }
        let read = try Patch(decoding: patch.encode(), itemCount: 20_000)
        #expect(read == patch, "seed \(seed)")
        #expect(read.reconfigures.capacity < patch.reconfigures.count + patch.reconfigures.count / 8, "seed \(seed)")
    }
}
