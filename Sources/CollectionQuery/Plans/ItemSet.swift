import CollectionModel

/// A set of item ordinals as bits; those beyond the bits are all in it or none.
struct ItemSet {
    private(set) var words: [UInt64]
    private var isBeyond: Bool

    /// The items of an order, with a bit for each ordinal below `limit`; those beyond all or none.
    init(_ order: Snapshot, limit: Int, isBeyond: Bool) {
        words = order.membership(below: limit)
        self.isBeyond = isBeyond
    }

    /// A set with a bit for each ordinal below `limit`.
    init(limit: Int, isFull: Bool = false) {
        words = [UInt64](repeating: isFull ? .max : 0, count: (limit + 63) >> 6)
        isBeyond = isFull
    }

    @inline(__always)
    func contains(_ item: UInt32) -> Bool {
        let word = Int(item >> 6)
        return word < words.count ? words[word] >> UInt64(item & 63) & 1 != 0 : isBeyond
    }

    /// The same with the set's own words, for loops.
    @inline(__always)
    func contains(_ item: UInt32, _ words: UnsafeBufferPointer<UInt64>) -> Bool {
        let word = Int(item >> 6)
        return word < words.count ? words[word] >> UInt64(item & 63) & 1 != 0 : isBeyond
    }

    mutating func insert(_ item: Int) { words[item >> 6] |= 1 << UInt64(item & 63) }

    mutating func remove(_ item: Int) { words[item >> 6] &= ~(1 << UInt64(item & 63)) }

    /// Makes bits for the ordinals below `limit`.
    mutating func extend(to limit: Int) {
        let missing = (limit + 63) >> 6 - words.count
        if missing > 0 { words += repeatElement(isBeyond ? .max : 0, count: missing) }
    }

    mutating func formUnion(_ other: ItemSet) {
        for index in words.indices { words[index] |= other.words[index] }
        isBeyond = isBeyond || other.isBeyond
    }

    mutating func formIntersection(_ other: ItemSet) {
        for index in words.indices { words[index] &= other.words[index] }
        isBeyond = isBeyond && other.isBeyond
    }

    mutating func invert() {
        for index in words.indices { words[index] = ~words[index] }
        isBeyond.toggle()
    }

    /// Adds the bits of 64 items.
    @inline(__always)
    mutating func formUnion(_ bits: UInt64, atWord word: Int) { words[word] |= bits }

    /// The number of bits; `nil` when there are more beyond.
    var count: Int? { isBeyond ? nil : words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// How many of the 512 items from one on are in the set.
    func count(inPageOf first: Int) -> Int {
        words(inPageOf: first).reduce(0) { $0 + words[$1].nonzeroBitCount }
    }

    /// Calls `body` with those of the 512 items from one on that are in the set.
    func forEach(inPageOf first: Int, _ body: (Int) -> Void) {
        for index in words(inPageOf: first) {
            var rest = words[index]
            while rest != 0 {
                body(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    private func words(inPageOf first: Int) -> Range<Int> {
        min(first >> 6, words.count)..<min(first >> 6 + 8, words.count)
    }

    func forEach(_ body: (UInt32) -> Void) {
        for (index, word) in words.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                body(UInt32(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }
}
