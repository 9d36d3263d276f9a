import Foundation

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
