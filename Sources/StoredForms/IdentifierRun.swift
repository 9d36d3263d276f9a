import Foundation
import GridEngine

/// Identifiers of consecutive ordinals as a blob: each one's length in two bytes, least significant first, then its UTF-8.
package enum IdentifierRun {
    /// Maximum identifiers in one run.
    package static let limit = 4096

    package static func encode(_ items: [StoredIdentifier]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(items.count * 32)
        for item in items {
            let length = item.id.utf8.count
            guard let short = UInt16(exactly: length) else {
                throw StoreError.failed("an identifier of \(length) bytes is too long to be stored")
            }
            bytes.append(UInt8(truncatingIfNeeded: short))
            bytes.append(UInt8(truncatingIfNeeded: short >> 8))
            bytes.append(contentsOf: item.id.utf8)
        }
        return bytes
    }

    /// Appends the `count` identifiers of a run to `ids`.
    /// - Throws: `Damage`
    package static func decode(_ blob: Data, count: Int, into ids: inout [String]) throws {
        let bytes = blob.span
        var at = 0
        guard count >= 0 else { throw Damage("a run of \(count) identifiers") }
        for _ in 0..<count {
            guard at + 2 <= bytes.count else { throw Damage("a run of identifiers is cut short") }
            let end = at + 2 + (Int(bytes[at]) | Int(bytes[at + 1]) << 8)
            guard end <= bytes.count, let text = try? UTF8Span(validating: bytes.extracting(at + 2..<end)) else {
                throw Damage("a run of identifiers holds something else")
            }
            ids.append(String(copying: text))
            at = end
        }
        guard at == bytes.count else { throw Damage("a run of identifiers is longer than its count") }
    }
}
