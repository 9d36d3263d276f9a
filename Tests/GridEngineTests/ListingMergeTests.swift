import CollectionModel
import Testing

@testable import GridEngine

@Suite struct ListingMergeTests {
    private typealias Order = [(section: UInt32, items: [UInt32])]

    private func snapshot(_ order: Order) throws -> Snapshot {
        try Snapshot(sections: sections(order))
    }

    private func sections(_ order: Order) -> [ListingMerge.Section] {
        order.map { (SectionOrdinal($0.section), $0.items.map { ItemOrdinal($0) }) }
    }

    /// The merged order as text: `0:12 1:3` is items 1 and 2 in section 0, item 3 in section 1.
    private func merge(_ current: Order, with listing: Order) throws -> String? {
        ListingMerge(current: try snapshot(current), listing: sections(listing)).merged()?.words
    }

    @Test func `what vanished is removed, what is new follows its neighbour`() throws {
        #expect(try merge([(0, [3, 1, 2])], with: [(0, [1, 4, 5, 3])]) == "0:3145")
        #expect(
            try merge([(0, [3, 1, 2])], with: [(0, [7, 1, 2, 3])]) == "0:7312", "without a neighbour, at the front")
    }

    @Test func `an item that people moved to another section stays there, and is no neighbour`() throws {
        #expect(try merge([(0, [1]), (1, [2])], with: [(0, [1, 2, 3]), (1, [])]) == "0:13 1:2")
    }

    @Test func `a new section follows its neighbour in the listing`() throws {
        #expect(try merge([(1, [1]), (0, [0])], with: [(0, [0]), (2, [2]), (1, [1])]) == "1:1 0:0 2:2")
        #expect(try merge([(0, [0])], with: [(5, [5]), (0, [0])]) == "5:5 0:0", "without a neighbour, at the front")
    }

    @Test func `a section that is no longer listed stays as long as it holds listed items`() throws {
        #expect(try merge([(0, [0]), (1, [1])], with: [(0, [0, 1])]) == "0:0 1:1")
        #expect(try merge([(0, [0]), (1, [1])], with: [(0, [0])]) == "0:0")
        #expect(try merge([(0, [0]), (1, [])], with: [(0, [0]), (1, [])]) == "0:0 1:", "a listed one stays empty")
    }

    @Test func `a listing of what is there already keeps the order`() throws {
        let current = try snapshot([(1, [3, 1]), (0, [2])])
        let merged = ListingMerge(current: current, listing: sections([(0, [1, 2, 3]), (1, [])])).merged()
        #expect(merged?.words == "1:31 0:2")
    }

    @Test func `a listing with a duplicate item has no order`() throws {
        #expect(try merge([(0, [0])], with: [(0, [0, 1]), (1, [1])]) == nil)
    }

    @Test func `every small listing keeps every small order, and puts what is new behind its neighbour`() throws {
        for current in smallOrders() {
            for listing in smallListings() {
                let before = try snapshot(current)
                let merge = ListingMerge(current: before, listing: sections(listing))
                let merged = try #require(merge.merged())
                let listed = listing.flatMap(\.items)
                let words: Comment = "\(before.words) with \(listing)"
                #expect(merged.allItems.sorted() == listed.sorted(), words)
                #expect(merged.allItems.filter { $0 < 3 } == before.allItems.filter { listed.contains($0) }, words)
                checkNewItems(in: merged, before, listing, words)
            }
        }
    }

    /// Behind a new item's neighbour come new items alone, up to the item itself.
    private func checkNewItems(in merged: Snapshot, _ before: Snapshot, _ listing: Order, _ words: Comment) {
        for (section, items) in listing {
            var neighbour: UInt32?
            for item in items {
                let home = before.indexPath(of: ItemOrdinal(item)).map { before.section(at: $0.section).rawValue }
                if home == section { neighbour = item }
                guard home == nil, let place = merged.indexPath(of: ItemOrdinal(item)) else { continue }
                #expect(merged.section(at: place.section).rawValue == section, words)
                let earlier = (0..<place.item).map { merged.item(at: IndexPath(place.section, $0)).rawValue }
                #expect(earlier.last { $0 < 3 } == neighbour, words)
            }
        }
    }

    /// All orders of three items in two sections.
    private func smallOrders() -> [Order] {
        let permutations: [[UInt32]] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        return permutations.flatMap { items -> [Order] in
            (0...3).map { split -> Order in
                [(section: 0, items: Array(items[..<split])), (section: 1, items: Array(items[split...]))]
            }
        }
    }

    /// All listings of five items, two of them new, where each is in one of two sections or gone.
    private func smallListings() -> [Order] {
        (0..<243).map { number -> Order in
            let homes = [1, 3, 9, 27, 81].map { number / $0 % 3 }
            return [UInt32(0), 1].map { section in
                (section: section, items: [UInt32](0..<5).filter { homes[Int($0)] == Int(section) })
            }
        }
    }
}

extension Snapshot {
    fileprivate var allItems: [UInt32] {
        var items: [UInt32] = []
        forEachItem(inFlat: 0..<numberOfItems) { _, _, item in items.append(item.rawValue) }
        return items
    }

    fileprivate var words: String {
        (0..<numberOfSections).map { section in
            let items = (0..<numberOfItems(inSection: section)).map { "\(item(at: IndexPath(section, $0)).rawValue)" }
            return "\(self.section(at: section).rawValue):\(items.joined())"
        }.joined(separator: " ")
    }
}
