/// External identifiers and their dense ordinals: 0, 1, 2, … in the order they came, for ever.
///
/// Compact: the bytes stand in one arena; an open-addressing table of 32-bit slots, at most two thirds full, finds them again.
/// About 7 bytes an identifier beyond its own. The hash is seeded, so that hostile identifiers cannot be chosen to collide.
/// A value; not to be changed by two threads at once: its owner guards it.
package struct IdentifierTable: Sendable {
    /// Identifiers whose lengths are summed up to find one's bytes, from a start that is kept.
    private static let blockSize = 16

    private var arena: [UInt8] = []
    private var lengths: [UInt8] = []
    private var blockStarts: [UInt64] = []
    /// 0 is free; else the ordinal plus one in the low bits, bits of the hash above them.
    private var slots: [UInt32]
    private let seed: UInt64

    /// Identifiers have at most this many bytes of UTF-8.
    package static let lengthLimitBytes = 255

    package init(minimumCapacity: Int = 0, seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        slots = []
        slots = Self.emptySlots(for: minimumCapacity)
    }

    package var count: Int { lengths.count }

    /// The ordinal of an identifier, which is given one when it is new. At most `lengthLimitBytes` long: callers check.
    package mutating func intern(_ id: String) -> (ordinal: UInt32, isNew: Bool) {
        var id = id
        return id.withUTF8 { intern($0) }
    }

    /// The ordinals of many identifiers, in their order.
    package mutating func intern(contentsOf ids: some Collection<String>) -> [UInt32] {
        reserve(ids.count)
        return ids.map { intern($0).ordinal }
    }

    package func ordinal(of id: String) -> UInt32? {
        var id = id
        return id.withUTF8 { bytes in
            switch find(bytes, hash: hashed(bytes)) {
            case .found(let ordinal): ordinal
            case .free: nil
            }
        }
    }

    /// The identifier of an ordinal below `count`.
    package subscript(ordinal: UInt32) -> String {
        String(decoding: arena[range(of: ordinal)], as: UTF8.self)
    }

    /// Lends an identifier's bytes without making a string of them.
    package func withUTF8<Result, E: Error>(
        of ordinal: UInt32, _ body: (ArraySlice<UInt8>) throws(E) -> Result
    ) throws(E) -> Result {
        try body(arena[range(of: ordinal)])
    }

    /// Makes room for that many more identifiers at once.
    package mutating func reserve(_ additional: Int) {
        lengths.reserveCapacity(count + additional)
        let wanted = Self.emptySlotCount(for: count + additional)
        if wanted > slots.count { rehash(into: wanted) }
    }

    // MARK: Table

    private enum Place {
        case found(UInt32)
        case free(Int)
    }

    private mutating func intern(_ id: UnsafeBufferPointer<UInt8>) -> (ordinal: UInt32, isNew: Bool) {
        precondition(id.count <= Self.lengthLimitBytes, "an identifier of \(id.count) bytes")
        let hash = hashed(id)
        switch find(id, hash: hash) {
        case .found(let ordinal): return (ordinal, false)
        case .free(let slot):
            let ordinal = UInt32(count)
            if count % Self.blockSize == 0 { blockStarts.append(UInt64(arena.count)) }
            arena.append(contentsOf: id)
            lengths.append(UInt8(id.count))
            slots[slot] = entry(ordinal, hash: hash)
            if count * 3 > slots.count * 2 { rehash(into: slots.count * 2) }
            return (ordinal, true)
        }
    }

    private func find(_ id: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Place {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~ordinalMask
        while true {
            let entry = slots[slot]
            if entry == 0 { return .free(slot) }
            if entry & ~ordinalMask == tag {
                let ordinal = (entry & ordinalMask) - 1
                if arena[range(of: ordinal)].elementsEqual(id) { return .found(ordinal) }
            }
            slot = (slot + 1) & mask
        }
    }

    /// The low bits of a slot that hold an ordinal plus one: as many as there are slots.
    private var ordinalMask: UInt32 { UInt32(truncatingIfNeeded: slots.count - 1) }

    private func entry(_ ordinal: UInt32, hash: UInt64) -> UInt32 {
        (ordinal + 1) | (UInt32(truncatingIfNeeded: hash >> 32) & ~ordinalMask)
    }

    private mutating func rehash(into slotCount: Int) {
        slots = Array(repeating: 0, count: slotCount)
        let mask = slotCount - 1
        var start = 0
        for ordinal in lengths.indices {
            let end = start + Int(lengths[ordinal])
            let hash = arena.withUnsafeBufferPointer { hashed(UnsafeBufferPointer(rebasing: $0[start..<end])) }
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = entry(UInt32(ordinal), hash: hash)
            start = end
        }
    }

    private func range(of ordinal: UInt32) -> Range<Int> {
        let index = Int(ordinal)
        let block = index / Self.blockSize
        var start = Int(blockStarts[block])
        for length in lengths[(block * Self.blockSize)..<index] { start += Int(length) }
        return start..<(start + Int(lengths[index]))
    }

    private static func emptySlotCount(for capacity: Int) -> Int {
        var slots = 16
        while capacity * 3 > slots * 2 { slots *= 2 }
        return slots
    }

    private static func emptySlots(for capacity: Int) -> [UInt32] {
        Array(repeating: 0, count: emptySlotCount(for: capacity))
    }

    /// Multiply and fold (wyhash's step) over words of eight bytes.
    private func hashed(_ id: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: id.count)
        var index = 0
        while index < id.count {
            var word: UInt64 = 0
            for shift in 0..<min(8, id.count - index) {
                word |= UInt64(id[index + shift]) << UInt64(8 * shift)
            }
            let product = (state ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD1B5_4A32_D192_ED03)
            state = product.high ^ product.low
            index += 8
        }
        let product = (state ^ seed).multipliedFullWidth(by: 0x8CB9_2BA7_2F3D_8DD7)
        return product.high ^ product.low
    }
}
