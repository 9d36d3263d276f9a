import Foundation

/// Ordinals as a blob: four bytes each, least significant first.
package enum OrdinalBlob {
    package static func encode(_ ordinals: ArraySlice<UInt32>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ordinals.count * 4)
        for ordinal in ordinals {
            bytes.append(UInt8(truncatingIfNeeded: ordinal))
            bytes.append(UInt8(truncatingIfNeeded: ordinal >> 8))
            bytes.append(UInt8(truncatingIfNeeded: ordinal >> 16))
            bytes.append(UInt8(truncatingIfNeeded: ordinal >> 24))
        }
        return bytes
    }

    /// Appends the blob's ordinals to `ordinals`, each one once `check` returned.
    /// - Throws: `Damage`, and what `check` throws.
    package static func decode(_ blob: Data, into ordinals: inout [UInt32], check: (UInt32) throws -> Void) throws {
        let bytes = blob.span
        guard bytes.count % 4 == 0 else { throw Damage("an order blob of \(bytes.count) bytes") }
        ordinals.reserveCapacity(ordinals.count + bytes.count / 4)
        var at = 0
        while at < bytes.count {
            let low = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
            let ordinal = low | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
            try check(ordinal)
            ordinals.append(ordinal)
            at += 4
        }
    }
}
