extension ItemSet {
    /// The words of the items of a page of a narrow column.
    fileprivate func words(of page: Int) -> ArraySlice<UInt64> {
        let first = min(page << (NarrowPage.shift - 6), words.count)
        return words[first..<min(first + (NarrowPage.count >> 6), words.count)]
    }
}

extension UInt64 {
    /// Calls `body` with the numbers of the bits that are set, lowest first.
    @inline(__always)
    fileprivate func forEachBit(_ body: (Int) -> Void) {
        var rest = self
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}

extension NarrowCells {
    /// Calls `body` with the value of each item whose bit is set and that has one.
    @inline(__always)
    fileprivate func forEachValue(_ words: ArraySlice<UInt64>, _ body: (Int64) -> Void) {
        switch width {
        case 0: break
        case 1: forEachValue(UInt8.self, words, body)
        case 2: forEachValue(UInt16.self, words, body)
        case 4: forEachValue(UInt32.self, words, body)
        default: forEachValue(UInt64.self, words, body)
        }
    }

    @inline(__always)
    private func forEachValue<Cell: UnsignedInteger & FixedWidthInteger & BitwiseCopyable>(
        _: Cell.Type, _ words: ArraySlice<UInt64>, _ body: (Int64) -> Void
    ) {
        let cells = cells.unsafelyUnwrapped.assumingMemoryBound(to: Cell.self)
        for (index, word) in words.enumerated() {
            let cells = cells + (index << 6)
            if word == .max {
                for slot in 0..<64 where cells[slot] != 0 { body(base &+ Int64(truncatingIfNeeded: cells[slot]) &- 1) }
            } else {
                word.forEachBit { slot in
                    if cells[slot] != 0 { body(base &+ Int64(truncatingIfNeeded: cells[slot]) &- 1) }
                }
            }
        }
    }
}

extension NarrowColumn {
    /// Calls `body` with the value of each item of a set that has one.
    @inline(__always)
    func forEachValue(in set: ItemSet, _ body: (NarrowCells, Int64) -> Void) {
        withCells { pages in
            for (number, page) in pages.enumerated() where page.width > 0 {
                page.forEachValue(set.words(of: number)) { body(page, $0) }
            }
        }
    }

    /// Counts the values, all from 0 and below `count`, of a set's items.
    func counts(_ set: ItemSet, count: Int, _ known: inout Int) -> [Int] {
        var counts = [Int](repeating: 0, count: count)
        var byCell = CellCounts()
        withCells { pages in
            for (number, page) in pages.enumerated() where page.width > 0 {
                let words = set.words(of: number)
                if page.width == 1 {
                    byCell.count(page, words)
                    byCell.drain { cell, found in counts[Int(page.base) + cell - 1] += found }
                } else {
                    page.forEachValue(words) { counts[Int($0)] += 1 }
                }
            }
        }
        known = counts.reduce(0, +)
        return counts
    }
}

/// How often each cell of a byte is in pages. Four counts for each: to count the same one again, the processor need not wait for the
/// count before.
struct CellCounts {
    private var counts = [UInt32](repeating: 0, count: 4 * 256)

    /// Counts the cells of the items whose bits are set.
    mutating func count(_ page: NarrowCells, _ words: ArraySlice<UInt64>) {
        let cells = page.cells.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        counts.withUnsafeMutableBufferPointer { counts in
            for (index, word) in words.enumerated() {
                let cells = cells + (index << 6)
                if word == .max {
                    for slot in stride(from: 0, to: 64, by: 4) {
                        counts[Int(cells[slot])] &+= 1
                        counts[256 + Int(cells[slot + 1])] &+= 1
                        counts[512 + Int(cells[slot + 2])] &+= 1
                        counts[768 + Int(cells[slot + 3])] &+= 1
                    }
                } else {
                    word.forEachBit { slot in counts[(slot & 3) << 8 | Int(cells[slot])] &+= 1 }
                }
            }
        }
    }

    /// Calls `body` with each cell that has a value and was counted, and begins again.
    mutating func drain(_ body: (Int, Int) -> Void) {
        counts.withUnsafeMutableBufferPointer { counts in
            for cell in 1...255 {
                let found = counts[cell] &+ counts[256 + cell] &+ counts[512 + cell] &+ counts[768 + cell]
                if found > 0 { body(cell, Int(found)) }
            }
            counts.update(repeating: 0)
        }
    }
}

extension KeywordColumn {
    /// How many of a set's items have each keyword, by keyword.
    func counts(_ set: ItemSet, _ known: inout Int) -> [(value: FieldValue, count: Int)] {
        let contents = table.contents
        let byList = lists.counts(set, count: contents.lists.count, &known)
        var byWord = [Int](repeating: 0, count: contents.words.count)
        for (list, count) in byList.enumerated() where count > 0 {
            for word in contents.lists[list] { byWord[Int(word)] += count }
        }
        return byWord.indices.filter { byWord[$0] > 0 }
            .map { (key: WordKey(contents.words[$0]), count: byWord[$0]) }
            .sorted { $0.key < $1.key }.map { (.keywords([$0.key.word]), $0.count) }
    }
}

extension NumberColumn {
    /// Numbers of which there are more different ones are counted in buckets only.
    static let valueLimit = 1_024

