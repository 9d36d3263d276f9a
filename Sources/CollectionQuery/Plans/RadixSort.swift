import CollectionModel

/// Sorts items by keys, stable, in passes over the keys' digits (LSD radix sort): about 5 ns an item and pass of 11 bits.
enum RadixSort {
    /// Fewer than this are compared: passes over the digits' counts would cost more.
    private static let fewest = 256

    /// Brings items and their keys into the keys' order.
    static func sort(_ items: inout [ItemOrdinal.RawValue], by keys: inout [UInt64]) {
        guard let most = mostOfUnsorted(keys) else { return }
        if items.count < fewest {
            sortFew(&items, &keys)
        } else if most <= UInt64(UInt32.max) {
            sortPacked(&items, &keys, bits: bits(most))
        } else {
            sortWide(&items, &keys, bits: bits(most))
        }
    }

    private static func sortFew(_ items: inout [ItemOrdinal.RawValue], _ keys: inout [UInt64]) {
        let pairs = items.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
        (items, keys) = (pairs.map { items[$0] }, pairs.map { keys[$0] })
    }

    /// The greatest key; `nil` when the keys ascend already.
    private static func mostOfUnsorted(_ keys: [UInt64]) -> UInt64? {
        var (last, most): (UInt64, UInt64) = (0, 0)
        var ascends = true
        for key in keys {
            if key < last { ascends = false }
            last = key
            most = max(most, key)
        }
        return ascends ? nil : most
    }

    private static func bits(_ most: UInt64) -> Int { 64 - most.leadingZeroBitCount }

    private static func sortPacked(_ items: inout [ItemOrdinal.RawValue], _ keys: inout [UInt64], bits: Int) {
        var packed = keys
        for index in packed.indices { packed[index] = packed[index] << 32 | UInt64(items[index]) }
        // The keys' memory is free until the end.
        for digit in Digit.digits(from: 32, bits: bits) where pass(packed, to: &keys, { $0 }, digit) {
            swap(&packed, &keys)
        }
        for index in items.indices {
            items[index] = UInt32(truncatingIfNeeded: packed[index])
            keys[index] = packed[index] >> 32
        }
    }

    private static func sortWide(_ items: inout [ItemOrdinal.RawValue], _ keys: inout [UInt64], bits: Int) {
        var pairs = zip(keys, items).map { (key: $0, item: $1) }
        var other = pairs
        for digit in Digit.digits(from: 0, bits: bits) where pass(pairs, to: &other, { $0.key }, digit) {
            swap(&pairs, &other)
        }
        for index in items.indices { (keys[index], items[index]) = pairs[index] }
    }

    private struct Digit {
        var shift: UInt64
        var mask: UInt64

        static func digits(from first: Int, bits: Int) -> [Digit] {
            let passes = max(1, (bits + 10) / 11)
            let width = (bits + passes - 1) / passes
            return (0..<passes).map { Digit(shift: UInt64(first + $0 * width), mask: 1 << UInt64(width) - 1) }
        }
    }

    /// - Returns: whether anything was moved; false when all have the same digit.
    @inline(__always)
    private static func pass<Element>(
        _ source: [Element], to target: inout [Element], _ key: (Element) -> UInt64, _ digit: Digit
    ) -> Bool {
        var starts = [Int](repeating: 0, count: Int(digit.mask) + 1)
        source.withUnsafeBufferPointer { source in
            starts.withUnsafeMutableBufferPointer { starts in
                for element in source { starts[Int(key(element) >> digit.shift & digit.mask)] += 1 }
            }
        }
        if starts.contains(source.count) { return false }
        var next = 0
        for index in starts.indices { (starts[index], next) = (next, next + starts[index]) }
        source.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                starts.withUnsafeMutableBufferPointer { starts in
                    for element in source {
                        let slot = Int(key(element) >> digit.shift & digit.mask)
                        target[starts[slot]] = element
                        starts[slot] += 1
                    }
                }
            }
        }
        return true
    }
}
