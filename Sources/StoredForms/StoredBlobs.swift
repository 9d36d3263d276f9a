import CollectionModel
import Foundation
import GridEngine

/// The revisions of `span` consecutive items, of which any may have none.
package struct RevisionPage {
    /// Items on a page. A changed revision rewrites its page: 2 KiB.
    package static let span: UInt32 = 256

    private var known = [Bool](repeating: false, count: Int(span))
    private var revisions = [UInt64](repeating: 0, count: Int(span))

    package init() {}

    /// Reads the form that `encoded` writes.
    /// - Throws: `Damage`
    package init(_ blob: Data) throws {
        let bytes = blob.span
        guard bytes.count == known.count * 9 else { throw Damage("a revision page of \(bytes.count) bytes") }
        for index in known.indices {
            known[index] = bytes[index] != 0
            var revision: UInt64 = 0
            for byte in 0..<8 {
                revision |= UInt64(bytes[known.count + index * 8 + byte]) << UInt64(byte * 8)
            }
            revisions[index] = revision
        }
    }

    /// One byte for each item, 1 when it has a revision, then eight for each revision, least significant first.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(known.count * 9)
        for isKnown in known { bytes.append(isKnown ? 1 : 0) }
        for revision in revisions {
            for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: revision >> UInt64(byte * 8))) }
        }
        return bytes
    }

    /// Sets the revision of the item at `index`, 0..<256 on this page.
    package subscript(index: Int) -> UInt64? {
        get { known[index] ? revisions[index] : nil }
        set {
            known[index] = newValue != nil
            revisions[index] = newValue ?? 0
        }
    }

    /// Calls `body` with index and revision of each item that has one, ascending.
    package func forEach(_ body: (Int, UInt64) -> Void) {
        for index in known.indices where known[index] { body(index, revisions[index]) }
    }
}

/// Identifiers of consecutive ordinals as a blob: each one's length in two bytes, least significant first, then its UTF-8.
package enum IdentifierRun {
    /// Maximum identifiers in one run.
    package static let limit = 4096

    package static func encode(_ items: Slice<StoredIdentifiers>) throws -> [UInt8] {
        if let run = items.base.run(items.indices) { return run }
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

    /// Appends the `count` identifiers of a run to a table of stored ones.
    /// - Throws: `Damage`; the table is not to be used then.
    package static func decode(_ blob: Data, count: Int, into table: inout IdentifierTable) throws(Damage) {
        do throws(IdentifierTable.RunFault) { try table.append(run: blob.span, count: count) } catch {
            switch error {
            case .cutShort: throw Damage("a run of identifiers is cut short")
            case .tooLong: throw Damage("a run has an identifier that is too long")
            case .notText: throw Damage("a run of identifiers holds something else")
            case .rest: throw Damage("a run of identifiers is longer than its count")
            }
        }
    }
}

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

    /// Appends the blob's ordinals to `ordinals`.
    /// - Throws: `Damage`
    package static func decode(_ blob: Data, into ordinals: inout [UInt32]) throws(Damage) {
        let bytes = blob.span
        guard bytes.count % 4 == 0 else { throw Damage("an order blob of \(bytes.count) bytes") }
        // No room is reserved: one blob of many that are appended would have all before it copied.
        var at = 0
        while at < bytes.count {
            let low = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
            ordinals.append(low | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24)
            at += 4
        }
    }
}