    /// How many of a set's items have each number, ascending, and how many are in each bucket.
    func counts(
        _ set: ItemSet, _ known: inout Int
    ) -> (
        values: [(value: FieldValue, count: Int)], buckets: [(from: FieldValue, until: FieldValue, count: Int)],
        hasMore: Bool
    ) {
        var (least, most) = (Double.infinity, -Double.infinity)
        var counts: [Double: Int] = [:]
        var hasMore = false
        var total = 0
        var last: (number: Double, count: Int) = (.nan, 0)
        cells.forEachValue(in: set) { page, value in
            let number = NumberColumn.number(value, isFloating: page.isFloating)
            total += 1
            (least, most) = (Swift.min(least, number), Swift.max(most, number))
            if hasMore { return }
            if number != last.number {
                if last.count > 0 { counts[last.number, default: 0] += last.count }
                hasMore = counts.count > Self.valueLimit
                last = (number, 0)
            }
            last.count += 1
        }
        if last.count > 0 { counts[last.number, default: 0] += last.count }
        hasMore = counts.count > Self.valueLimit
        known = total
        guard total > 0 else { return ([], [], false) }
        let values = hasMore ? [] : counts.sorted { $0.key < $1.key }.map { (FieldValue.number($0.key), $0.value) }
        return (values, buckets(set, from: least, to: most), hasMore)
    }

    private func buckets(
        _ set: ItemSet, from least: Double, to most: Double
    ) -> [(from: FieldValue, until: FieldValue, count: Int)] {
        let scale = BucketScale(from: least, to: most)
        var counts = [Int](repeating: 0, count: scale.count)
        cells.forEachValue(in: set) { page, value in
            counts[scale.bucket(of: NumberColumn.number(value, isFloating: page.isFloating))] += 1
        }
        return counts.indices.map { (.number(scale.start(of: $0)), .number(scale.start(of: $0 + 1)), counts[$0]) }
    }
}

extension DateColumn {
    /// How many of a set's items are in each year, or in each month or day when they are of a short time.
    ///
    /// A few dates far from all others, as clocks that were never set write them, do not make the spans coarser for these: they are
    /// counted together, before and behind.
    func buckets(_ set: ItemSet, _ known: inout Int) -> [(from: FieldValue, until: FieldValue, count: Int)] {
        var (least, most) = (Int64.max, Int64.min)
        var total = 0
        seconds.forEachValue(in: set) { _, second in
            (least, most) = (Swift.min(least, second), Swift.max(most, second))
            total += 1
        }
        known = total
        guard total > 0 else { return [] }
        let first = FieldDate(localSeconds: least).day.number
        var counts = [Int32](repeating: 0, count: FieldDate(localSeconds: most).day.number - first + 1)
        let start = Int64(first) * 86_400
        seconds.forEachValue(in: set) { _, second in counts[Int((second - start) / 86_400)] += 1 }
        let starts = Self.starts(Self.usual(counts, total), of: counts, from: first)
        return starts.indices.dropLast().map { index in
            let days = starts[index..<(index + 2)].map { min(max(0, Int($0 / 86_400) - first), counts.count) }
            return (
                .date(FieldDate(localSeconds: starts[index])), .date(FieldDate(localSeconds: starts[index + 1])),
                counts[days[0]..<days[1]].reduce(0) { $0 + Int($1) }
            )
        }
    }

    /// The part of the dates, at each end, that may be far from the others: one in this number.
    private static let farShare = 50
    /// With fewer dates, none is far.
    private static let fewDates = 8

    /// The days between which most dates are, where the others are far from them; else all.
    private static func usual(_ counts: [Int32], _ total: Int) -> Range<Int> {
        guard total >= fewDates else { return counts.indices }
        let far = max(1, total / farShare)
        var (low, high, below, above) = (0, counts.count, 0, 0)
        while below + Int(counts[low]) <= far, low < high - 1 {
            below += Int(counts[low])
            low += 1
        }
        while above + Int(counts[high - 1]) <= far, high > low + 1 {
            above += Int(counts[high - 1])
            high -= 1
        }
        return 5 * (high - low) < counts.count ? low..<high : counts.indices
    }

    /// The first seconds of the spans, and the end of the last one.
    private static func starts(_ usual: Range<Int>, of counts: [Int32], from first: Int) -> [Int64] {
        let period: Grouping.Period = usual.count > 2 * 366 ? .year : usual.count > 31 ? .month : .day
        func bounds(_ day: Int, _ period: Grouping.Period) -> Range<Int64> {
            period.bounds(around: Int64(first + day) * 86_400).seconds
        }
        var starts: [Int64] = []
        var start = bounds(usual.lowerBound, period).lowerBound
        if start > Int64(first) * 86_400 { starts.append(bounds(0, .year).lowerBound) }
        let last = Int64(first + usual.upperBound) * 86_400
        while start < last {
            starts.append(start)
            start = period.bounds(around: start).seconds.upperBound
        }
        starts.append(start)
        if start < Int64(first + counts.count) * 86_400 { starts.append(bounds(counts.count - 1, .year).upperBound) }
        return starts
    }
}
