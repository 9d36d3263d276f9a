/// A member's name as the reader met it: up to 16 bytes packed into two words, so that a `switch` over names compares words
/// and makes no string.
package struct JSONKey: Hashable, Sendable, ExpressibleByStringLiteral {
    @usableFromInline private(set) var low: UInt64 = 0
    @usableFromInline private(set) var high: UInt64 = 0
    @usableFromInline private(set) var count = 0
    /// The name when it does not fit into the words.
    @usableFromInline private(set) var long: String?

    /// Matches a name in a `switch`, for each name: inlined into the caller's module.
    @inlinable package static func ~= (name: JSONKey, key: JSONKey) -> Bool {
        name.low == key.low && name.high == key.high && name.count == key.count
            && (key.count <= 16 || name.long == key.long)
    }

    package init(stringLiteral value: StaticString) {
        value.withUTF8Buffer { name in
            for byte in name.prefix(16) { append(byte) }
            count = name.count
            if count > 16 { long = value.description }
        }
    }

    package init(_ name: String) {
        self.init(name.utf8)
        if count > 16 { long = name }
    }

    /// `name` is valid UTF-8 of at most 16 bytes, or the caller sets the long form.
    init(_ name: some Sequence<UInt8>) {
        for byte in name {
            if count < 16 { append(byte) } else { count += 1 }
        }
    }

    /// For telling names apart: equal for equal names.
    var hash: UInt64 {
        ((low ^ UInt64(truncatingIfNeeded: count)) &* 0x9e37_79b9_7f4a_7c15 ^ high &* 0xc2b2_ae3d_27d4_eb4f) >> 40
    }

    private mutating func append(_ byte: UInt8) {
        if count < 8 {
            low |= UInt64(byte) << UInt64(8 * count)
        } else {
            high |= UInt64(byte) << UInt64(8 * (count - 8))
        }
        count += 1
    }
}
