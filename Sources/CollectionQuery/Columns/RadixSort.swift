import CollectionModel

/// Sorts items by keys, stable, in passes over the keys' digits (LSD radix sort): about 5 ns an item and pass of 11 bits. Many items with
/// wide keys are divided by their first digit before (MSD).
enum RadixSort {
    /// An item, by whatever tells it from others, and the key that it is sorted by.
    struct Entry {
        var key: UInt64
        var index: UInt32
    }

    /// Fewer than this are compared: passes over the digits' counts would cost more.
    private static let fewest = 32
    /// More than this are divided by their first digit before they are sorted, so that both buffers of a part are in the processor's cache.
    private static let mostInCache = 1 << 15

    /// Brings items and their keys into the keys' order.
    static func sort(_ items: inout [ItemOrdinal.RawValue], by keys: inout [UInt64]) {
        guard let most = mostOfUnsorted(keys) else { return }
        if most <= UInt64(UInt32.max) {
            sortPacked(&items, &keys, bits: most.bitCount)
        } else {
            var entries = zip(keys, items).map { Entry(key: $0, index: $1) }
            var scratch = entries
            sort(&entries, &scratch, in: entries.indices)
            for place in entries.indices { (keys[place], items[place]) = (entries[place].key, entries[place].index) }
        }
    }

    /// Brings a part of entries into the order of their keys.
    /// - Parameters:
    ///   - entries: all.
    ///   - scratch: as many, of any content.
    ///   - range: the part.
    static func sort(_ entries: inout [Entry], _ scratch: inout [Entry], in range: Range<Int>) {
        entries.withUnsafeMutableBufferPointer { entries in
            scratch.withUnsafeMutableBufferPointer { scratch in
                sort(
                    UnsafeMutableBufferPointer(rebasing: entries[range]),
                    UnsafeMutableBufferPointer(rebasing: scratch[range]))
            }
        }
    }

    private static func sort(_ entries: UnsafeMutableBufferPointer<Entry>, _ scratch: UnsafeMutableBufferPointer<Entry>)
    {
        if entries.count < fewest { return sortFew(entries) }
        let first = entries[0].key
        let varying = entries.reduce(0) { $0 | ($1.key ^ first) }
        if varying == 0 { return }
        if entries.count > mostInCache {
            return divide(entries, scratch, by: Digit(from: varying.bitCount, downBy: 11))
        }
        let width = entries.count < 1 << 11 ? 8 : 11
        var (source, target) = (entries, scratch)
        for shift in stride(from: varying.trailingZeroBitCount, to: varying.bitCount, by: width) {
            let digit = Digit(shift: shift, bits: width)
            if varying >> digit.shift & digit.mask == 0 { continue }
            pass(source, to: target, digit) { $0.key }
            swap(&source, &target)
        }
        if source.baseAddress != entries.baseAddress { _ = entries.update(fromContentsOf: source) }
    }

    private static func divide(
        _ entries: UnsafeMutableBufferPointer<Entry>, _ scratch: UnsafeMutableBufferPointer<Entry>, by digit: Digit
    ) {
        pass(entries, to: scratch, digit) { $0.key }
        _ = entries.update(fromContentsOf: scratch)
        var start = 0
        while start < entries.count {
            let value = entries[start].key >> digit.shift & digit.mask
            var end = start + 1
            while end < entries.count, entries[end].key >> digit.shift & digit.mask == value { end += 1 }
            sort(
                UnsafeMutableBufferPointer(rebasing: entries[start..<end]),
                UnsafeMutableBufferPointer(rebasing: scratch[start..<end]))
            start = end
        }
    }

    /// By insertion.
    private static func sortFew(_ entries: UnsafeMutableBufferPointer<Entry>) {
        for end in 1..<max(entries.count, 1) {
            let entry = entries[end]
            var place = end
            while place > 0, entries[place - 1].key > entry.key {
                entries[place] = entries[place - 1]
                place -= 1
            }
            entries[place] = entry
        }
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

    private static func sortPacked(_ items: inout [ItemOrdinal.RawValue], _ keys: inout [UInt64], bits: Int) {
        var packed = keys
        for index in packed.indices { packed[index] = packed[index] << 32 | UInt64(items[index]) }
        let passes = max(1, (bits + 10) / 11)
        let width = (bits + passes - 1) / passes
        for number in 0..<passes {
            // The keys' memory is free until the end.
            packed.withUnsafeMutableBufferPointer { source in
                keys.withUnsafeMutableBufferPointer { target in
                    pass(source, to: target, Digit(shift: 32 + number * width, bits: width)) { $0 }
                }
            }
            swap(&packed, &keys)
        }
        for index in items.indices {
            items[index] = UInt32(truncatingIfNeeded: packed[index])
            keys[index] = packed[index] >> 32
        }
    }

    private struct Digit {
        var shift: UInt64
        var mask: UInt64

        init(shift: Int, bits: Int) { (self.shift, mask) = (UInt64(shift), 1 << UInt64(bits) - 1) }

        /// The bits below the one with number `bit`.
        init(from bit: Int, downBy bits: Int) { self.init(shift: max(bit - bits, 0), bits: bits) }
    }

    @inline(__always)
    private static func pass<Element>(
        _ source: UnsafeMutableBufferPointer<Element>, to target: UnsafeMutableBufferPointer<Element>, _ digit: Digit,
        _ key: (Element) -> UInt64
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(digit.mask) + 1) { starts in
            starts.initialize(repeating: 0)
            for element in source { starts[Int(key(element) >> digit.shift & digit.mask)] += 1 }
            var next: UInt32 = 0
            for index in starts.indices { (starts[index], next) = (next, next + starts[index]) }
            for element in source {
                let slot = Int(key(element) >> digit.shift & digit.mask)
                target[Int(starts[slot])] = element
                starts[slot] += 1
            }
        }
    }
}

extension UInt64 {
    /// The number of bits up to the highest that is set.
    fileprivate var bitCount: Int { 64 - leadingZeroBitCount }
}
