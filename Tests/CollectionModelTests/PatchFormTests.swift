import CollectionModel
import Testing

/// The stored form of patches.
@Suite struct PatchFormTests {
    @Test func `items that are configured again are runs where they ascend, and read in any order`() throws {
        var patch = Patch()
        patch.reconfigures = (0..<100).map { ItemOrdinal($0) }
        #expect(patch.encode().first == 2 && patch.encode().count < 20)
        patch.reconfigures.swapAt(3, 70)
        #expect(patch.encode().first == 1)
        #expect(try Patch(decoding: patch.encode()) == patch)
        patch.reconfigures = [ItemOrdinal](repeating: ItemOrdinal(7), count: 100)
        #expect(try Patch(decoding: patch.encode()) == patch)
    }
}
