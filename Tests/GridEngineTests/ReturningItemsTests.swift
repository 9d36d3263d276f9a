import CollectionModel
import SeededRandom
import Testing

@testable import GridEngine

/// Items that leave and come back, a few at a time: each to the place that it had among the others.
@Suite struct ReturningItemsTests {
    private typealias Place = ReturningItems.Place
    private static let section = SectionOrdinal(rawValue: 0)

    /// A section whose items leave and return, as a collection notes it.
    private struct Section {
        var items: [ItemOrdinal]
        var away: [ItemOrdinal: ReturningItems.Left] = [:]
        var version = 0

        mutating func leave(_ leaving: Set<ItemOrdinal>) {
            version += 1
            for (index, item) in items.enumerated() where leaving.contains(item) {
                let after = index == 0 ? nil : items[index - 1]
                away[item] = .init(place: Place(section: section, after: after), version: version)
            }
            items.removeAll { leaving.contains($0) }
        }

        /// - Returns: how many had no place.
        mutating func comeBack(_ returning: Set<ItemOrdinal>) -> Int {
            version += 1
            let there = Set(items)
            let places = ReturningItems(returning, away: away) { place in place.after.map(there.contains) ?? true }
            items =
                (places.behind[Place(section: section)] ?? [])
                + items.flatMap { [$0] + (places.behind[Place(section: section, after: $0)] ?? []) }
            for item in returning { away[item] = nil }
            for (item, after) in places.followers {
                away[item] = .init(place: Place(section: section, after: after), version: version)
            }
            return returning.subtracting(places.placed).count
        }
    }

    @Test func `whatever leaves and returns, in whatever parts, has its place among the others`() {
        for seed in 0..<2000 {
            var random = SeededRandom(seed: UInt64(seed))
            let all = (0..<UInt32(1 + seed % 9)).map { ItemOrdinal(rawValue: $0) }
            var section = Section(items: all)
            for _ in 0..<12 {
                let some = Set(all.filter { _ in Bool.random(using: &random) })
                if Bool.random(using: &random) {
                    section.leave(some.intersection(section.items))
                } else {
                    #expect(section.comeBack(some.intersection(section.away.keys)) == 0, "seed \(seed)")
                }
                #expect(section.items == all.filter { section.away[$0] == nil }, "seed \(seed)")
            }
            _ = section.comeBack(Set(section.away.keys))
            #expect(section.items == all, "seed \(seed)")
        }
    }

    @Test func `places that lead in a circle, or nowhere, are none`() {
        let items = (0..<4).map { ItemOrdinal(rawValue: $0) }
        func left(_ after: ItemOrdinal) -> ReturningItems.Left {
            .init(place: Place(section: Self.section, after: after), version: 1)
        }
        let away = [items[0]: left(items[1]), items[1]: left(items[0]), items[2]: left(items[3])]
        let places = ReturningItems(Set(items[..<3]), away: away) { $0.after == nil }
        #expect(places.placed.isEmpty && places.behind.isEmpty && places.followers.isEmpty)
    }
}
