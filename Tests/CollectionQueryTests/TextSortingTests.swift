import SeededRandom
import Testing

@testable import CollectionQuery

/// Sorting by text in passes over its bytes gives what comparing gives.
@Suite struct TextSortingTests {
    private static let words = [
        "", "a", "an album", "An Album", "IMG_", "img_00", "산", "사나이", "été", "zebra in the garden of the zoo ",
    ]

    @Test(arguments: [0, 1, 2, 31, 32, 500, 3_000, 70_000], [false, true])
    func `items are in the order of their texts, equals in the order they came in`(
        _ count: Int, _ descending: Bool
    ) throws {
        var random = SeededRandom(seed: UInt64(count))
        var column = TextColumn()
        for slot in 0..<count where Int.random(in: 0..<20, using: &random) > 0 {
            let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? Self.words.randomElement(using: &random)! : "\(Int.random(in: 0..<300, using: &random))"
            }
            column.set(slot, to: words.joined())
        }
        var items = (0..<UInt32(count)).shuffled(using: &random)
        let expected = items.enumerated().map { (place: $0, item: $1, text: column.sortText(Int($1))) }.sorted { a, b in
            guard let first = a.text, let second = b.text, first != second else {
                return (a.text == nil) == (b.text == nil) ? a.place < b.place : b.text == nil
            }
            return descending ? second < first : first < second
        }
        try column.sort(&items, descending: descending) { false }
        #expect(items == expected.map(\.item))
    }

    @Test func `a sort that is cancelled ends`() {
        var column = TextColumn()
        for slot in 0..<10 { column.set(slot, to: "\(slot)") }
        var items = (0..<UInt32(10)).map { $0 }
        #expect(throws: QueryError.cancelled) {
            try column.sort(&items, descending: false) { true }
        }
    }

    @Test(arguments: [0, 7, 33, 300, 5_000, 100_000], [1, 9, 33, 64])
    func `items are in the order of their keys, equals in the order they came in`(_ count: Int, _ bits: Int) {
        var random = SeededRandom(seed: UInt64(count + bits))
        let all = (0..<count).map { _ in UInt64.random(in: 0...(.max >> UInt64(64 - bits)), using: &random) }
        var (items, keys) = ((0..<UInt32(count)).map { $0 }, all)
        RadixSort.sort(&items, by: &keys)
        let expected = all.indices.sorted { all[$0] == all[$1] ? $0 < $1 : all[$0] < all[$1] }
        #expect(items.map(Int.init) == expected)
        #expect(keys == expected.map { all[$0] })
    }
}
