/// The places of one run's items in another.
///
/// Orders mostly differ in few places: both runs are walked side by side, and where they part, they are looked for each other a
/// few items on, then far on, until that has cost as much as a walk. The rest goes through a table of ordinals, which
/// are unique: so the order of steps cannot change the result.
struct ItemMatch {
    /// How far one run is looked through for the other's next item.
    private static let window = 8
    /// So often in a row may that fail before a whole block is taken to be gone or new.
    private static let patience = 16

    private let old: [UInt32]
    private let new: [UInt32]
    /// By index in the new run: the index in the old one plus one; 0 for a missing item.
    private(set) var places: [UInt32]
    /// By index in the old run: whether the item is not in the new one.
    private(set) var isGone: [Bool]

    init(_ old: [UInt32], _ new: [UInt32]) {
        self.old = old
        self.new = new
        places = Array(repeating: 0, count: new.count)
        isGone = Array(repeating: true, count: old.count)
    }

    mutating func find() {
        walk()
        let left = isGone.indices.filter { isGone[$0] }
        guard !left.isEmpty else { return }
        let map = OrdinalMap(left, of: old)
        for index in places.indices where places[index] == 0 {
            guard let place = map[new[index]] else { continue }
            places[index] = UInt32(place) + 1
            isGone[place] = false
        }
    }

    /// Matches items that are found without a table.
    private mutating func walk() {
        var (before, after) = (0, 0)
        var failures = 0
        var budget = old.count + new.count
        while before < old.count, after < new.count {
            if old[before] == new[after] {
                places[after] = UInt32(before) + 1
                isGone[before] = false
                before += 1
                after += 1
                failures = 0
            } else if let distance = distance(to: new[after], in: old, before + 1, old.count) {
                before += distance
            } else if let distance = distance(to: old[before], in: new, after + 1, new.count) {
                after += distance
            } else if failures < Self.patience {
                before += 1
                after += 1
                failures += 1
            } else {
                guard skipBlock(&before, &after, &budget) else { return }
                failures = 0
            }
        }
    }

    /// Looks for either run's next item far on in the other, in turns and twice as far each time; goes to where it is found.
    /// - Returns: whether it was found before the budget was used up.
    private func skipBlock(_ before: inout Int, _ after: inout Int, _ budget: inout Int) -> Bool {
        var (inOld, inNew) = (before + 1, after + 1)
        var length = 64
        while budget > 0, inOld < old.count || inNew < new.count {
            let ends = (min(inOld + length, old.count), min(inNew + length, new.count))
            if let found = Self.index(of: new[after], in: old, inOld..<ends.0) {
                before = found
                return true
            }
            if let found = Self.index(of: old[before], in: new, inNew..<ends.1) {
                after = found
                return true
            }
            budget -= ends.0 - inOld + ends.1 - inNew
            (inOld, inNew) = ends
            length *= 2
        }
        return false
    }

    /// Compares 32 items at a time without a branch between them, which the compiler makes vector code of.
    private static func index(of item: UInt32, in items: [UInt32], _ range: Range<Int>) -> Int? {
        items.withUnsafeBufferPointer { items in
            var start = range.lowerBound
            while start + 32 <= range.upperBound {
                var differing: UInt32 = .max
                for index in start..<start + 32 { differing = min(differing, items[index] ^ item) }
                if differing == 0 { break }
                start += 32
            }
            return items[start..<range.upperBound].firstIndex(of: item)
        }
    }

    private func distance(to item: UInt32, in items: [UInt32], _ start: Int, _ end: Int) -> Int? {
        let end = min(start + Self.window, end)
        var index = start
        while index < end {
            if items[index] == item { return index - start + 1 }
            index += 1
        }
        return nil
    }
}

/// Indices by ordinal, of some items. Ordinals are dense: an array over their span.
private struct OrdinalMap {
    private let base: UInt32
    private var numbers: [UInt32]

    /// `indices` are those of the items; at least one.
    init(_ indices: [Int], of items: [UInt32]) {
        var (low, high) = (UInt32.max, UInt32.min)
        for index in indices { (low, high) = (min(low, items[index]), max(high, items[index])) }
        base = low
        numbers = Array(repeating: 0, count: Int(high - low) + 1)
        for index in indices { numbers[Int(items[index] - low)] = UInt32(index) + 1 }
    }

    subscript(item: UInt32) -> Int? {
        guard item >= base, Int(item - base) < numbers.count, case let number = numbers[Int(item - base)], number > 0
        else { return nil }
        return Int(number) - 1
    }
}
