/// The order of a collection at one version: sections of items, all by ordinal.
///
/// A value: a copy costs O(1) and shares everything; changing one copies only the pages that it touches, and only while
/// another copy is alive. Reading needs no lock. A section, item or flat index out of range is the caller's bug and traps,
/// except where the result is optional.
///
/// Copies form a line: the newest is cheap to change, any number of times. Changing an older one while a newer one is
/// alive is correct too, but costs O(n) once.
public struct Snapshot: Sendable {
    private(set) var table: SectionTable
    private var storage: OrderStorage

    /// An order without sections.
    public init() {
        table = SectionTable()
        storage = OrderStorage(OrderTree())
    }

    /// Builds an order in bulk, O(n).
    /// - Throws: for a duplicate item or section.
    public init(sections: [(id: SectionOrdinal, items: [ItemOrdinal])]) throws(SnapshotError) {
        try self.init(counts: sections.map { (id: $0.id, count: $0.items.count) }) { builder in
            for section in sections { section.items.withOrdinals { builder.append($0) } }
        }
    }

    /// The same, of ordinals as they are stored.
    /// - Throws: for a duplicate item or section.
    package init(stored sections: [(id: SectionOrdinal, items: [UInt32])]) throws(SnapshotError) {
        try self.init(counts: sections.map { (id: $0.id, count: $0.items.count) }) { builder in
            for section in sections { section.items.withUnsafeBufferPointer { builder.append($0) } }
        }
    }

    private init(
        counts: [(id: SectionOrdinal, count: Int)], _ fill: (inout OrderTree.Builder) -> Void
    ) throws(SnapshotError) {
        table = try SectionTable(counts)
        var tree = OrderTree()
        let duplicate = tree.build(fill)
        storage = OrderStorage(tree)
        if let duplicate { throw .duplicateItem(ItemOrdinal(duplicate)) }
    }

    /// An order in which the items are in the sequence of their ordinals, from 0 on. O(n).
    /// - Throws: for a duplicate section.
    package init(ascending sections: [(id: SectionOrdinal, count: Int)]) throws(SnapshotError) {
        table = try SectionTable(sections)
        let count = sections.reduce(0) { $0 + $1.count }
        var tree = OrderTree()
        let duplicate = tree.build { builder in
            for first in stride(from: 0, to: count, by: 4096) {
                (first..<min(first + 4096, count)).map { ItemOrdinal(UInt32($0)) }.withOrdinals { builder.append($0) }
            }
        }
        assert(duplicate == nil)
        storage = OrderStorage(tree)
    }

    /// Sections with their counts, over a tree that holds as many items.
    init(table: SectionTable, tree: OrderTree) {
        self.table = table
        storage = OrderStorage(tree)
    }

    var tree: OrderTree { storage.tree }

    /// Changes table and tree in place, copying first what another snapshot sees too.
    mutating func change(_ body: (inout SectionTable, inout OrderTree) -> Void) {
        if !isKnownUniquelyReferenced(&storage) || !storage.tree.writer.isNewest { storage = storage.derived() }
        body(&table, &storage.tree)
        storage.tree.writer.returnPages()
        assert(isSound)
    }

    /// Whether the sections count what the tree holds and, in small orders, whether the tree's invariants hold. For debug
    /// builds.
    private var isSound: Bool {
        table.itemCounts.reduce(0, +) == storage.tree.count
            && (numberOfItems > 4096 || storage.tree.brokenInvariants() == [])
    }

    // MARK: Counts

    /// The number of sections; empty ones count.
    public var numberOfSections: Int { table.count }
    /// The number of items of all sections. O(1).
    public var numberOfItems: Int { storage.tree.count }

    /// The number of items of the section at an index.
    public func numberOfItems(inSection section: Int) -> Int { table.itemCount(of: section) }

    /// Items per section, for layouts.
    public var itemCounts: [Int] { table.itemCounts }

    // MARK: Sections

    /// The section at an index. O(1).
    public func section(at index: Int) -> SectionOrdinal { table.ids[index] }

