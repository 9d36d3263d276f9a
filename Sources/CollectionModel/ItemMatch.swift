/// Which item of one run stands where in another.
///
/// Orders mostly differ in few places: both runs are walked side by side, and where they part, they are looked for each other a
/// few items on. What is left over goes through a table of ordinals, which are unique: so the way there cannot change the answer.
struct ItemMatch {
    /// How far one run is looked through for the other's next item.
    private static let window = 8
    /// So often in a row may that fail before walking is given up.
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
        while before < old.upperBound, after < new.upperBound, failures < Self.patience {
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
            } else {
                before += 1
                after += 1
                failures += 1
            }
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

    /// - Parameter indices: of the items, counted from `start`; one at least.
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
