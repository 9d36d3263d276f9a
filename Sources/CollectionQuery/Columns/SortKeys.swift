/// Values of items as integers from 0 that are ordered as the sort wants them; no value is greater than all.
struct SortKeys {
    private(set) var keys: [UInt64]
    private let least: Int64
    private let most: Int64
    private let descending: Bool
    /// Units of a date in a second: 1000 where the values are milliseconds.
    private let unitsPerSecond: Int64

    /// - Parameters:
    ///   - count: of items.
    ///   - descending: whether greater values come first.
    ///   - unitsPerSecond: of dates.
    ///   - value: of an item by its place in the sequence; `nil` when it has none.
    init(count: Int, descending: Bool, unitsPerSecond: Int64 = 1, _ value: (Int) -> Int64?) {
        var isMissing: [Int] = []
        var (least, most) = (Int64.max, Int64.min)
        var keys = [UInt64](unsafeUninitializedCapacity: count) { keys, written in
            for index in 0..<count {
                let value = value(index)
                if let value {
                    least = min(least, value)
                    most = max(most, value)
                } else {
                    isMissing.append(index)
                }
                keys.initializeElement(at: index, to: UInt64(bitPattern: value ?? 0))
            }
            written = count
        }
        let (low, high) = (UInt64(bitPattern: least), UInt64(bitPattern: most))
        for index in keys.indices { keys[index] = descending ? high &- keys[index] : keys[index] &- low }
        // The widest range of doubles is below this; without any value all are 0.
        for index in isMissing { keys[index] = least <= most ? high &- low &+ 1 : 0 }
        (self.keys, self.least, self.most, self.descending) = (keys, least, most, descending)
        self.unitsPerSecond = unitsPerSecond
    }

    /// The value of an item by its place in the sequence.
    func value(_ index: Int) -> Int64? {
        let (low, high) = (UInt64(bitPattern: least), UInt64(bitPattern: most))
        guard least <= most, keys[index] <= high &- low else { return nil }
        return Int64(bitPattern: descending ? high &- keys[index] : low &+ keys[index])
    }

    /// The second of a date by its item's place in the sequence.
    func second(_ index: Int) -> Int64? {
        // Rounded down, also before 1970.
        value(index).map { unitsPerSecond == 1 ? $0 : ($0 - (($0 % 1000) + 1000) % 1000) / 1000 }
    }

    /// The end of the keys that are equal to the one at `start`.
    func endOfRun(from start: Int) -> Int {
        var end = start + 1
        while end < keys.count, keys[end] == keys[start] { end += 1 }
        return end
    }

    /// Brings the items, which the keys belong to, into the keys' order, and the keys too.
    mutating func sort(_ items: inout [UInt32]) { RadixSort.sort(&items, by: &keys) }
}

extension FieldColumns.Column {
    /// The keys of items that are sorted or grouped by this column; not for text. `near`: of likenesses.
    func sortKeys(of items: [UInt32], descending: Bool, near: Likeness? = nil) -> SortKeys {
        switch self {
        case .text: preconditionFailure("text has no integers")
        case .keyword(let column):
            let ranks = column.ranks()
            return column.lists.withCells { pages in
                SortKeys(count: items.count, descending: descending) {
                    pages.value(items[$0]).map { Int64(ranks[Int($0)]) }
                }
            }
        case .number(let column):
            return column.cells.withCells { pages in
                guard pages.contains(where: \.isFloating) else {
                    return SortKeys(count: items.count, descending: descending) { pages.value(items[$0]) }
                }
                return SortKeys(count: items.count, descending: descending) {
                    pages.number(items[$0])?.orderedBits
                }
            }
        case .date(let column): return column.sortKeys(of: items, descending: descending)
        case .boolean(let column): return column.sortKeys(of: items, descending: descending)
        case .likeness(let column):
            return column.withCells { pages in
                SortKeys(count: items.count, descending: descending) { index in
                    near.flatMap { near in
                        pages.value(items[index]).map { Int64(Likeness(cell: $0).distance(to: near)) }
                    }
                }
            }
        }
    }
}

extension NarrowColumn {
    fileprivate func sortKeys(of items: [UInt32], descending: Bool) -> SortKeys {
        withCells { pages in SortKeys(count: items.count, descending: descending) { pages.value(items[$0]) } }
    }
}

extension [NarrowCells] {
    @inline(__always)
    func value(_ item: UInt32) -> Int64? {
        let page = Int(item) >> NarrowPage.shift
        return page < count ? self[page].value(Int(item) & NarrowPage.mask) : nil
    }

    @inline(__always)
    func number(_ item: UInt32) -> Double? {
        let page = Int(item) >> NarrowPage.shift
        guard page < count else { return nil }
        return self[page].value(Int(item) & NarrowPage.mask).map {
            NumberColumn.number($0, isFloating: self[page].isFloating)
        }
    }
}

extension KeywordColumn {
    /// By the number of each list, the rank of its first word among all words.
    func ranks() -> [Int] {
        let contents = table.contents
        let order = contents.words.indices.map { (WordKey(contents.words[$0]), $0) }.sorted { $0.0 < $1.0 }
        var ranks = [Int](repeating: 0, count: order.count)
        for (rank, (_, word)) in order.enumerated() { ranks[word] = rank }
        return contents.lists.map { ranks[Int($0[0])] }
    }
}

/// A keyword as it is sorted: words that differ in case or accents only stay apart.
struct WordKey: Hashable, Comparable {
    let sorted: SortText
    let word: String

    init(_ word: String) {
        sorted = SortText(word)
        self.word = word
    }

    static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.sorted == rhs.sorted ? lhs.word < rhs.word : lhs.sorted < rhs.sorted
    }
}
