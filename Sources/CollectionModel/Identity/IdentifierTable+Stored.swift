import Synchronization

/// Tables that are read back: their identifiers at once, the slots when the first one is looked for.
///
/// Filling the slots of ten million takes longer than reading their names, and a page that opens asks for none: it gets the names of
/// the ordinals in its window.
extension IdentifierTable: RandomAccessCollection {
    /// Why bytes are no run of identifiers.
    package enum RunFault: Error {
        case cutShort
        case tooLong
        case notText
        case rest
    }

    /// A table that `append(run:count:)` fills, with room for some identifiers, and for their bytes where those were counted.
    package static func stored(capacity: Int, sizeBytes bytes: Int = 0) -> IdentifierTable {
        var table = IdentifierTable()
        table.slots = []
        table.pending = PendingSlots()
        table.reserve(blocksFor: capacity, sizeBytes: bytes)
        return table
    }

    /// A table of identifiers, each of which is named once.
    package init(_ ids: [String]) {
        self.init()
        _ = append(contentsOf: ids)
    }

    package var startIndex: UInt32 { 0 }
    package var endIndex: UInt32 { UInt32(count) }

    /// Appends identifiers that were stored: each one's length in two bytes, least significant first, then its UTF-8. That each is there
    /// once is only known when they can be looked up: see `duplicate`. To a table of `stored` that nothing was looked up in.
    /// - Throws: a fault; the table is not to be used then.
    package mutating func append(run: Swift.Span<UInt8>, count added: Int) throws(RunFault) {
        assert(pending?.isFilled == false, "slots would be missing")
        let start = arena.count
        let fault = run.withUnsafeBufferPointer { bytes in take(bytes, added) }
        if let fault { throw fault }
        // All at once, which is fast. An identifier that began within a character would begin with a byte that continues one.
        do { _ = try UTF8Span(validating: arena.span.extracting(start...)) } catch { throw .notText }
    }

    /// Identifiers of consecutive ordinals as `append(run:count:)` reads them.
    package func run(of ordinals: Range<UInt32>) -> [UInt8] {
        guard let last = ordinals.last else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            range(of: last).upperBound - range(of: ordinals.lowerBound).lowerBound + 2 * ordinals.count)
        for ordinal in ordinals {
            let range = range(of: ordinal)
            bytes.append(UInt8(truncatingIfNeeded: range.count))
            bytes.append(UInt8(truncatingIfNeeded: range.count >> 8))
            bytes.append(contentsOf: arena[range])
        }
        return bytes
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ added: Int) -> RunFault? {
        guard added >= 0 else { return .rest }
        var at = 0
        for _ in 0..<added {
            guard at + 2 <= bytes.count else { return .cutShort }
            let end = at + 2 + (Int(bytes[at]) | Int(bytes[at + 1]) << 8)
            guard end <= bytes.count else { return .cutShort }
            guard end - at - 2 <= Self.lengthLimitBytes else { return .tooLong }
            if end > at + 2, bytes[at + 2] & 0xC0 == 0x80 { return .notText }
            append(UnsafeBufferPointer(rebasing: bytes[at + 2..<end]))
            at = end
        }
        return at == bytes.count ? nil : .rest
    }

    /// Whether the slots are this table's own.
    package var isSettled: Bool { pending == nil }

    /// An identifier that is there twice, where what was stored is damaged: it is found under the first of its ordinals. O(n) where
    /// nothing was looked up before.
    package var duplicate: String? { pending?.filled(for: self).duplicate.map { self[$0] } }

    /// The slots to look in; filled now where they are not. Of several threads one fills them, and the others wait.
    var known: [UInt32] { pending?.filled(for: self).slots ?? slots }

    /// Makes the slots this table's own.
    package mutating func settle() {
        guard let pending else { return }
        slots = pending.filled(for: self).slots
        self.pending = nil
    }

    fileprivate func filledSlots() -> PendingSlots.Filled {
        var table = self
        table.pending = nil
        table.slots = Self.emptySlots(for: count)
        let duplicate = table.fill(from: 0)
        return (table.slots, duplicate)
    }
}

/// The slots of a table and its copies, which the first of them fills that needs them.
final class PendingSlots: Sendable {
    typealias Filled = (slots: [UInt32], duplicate: UInt32?)

    /// Held while they are filled.
    private let slots = Mutex<Filled?>(nil)
    private let hasSlots = Atomic(false)

    var isFilled: Bool { hasSlots.load(ordering: .acquiring) }

    func filled(for table: IdentifierTable) -> Filled {
        slots.withLock { slots in
            if let slots { return slots }
            let filled = table.filledSlots()
            slots = filled
            hasSlots.store(true, ordering: .releasing)
            return filled
        }
    }
}