    /// The index of a section; `nil` when it is not in the order. O(1).
    public func index(of section: SectionOrdinal) -> Int? { table.index(of: section) }

    // MARK: Items

    /// O(log n).
    public func item(at path: IndexPath) -> ItemOrdinal {
        precondition(path.item >= 0 && path.item < table.itemCount(of: path.section), "no item at \(path)")
        return ItemOrdinal(storage.tree.item(at: flatIndex(for: path)))
    }

    /// O(log n).
    public func item(atFlat index: Int) -> ItemOrdinal {
        precondition(index >= 0 && index < numberOfItems, "no item at \(index) of \(numberOfItems)")
        return ItemOrdinal(storage.tree.item(at: index))
    }

    /// Whether an item is in the order. O(1).
    public func contains(_ item: ItemOrdinal) -> Bool { storage.tree.contains(item.rawValue) }

    /// O(log n); `nil` when the item is not in the order.
    public func flatIndex(of item: ItemOrdinal) -> Int? { storage.tree.position(of: item.rawValue) }

    /// O(log n); `nil` when the item is not in the order.
    public func indexPath(of item: ItemOrdinal) -> IndexPath? { flatIndex(of: item).map(indexPath(forFlat:)) }

    /// The path of the item at a flat index; for the number of items, a path behind the last section.
    public func indexPath(forFlat index: Int) -> IndexPath { table.path(ofFlat: index) }

    /// The flat index of a path; a path may point behind its section's last item.
    public func flatIndex(for path: IndexPath) -> Int { table.start(of: path.section) + path.item }

    /// Calls `body` with flat index, index path and item, in order, for each item of a flat range. Allocates nothing.
    /// - Throws: what `body` throws.
    public func forEachItem<E: Error>(
        inFlat range: Range<Int>, _ body: (Int, IndexPath, ItemOrdinal) throws(E) -> Void
    ) throws(E) {
        guard !range.isEmpty else { return }
        precondition(range.lowerBound >= 0 && range.upperBound <= numberOfItems, "\(range) of \(numberOfItems)")
        var flat = range.lowerBound
        var path = indexPath(forFlat: flat)
        var below = table.itemCount(of: path.section)
        try storage.tree.forEachRun(in: range) { (run) throws(E) in
            for item in run {
                while path.item == below {
                    path = IndexPath(path.section + 1, 0)
                    below = table.itemCount(of: path.section)
                }
                try body(flat, path, ItemOrdinal(item))
                flat += 1
                path.item += 1
            }
        }
    }
}

extension Snapshot {
    /// Calls `body` with the items of a flat range in order, in runs as they are in memory: the fastest way through a whole
    /// order. A run is valid during its call.
    /// - Throws: what `body` throws.
    package func forEachRun<E: Error>(
        inFlat range: Range<Int>, _ body: (UnsafeBufferPointer<ItemOrdinal>) throws(E) -> Void
    ) throws(E) {
        precondition(range.lowerBound >= 0 && range.upperBound <= numberOfItems, "\(range) of \(numberOfItems)")
        try tree.forEachRun(in: range) { (run) throws(E) in
            let items = UnsafeRawPointer(run.baseAddress!).assumingMemoryBound(to: ItemOrdinal.self)
            try body(UnsafeBufferPointer(start: items, count: run.count))
        }
    }

    /// Whether items are in the order: a bit for each ordinal below a limit, 64 to a word. Without looking at the sequence.
    package func membership(below limit: Int) -> [UInt64] { tree.homes.isSet(below: limit) }

    /// The flat indices of a section's items.
    package func flatRange(ofSection section: Int) -> Range<Int> {
        let start = table.start(of: section)
        return start..<(start + table.itemCount(of: section))
    }
}

extension Snapshot {
    /// The memory of this order and of the versions that share its pages, without the section table.
    package var sizeBytes: Int {
        let pages = tree.writer.arena.pageCounts
        return (pages.total - pages.free) * Page.sizeBytes
    }
}
