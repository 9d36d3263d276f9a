/// Filling the slots for many identifiers at once.
///
/// Each falls anywhere in a table of many megabytes, and waits for memory. So they are sorted by the part of the table that they fall into:
/// what waits then is the nearest cache. Eight bytes an identifier for as long as it takes.
extension IdentifierTable {
    /// From this number on, sorting them pays.
    static let manyCount = 4096
    /// Slots of a part: 64 KiB of them.
    private static let partBits = 14

    mutating func rehash(into slotCount: Int) {
        slots = Array(repeating: 0, count: slotCount)
        _ = fill(from: 0)
    }

    /// Gives slots to the identifiers from an ordinal on. There is room for them.
    /// - Returns: one that equals one before it, and has no slot; `nil` when there is none.
    mutating func fill(from first: Int) -> UInt32? {
        let ordinals = UInt32(first)..<UInt32(count)
        let shift = Swift.min(Self.partBits, slots.count.trailingZeroBitCount)
        let mask = slots.count - 1
        // Where each part's identifiers begin among the sorted ones.
        var starts = Array(repeating: 0, count: (slots.count >> shift) + 1)
        for ordinal in ordinals { starts[(Int(truncatingIfNeeded: hashed(ordinal)) & mask) >> shift + 1] += 1 }
        for part in 1..<starts.count { starts[part] += starts[part - 1] }
        // The low half is the ordinal, the high one what its slot is made of: see `key`.
        let sorted = [UInt64](unsafeUninitializedCapacity: ordinals.count) { sorted, filled in
            for ordinal in ordinals {
                let hash = hashed(ordinal)
                let part = (Int(truncatingIfNeeded: hash) & mask) >> shift
                sorted.initializeElement(at: starts[part], to: UInt64(key(hash)) << 32 | UInt64(ordinal))
                starts[part] += 1
            }
            filled = ordinals.count
        }
        var duplicate: UInt32?
        for one in sorted {
            let ordinal = UInt32(truncatingIfNeeded: one)
            if !place(ordinal, by: UInt32(truncatingIfNeeded: one >> 32)) { duplicate = ordinal }
        }
        return duplicate
    }

    /// The first slot of a hash in the low bits, its tag above them.
    private func key(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash) & ordinalMask | tag(of: hash)
    }

    /// - Returns: whether no identifier equals it.
    private mutating func place(_ ordinal: UInt32, by key: UInt32) -> Bool {
        let tag = key & ~ordinalMask
        var slot = Int(key & ordinalMask)
        while slots[slot] != 0 {
            let entry = slots[slot]
            if entry & ~ordinalMask == tag, isIdentifier(ordinal, of: (entry & ordinalMask) - 1) { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = (ordinal + 1) | tag
        return true
    }

    private func isIdentifier(_ ordinal: UInt32, of other: UInt32) -> Bool {
        arena.withUnsafeBufferPointer { isIdentifier(UnsafeBufferPointer(rebasing: $0[range(of: ordinal)]), of: other) }
    }
}
