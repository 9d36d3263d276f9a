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
