import JSONText

/// The looks of a picture, in 64 bits: similar pictures differ in few of them (docs/decisions/0112).
package struct Likeness: Sendable, Hashable {
    package var bits: UInt64

    /// Bits in which a picture differs at most that was resized, compressed or brightened, and hardly any other.
    package static let usualDistance = 10

    package init(bits: UInt64) { self.bits = bits }

    /// Reads sixteen hexadecimal digits, of small letters.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            let bits = UInt64(text, radix: 16)
        else { return nil }
        self.bits = bits
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        guard let read = Likeness(try reader.readString()) else {
            throw reader.unexpected("must be 16 hexadecimal digits, as the field's values are")
        }
        self = read
    }

    package var text: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The bits that differ from those of another one: 0 to 64.
    package func distance(to other: Likeness) -> Int { (bits ^ other.bits).nonzeroBitCount }

    /// As a value of a column, which has room for all but one: that one is taken for its neighbour.
    var cell: Int64 { min(Int64(bitPattern: bits), .max - 1) }
    init(cell: Int64) { bits = UInt64(bitPattern: cell) }
}
