import GridEngine
import Hashing

/// How texels are written, all numbers little endian.
///
/// Words: blocks of 4,096 bytes, each with a checksum of the rest (8 bytes) and 511 slots of a tag and a word (4 bytes each).
/// Pixels: slots of a tag and a checksum of tag and pixels (4 bytes each), then the pixels.
/// A tag of 0 is that of an empty slot.
enum TexelSlots {
    static let blockBytes = 4096
    static let blockSlots = (blockBytes - 8) / wordBytes
    /// Bytes of a tag and a word.
    static let wordBytes = 8
    private static let headBytes = 8

    static func slotBytes(_ size: TexelSize) -> Int { headBytes + size.byteCount }

    /// `nil` of a block that is damaged.
    static func slots(inBlock block: UnsafeRawBufferPointer) -> [TexelSlot]? {
        guard isWhole(block) else { return nil }
        return [TexelSlot](unsafeUninitializedCapacity: blockSlots) { slots, count in
            for place in 0..<blockSlots { slots.initializeElement(at: place, to: slot(at: place, in: block)) }
            count = blockSlots
        }
    }

    static func isWhole(_ block: UnsafeRawBufferPointer) -> Bool {
        block.count == blockBytes && number(block, 0, UInt64.self) == sum(block[8...])
    }

    private static func slot(at place: Int, in block: UnsafeRawBufferPointer) -> TexelSlot {
        let start = 8 + place * wordBytes
        return TexelSlot(
            tag: number(block, start, UInt32.self),
            word: TexelWord(rawValue: number(block, start + 4, UInt32.self)))
    }

    /// Sets a slot of a block, which is to be sealed then.
    /// - Returns: whether it was another one.
    static func set(_ slot: TexelSlot, at place: Int, in block: UnsafeMutableRawBufferPointer) -> Bool {
        guard slot != Self.slot(at: place, in: UnsafeRawBufferPointer(block)) else { return false }
        let start = 8 + place * wordBytes
        block.storeBytes(of: slot.tag.littleEndian, toByteOffset: start, as: UInt32.self)
        block.storeBytes(of: slot.word.rawValue.littleEndian, toByteOffset: start + 4, as: UInt32.self)
        return true
    }

    static func seal(_ block: UnsafeMutableRawBufferPointer) {
        let sum = sum(UnsafeRawBufferPointer(block)[8...])
        block.storeBytes(of: sum.littleEndian, toByteOffset: 0, as: UInt64.self)
    }

    static func slot(of pixels: [UInt8], tag: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headBytes + pixels.count)
        for number in [tag, 0] { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        bytes.append(contentsOf: pixels)
        bytes.withUnsafeMutableBytes { bytes in
            let sum = pixelSum(UnsafeRawBufferPointer(bytes))
            bytes.storeBytes(of: sum.littleEndian, toByteOffset: 4, as: UInt32.self)
        }
        return bytes
    }

    /// The pixels of a slot; `nil` where it is damaged, or of something else.
    static func pixels(in slot: UnsafeRawBufferPointer, tag: UInt32) -> UnsafeRawBufferPointer? {
        guard tag != 0, number(slot, 0, UInt32.self) == tag, number(slot, 4, UInt32.self) == pixelSum(slot) else {
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: slot[headBytes...])
    }

    private static func pixelSum(_ slot: UnsafeRawBufferPointer) -> UInt32 {
        let sum = sum(slot[headBytes...], from: UInt64(number(slot, 0, UInt32.self)))
        return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
    }

    /// FNV-1a over words of eight bytes, as `Checksum` has it, of a whole number of words.
    private static func sum(_ bytes: Slice<UnsafeRawBufferPointer>, from seed: UInt64 = 0) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        var hash = FNV1a.basis64 ^ seed
        for offset in stride(from: 0, to: bytes.count & ~7, by: 8) {
            hash = FNV1a.hash64(word: number(bytes, offset, UInt64.self), continuing: hash)
        }
        return hash ^ hash >> 29
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ type: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
}
