/// Which item of one run is where in another.
///
/// Orders mostly differ in few places: both runs are walked side by side, and where they part, they are looked for each other a
/// few items on, then far on, until that has cost as much as a walk. What is left over goes through a table of ordinals, which
/// are unique: so the order of steps cannot change the result.
struct ItemMatch {
    /// How far one run is looked through for the other's next item.
    private static let window = 8
    /// So often in a row may that fail before a whole block is taken to be gone or new.
    private static let patience = 16

    private let oldItems: [UInt32]
    private let newItems: [UInt32]
    private let old: Range<Int>
    private let new: Range<Int>
    /// By place in the new run: the flat index in the old order plus one; 0 for what is not there.
    private(set) var places: [UInt32]
    /// By place in the old run: whether the item is not in the new one.
    private(set) var isGone: [Bool]

    init(_ oldItems: [UInt32], _ old: Range<Int>, _ newItems: [UInt32], _ new: Range<Int>) {
        self.oldItems = oldItems
        self.newItems = newItems
        self.old = old
        self.new = new
        places = Array(repeating: 0, count: new.count)
        isGone = Array(repeating: true, count: old.count)
    }

    mutating func find() {
        walk()
        let left = isGone.indices.filter { isGone[$0] }
        guard !left.isEmpty else { return }
        let map = OrdinalMap(left, of: oldItems, from: old.lowerBound)
        for index in places.indices where places[index] == 0 {
            guard let place = map[newItems[new.lowerBound + index]] else { continue }
            places[index] = UInt32(place) + 1
            isGone[place - old.lowerBound] = false
        }
    }

    /// Matches what is found without a table.
    private mutating func walk() {
        var (before, after) = (old.lowerBound, new.lowerBound)
        var failures = 0
        var budget = old.count + new.count
        while before < old.upperBound, after < new.upperBound {
            if oldItems[before] == newItems[after] {
                places[after - new.lowerBound] = UInt32(before) + 1
                isGone[before - old.lowerBound] = false
                before += 1
                after += 1
                failures = 0
            } else if let distance = distance(to: newItems[after], in: oldItems, before + 1, old.upperBound) {
                before += distance
            } else if let distance = distance(to: oldItems[before], in: newItems, after + 1, new.upperBound) {
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
        while budget > 0, inOld < old.upperBound || inNew < new.upperBound {
            let ends = (min(inOld + length, old.upperBound), min(inNew + length, new.upperBound))
            if let found = Self.index(of: newItems[after], in: oldItems, inOld..<ends.0) {
                before = found
                return true
            }
            if let found = Self.index(of: oldItems[before], in: newItems, inNew..<ends.1) {
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

/// Flat indices by ordinal, of some items. Ordinals are dense: an array over their span.
private struct OrdinalMap {
    private let base: UInt32
    private var numbers: [UInt32]

    /// `indices` are those of the items, counted from `start`; at least one.
    init(_ indices: [Int], of items: [UInt32], from start: Int) {
        var (low, high) = (UInt32.max, UInt32.min)
        for index in indices { (low, high) = (min(low, items[start + index]), max(high, items[start + index])) }
        base = low
        numbers = Array(repeating: 0, count: Int(high - low) + 1)
        for index in indices { numbers[Int(items[start + index] - low)] = UInt32(start + index) + 1 }
    }

    subscript(item: UInt32) -> Int? {
        guard item >= base, Int(item - base) < numbers.count, case let number = numbers[Int(item - base)], number > 0
        else { return nil }
        return Int(number) - 1
    }
}
