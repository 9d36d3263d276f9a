/// The sections of an order: their sequence and their numbers of items, with sums by block so that a place is found in
/// O(√s). A change of the sequence builds the table again.
struct SectionTable: Sendable {
    private static let blockSize = 64

    private struct Block {
        var counts: [Int] = []
        var total = 0
    }

    private(set) var ids: [SectionOrdinal]
    private let places: [SectionOrdinal: Int]
    private var blocks: [Block] = []

    init() {
        ids = []
        places = [:]
    }

    init(_ sections: some Collection<(id: SectionOrdinal, count: Int)>) throws(SnapshotError) {
        ids = sections.map(\.id)
        var places = [SectionOrdinal: Int](minimumCapacity: sections.count)
        for (index, section) in sections.enumerated() {
            guard places.updateValue(index, forKey: section.id) == nil else { throw .duplicateSection(section.id) }
            if index % Self.blockSize == 0 { blocks.append(Block()) }
            blocks[blocks.count - 1].counts.append(section.count)
            blocks[blocks.count - 1].total += section.count
        }
        self.places = places
    }

    var count: Int { ids.count }
    var itemCounts: [Int] { blocks.flatMap(\.counts) }

    func index(of section: SectionOrdinal) -> Int? { places[section] }

    func itemCount(of section: Int) -> Int { blocks[section / Self.blockSize].counts[section % Self.blockSize] }

    mutating func add(_ items: Int, to section: Int) {
        blocks[section / Self.blockSize].counts[section % Self.blockSize] += items
        blocks[section / Self.blockSize].total += items
    }

    /// The flat index of a section's first item; for the number of sections, the number of items.
    func start(of section: Int) -> Int {
        let block = section / Self.blockSize
        var start = 0
        for block in blocks[..<block] { start += block.total }
        guard section % Self.blockSize > 0 else { return start }
        for count in blocks[block].counts[..<(section % Self.blockSize)] { start += count }
        return start
    }

    /// The path of a flat index; behind the last section for the number of items.
    func path(ofFlat index: Int) -> IndexPath {
        var rest = index
        var block = 0
        while block < blocks.count, rest >= blocks[block].total {
            rest -= blocks[block].total
            block += 1
        }
        guard block < blocks.count else { return IndexPath(count, rest) }
        var section = 0
        while rest >= blocks[block].counts[section] {
            rest -= blocks[block].counts[section]
            section += 1
        }
        return IndexPath(block * Self.blockSize + section, rest)
    }
}

/// An invalid order.
public enum SnapshotError: Error, Hashable, Sendable {
    /// The item is in the order twice.
    case duplicateItem(ItemOrdinal)
    /// The section is in the order twice.
    case duplicateSection(SectionOrdinal)
}
