extension TextColumn {
    /// Sorts items by their texts, stable; those without a text are last. Sixteen bytes of the sorted forms at a time: for ten million
    /// names, about 0.15 us an item and level.
    /// - Throws: `cancelled`.
    func sort(_ items: inout [UInt32], descending: Bool, isCancelled: () -> Bool) throws(QueryError) {
        var known: [UInt32] = []
        var missing: [UInt32] = []
        known.reserveCapacity(items.count)
        for item in items {
            if page(of: Int(item))?.hasText(Int(item) & TextPage.mask) == true {
                known.append(item)
            } else {
                missing.append(item)
            }
        }
        var sorting = TextSorting(self, known, descending: descending)
        try sorting.run(isCancelled)
        items = sorting.entries.map { known[Int($0.index)] } + missing
    }

    /// The key by which an item is sorted; `nil` without a text.
    func sortText(_ slot: Int) -> SortText? {
        guard let page = page(of: slot), page.hasText(slot & TextPage.mask) else { return nil }
        return page.sortText(slot & TextPage.mask)
    }
}

/// Sorts by the first sixteen bytes, then those that are equal by the next. The texts are read in the sequence in which they are in
/// memory, at each level again: read in the order of a group of equals, each of them would be waited for.
private struct TextSorting {
    /// Each item's index, in the order that is known.
    private(set) var entries: [RadixSort.Entry]
    private let column: TextColumn
    private let items: [UInt32]
    /// Turns the bits of keys around where greater texts come first.
    private let turn: UInt64
    /// Eight bytes each of an item's sorted form, by its index.
    private var high: [UInt64]
    private var low: [UInt64]
    /// Ranges of entries that are equal so far.
    private var open: [Range<Int>]
    /// By index: whether the item is in one of them.
    private var isOpen: [Bool]

    /// - Precondition: the items have texts.
    init(_ column: TextColumn, _ items: [UInt32], descending: Bool) {
        (self.column, self.items) = (column, items)
        turn = descending ? .max : 0
        entries = items.indices.map { .init(key: 0, index: UInt32($0)) }
        high = [UInt64](repeating: 0, count: items.count)
        low = high
        open = items.count > 1 ? [items.indices] : []
        isOpen = [Bool](repeating: true, count: items.count)
    }

    mutating func run(_ isCancelled: () -> Bool) throws(QueryError) {
        var scratch = entries
        var byte = 0
        while !open.isEmpty {
            try read(from: byte, isCancelled)
            let groups = open
            open = []
            isOpen.withUnsafeMutableBufferPointer { $0.update(repeating: false) }
            for group in groups {
                if group.count > 1 << 16, isCancelled() { throw .cancelled }
                split(group, &scratch)
            }
            byte += 16
        }
    }

    /// Reads the next bytes of all items whose place is open.
    private mutating func read(from byte: Int, _ isCancelled: () -> Bool) throws(QueryError) {
        var start = 0
        while start < items.count {
            if start & 0xFFFF == 0, isCancelled() { throw .cancelled }
            let page = items[start] >> UInt32(TextPage.shift)
            // Up to the next question, or to where another page is needed.
            var end = start + 1
            while end < items.count, end & 0xFFFF != 0, items[end] >> UInt32(TextPage.shift) == page { end += 1 }
            column.pages[Int(page)].unsafelyUnwrapped.readWindows(
                of: start..<end, items: items, isOpen: isOpen, from: byte, high: &high, low: &low)
            start = end
        }
    }

    /// Sorts entries that were equal, and finds those that still are.
    private mutating func split(_ group: Range<Int>, _ scratch: inout [RadixSort.Entry]) {
        sort(group, by: high, &scratch)
        forEachRun(in: group) { sorting, run, _ in
            sorting.sort(run, by: sorting.low, &scratch)
            sorting.forEachRun(in: run) { sorting, run, key in
                // Texts that end within these bytes are equal.
                guard (key ^ sorting.turn) & 0xFF != 0 else { return }
                sorting.open.append(run)
                for entry in sorting.entries[run] { sorting.isOpen[Int(entry.index)] = true }
            }
        }
    }

    private mutating func sort(_ range: Range<Int>, by keys: [UInt64], _ scratch: inout [RadixSort.Entry]) {
        for place in range { entries[place].key = keys[Int(entries[place].index)] ^ turn }
        RadixSort.sort(&entries, &scratch, in: range)
    }

    /// Calls `body` with each range of two or more entries that have the same key.
    private mutating func forEachRun(in range: Range<Int>, _ body: (inout Self, Range<Int>, UInt64) -> Void) {
        var start = range.lowerBound
        while start < range.upperBound {
            let key = entries[start].key
            var end = start + 1
            while end < range.upperBound, entries[end].key == key { end += 1 }
            if end - start > 1 { body(&self, start..<end, key) }
            start = end
        }
    }
}

extension TextPage {
    /// Sixteen bytes of the sorted forms of items of this page, zeros behind their ends.
    /// - Parameters:
    ///   - range: of indices of the items, all of which have texts.
    ///   - items: all that are sorted.
    ///   - isOpen: by index: whether the item is read.
    ///   - first: the first byte.
    ///   - high: gets the first eight bytes, by index.
    ///   - low: gets the other eight.
    fileprivate func readWindows(
        of range: Range<Int>, items: [UInt32], isOpen: [Bool], from first: Int, high: inout [UInt64],
        low: inout [UInt64]
    ) {
        folded.withUnsafeBufferPointer { folded in
            for index in range where isOpen[index] {
                let slot = Int(items[index]) & Self.mask
                let window = SortWindow(UnsafeBufferPointer(rebasing: folded[foldedRange(slot)]), from: first)
                (high[index], low[index]) = (window ?? SortWindow(sortText(slot), from: first)).halves
            }
        }
    }

    /// - Precondition: there is a text.
    fileprivate func sortText(_ slot: Int) -> SortText {
        let folded = folded[foldedRange(slot)]
        // Keys of Hangul are capitals and control characters: only then the syllables are needed.
        return folded.allSatisfy { $0 >= 0x20 && !(0x41...0x5A ~= $0) }
            ? SortText(folded: Array(folded)) : SortText(text(slot)!)
    }
}
