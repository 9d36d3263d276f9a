/// External identifiers and their dense ordinals: 0, 1, 2, … in the order they came, for ever.
///
/// Compact: the bytes are in one arena; an open-addressing table of 32-bit slots, at most two thirds full, finds them again.
/// About 8 bytes an identifier beyond its own. The hash is seeded, so that hostile identifiers cannot be chosen to collide.
/// A value; not to be changed by two threads at once: its owner guards it. As a collection it has the identifiers by ordinal.
package struct IdentifierTable: Sendable {
    /// Consecutive identifiers: where the first one's bytes begin, and the length of each. One look into memory finds any.
    private struct Block: Equatable {
        static let size = 16

        private let start: UInt64
        /// A byte each, the first one lowest.
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(start: Int) {
            self.start = UInt64(start)
        }

        mutating func set(_ length: Int, at index: Int) {
            if index < 8 {
                low |= UInt64(length) << UInt64(index * 8)
            } else {
                high |= UInt64(length) << UInt64(index * 8 - 64)
            }
        }

        func range(of index: Int) -> Range<Int> {
            let word = index < 8 ? low : high
            let shift = UInt64(index & 7) * 8
            let before = Self.sum(word & (1 << shift - 1)) + (index < 8 ? 0 : Self.sum(low))
            let start = Int(start + before)
            return start..<start + Int(word >> shift & 0xFF)
        }

        /// The sum of a word's bytes: in pairs, then all pairs by one multiplication.
        private static func sum(_ word: UInt64) -> UInt64 {
            let mask: UInt64 = 0x00FF_00FF_00FF_00FF
            return (((word & mask) + (word >> 8 & mask)) &* 0x0001_0001_0001_0001) >> 48
        }
    }

    var arena: [UInt8] = []
    private var blocks: [Block] = []
    /// 0 is free; else the ordinal plus one in the low bits, bits of the hash above them. Unused while there are `pending` ones.
    var slots: [UInt32]
    /// The slots of a table that was read back and has not been changed since.
    var pending: PendingSlots?
    private let seed: UInt64

    /// Maximum size of an identifier in bytes of UTF-8.
    package static let lengthLimitBytes = 255

    package init(minimumCapacity: Int = 0, seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        slots = []
        slots = Self.emptySlots(for: minimumCapacity)
    }

    package private(set) var count = 0

    /// Whether this has the same identifiers with the same ordinals as another table, which may have fewer. O(bytes)
    package func begins(with other: IdentifierTable) -> Bool {
        guard other.count <= count, other.arena.count <= arena.count else { return false }
        let whole = other.count / Block.size
        guard arena.prefix(other.arena.count).elementsEqual(other.arena), blocks[..<whole] == other.blocks[..<whole]
        else { return false }
        return (whole * Block.size..<other.count).allSatisfy { range(of: UInt32($0)) == other.range(of: UInt32($0)) }
    }

    /// The memory that the table uses, room that is only reserved left out.
    package var sizeBytes: Int {
        let slotCount = pending == nil ? slots.count : Self.emptySlotCount(for: count)
        return arena.count + blocks.count * MemoryLayout<Block>.stride + slotCount * 4
    }

    /// The ordinal of an identifier, which is given one when it is new. At most `lengthLimitBytes` long: callers check.
    package mutating func intern(_ id: String) -> (ordinal: UInt32, isNew: Bool) {
        var id = id
        return id.withUTF8 { intern($0) }
    }

    /// The same, looked for first at a guess, which saves a look-up in the table when it is right. A listing mostly names its
    /// identifiers in the sequence in which they were first given their ordinals.
    package mutating func intern(_ id: String, expecting guess: UInt32) -> (ordinal: UInt32, isNew: Bool) {
        var id = id
        return id.withUTF8 { bytes in
            if guess < count, isIdentifier(bytes, of: guess) { return (guess, false) }
            return intern(bytes)
        }
    }

    /// The ordinals of many identifiers, in their order.
    package mutating func intern(contentsOf ids: some Collection<String>) -> [UInt32] {
        if count == 0 { reserve(ids.count) }
        var last: UInt32?
        var isSequence = true
        return ids.map { id in
            // Guessing wrong costs as much as guessing right saves.
            let ordinal = isSequence ? intern(id, expecting: last.map { $0 &+ 1 } ?? 0).ordinal : intern(id).ordinal
            isSequence = last.map { $0 &+ 1 == ordinal } ?? true
            last = ordinal
            return ordinal
        }
    }

    /// Gives identifiers the next ordinals in their order, all of which must be new. At most `lengthLimitBytes` long: callers check.
    ///
    /// Many at once take a third of the time that `intern` takes for them, since the table is filled part by part.
    /// - Returns: the first identifier that was found to be there already, or twice among these; `nil` when there is none. With one, the
    ///   table is no longer to be used.
    package mutating func append(contentsOf ids: some Collection<String>) -> String? {
        guard ids.count >= Self.manyCount else { return ids.first { !intern($0).isNew } }
        settle()
        let first = count
        reserve(ids.count)
        for var id in ids { id.withUTF8 { append($0) } }
        return fill(from: first).map { self[$0] }
    }

    package func ordinal(of id: String) -> UInt32? {
        var id = id
        return id.withUTF8 { bytes in
            switch find(bytes, hash: hashed(bytes), in: known) {
            case .found(let ordinal): ordinal
            case .free: nil
            }
        }
    }

    /// The same, looked for first at one guess or two, as in `intern`.
    package func ordinal(of id: String, expecting guess: UInt32, or other: UInt32? = nil) -> UInt32? {
        var id = id
        return id.withUTF8 { bytes in
            if guess < count, isIdentifier(bytes, of: guess) { return guess }
            if let other, other < count, isIdentifier(bytes, of: other) { return other }
            return switch find(bytes, hash: hashed(bytes), in: known) {
            case .found(let ordinal): ordinal
            case .free: nil
            }
        }
    }

    /// The identifier of an ordinal below `count`.
    package subscript(ordinal: UInt32) -> String {
        String(decoding: arena[range(of: ordinal)], as: UTF8.self)
    }

    /// The bytes of the identifier of an ordinal below `count`.
    package func utf8(of ordinal: UInt32) -> ArraySlice<UInt8> { arena[range(of: ordinal)] }

    /// Reserves room for this number of further identifiers.
    package mutating func reserve(_ additional: Int) {
        settle()
        let blockCount = (count + additional) / Block.size + 1
        // Exactly as many each time would have all of them copied each time.
        if blockCount > blocks.capacity { blocks.reserveCapacity(Swift.max(blockCount, 2 * blocks.capacity)) }
        let wanted = Self.emptySlotCount(for: count + additional)
        if wanted > slots.count { rehash(into: wanted) }
    }

    mutating func reserve(blocksFor capacity: Int, sizeBytes: Int) {
        blocks.reserveCapacity(capacity / Block.size + 1)
        arena.reserveCapacity(sizeBytes)
    }

    // MARK: Table

    private enum Place {
        case found(UInt32)
        case free(Int)
    }

    private mutating func intern(_ id: UnsafeBufferPointer<UInt8>) -> (ordinal: UInt32, isNew: Bool) {
        precondition(id.count <= Self.lengthLimitBytes, "an identifier of \(id.count) bytes")
        settle()
        let hash = hashed(id)
        switch find(id, hash: hash, in: slots) {
        case .found(let ordinal): return (ordinal, false)
        case .free(let slot):
            let ordinal = UInt32(count)
            append(id)
            slots[slot] = entry(ordinal, hash: hash)
            if count * 3 > slots.count * 2 { rehash(into: slots.count * 2) }
            return (ordinal, true)
        }
    }

    /// Takes over an identifier's bytes, without a slot.
    mutating func append(_ id: UnsafeBufferPointer<UInt8>) {
        if count % Block.size == 0 { blocks.append(Block(start: arena.count)) }
        arena.append(contentsOf: id)
        blocks[count / Block.size].set(id.count, at: count % Block.size)
        count += 1
    }

    private func find(_ id: UnsafeBufferPointer<UInt8>, hash: UInt64, in slots: [UInt32]) -> Place {
        let mask = slots.count - 1
        let ordinalMask = UInt32(truncatingIfNeeded: mask)
        var slot = Int(truncatingIfNeeded: hash) & mask
        let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~ordinalMask
        while true {
            let entry = slots[slot]
            if entry == 0 { return .free(slot) }
            if entry & ~ordinalMask == tag {
                let ordinal = (entry & ordinalMask) - 1
                if isIdentifier(id, of: ordinal) { return .found(ordinal) }
            }
            slot = (slot + 1) & mask
        }
    }

    func isIdentifier(_ id: UnsafeBufferPointer<UInt8>, of ordinal: UInt32) -> Bool {
        let range = range(of: ordinal)
        guard range.count == id.count else { return false }
        let wanted = UnsafeRawBufferPointer(id)
        return arena.withUnsafeBytes { arena in
            var offset = 0
            while offset + 8 <= wanted.count {
                let own = arena.loadUnaligned(fromByteOffset: range.lowerBound + offset, as: UInt64.self)
                if own != wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
                offset += 8
            }
            while offset < wanted.count, arena[range.lowerBound + offset] == wanted[offset] { offset += 1 }
            return offset == wanted.count
        }
    }

    /// The low bits of a slot that hold an ordinal plus one: as many as there are slots.
    var ordinalMask: UInt32 { UInt32(truncatingIfNeeded: slots.count - 1) }

    private func entry(_ ordinal: UInt32, hash: UInt64) -> UInt32 {
        (ordinal + 1) | tag(of: hash)
    }

    func tag(of hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~ordinalMask }

    func range(of ordinal: UInt32) -> Range<Int> {
        blocks[Int(ordinal) / Block.size].range(of: Int(ordinal) % Block.size)
    }

    func hashed(_ ordinal: UInt32) -> UInt64 {
        arena.withUnsafeBufferPointer { hashed(UnsafeBufferPointer(rebasing: $0[range(of: ordinal)])) }
    }

    private static func emptySlotCount(for capacity: Int) -> Int {
        var slots = 16
        while capacity * 3 > slots * 2 { slots *= 2 }
        return slots
    }

    static func emptySlots(for capacity: Int) -> [UInt32] {
        Array(repeating: 0, count: emptySlotCount(for: capacity))
    }

    /// Multiply and fold (wyhash's step) over words of eight bytes; the last one may overlap the one before it.
    private func hashed(_ id: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(id)
        var state = seed ^ UInt64(truncatingIfNeeded: id.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            state = Self.folded(state, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        if offset < bytes.count {
            var word: UInt64 = 0
            if bytes.count >= 8 {
                word = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            } else {
                for byte in bytes { word = word << 8 | UInt64(byte) }
            }
            state = Self.folded(state, word)
        }
        let product = (state ^ seed).multipliedFullWidth(by: 0x8CB9_2BA7_2F3D_8DD7)
        return product.high ^ product.low
    }

    private static func folded(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD1B5_4A32_D192_ED03)
        return product.high ^ product.low
    }
}
