/// A text as it is sorted: blind to case, width and accents; numbers by their value (IMG_9 before IMG_10).
struct SortText: Comparable, Hashable {
    /// Ordered as the texts are. Digits are without leading zeros, and the number of them is before them.
    let bytes: [UInt8]

    init(_ text: String) {
        self.init(folded: TextFolding.fold(text, keepsSyllables: true))
    }

    /// From a text that was folded with its syllables kept.
    init(folded: [UInt8]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(folded.count + 4)
        Self.forEachByte(of: folded) { byte in
            bytes.append(byte)
            return true
        }
        self.bytes = bytes
    }

    /// Calls `body` with each byte of the sorted form, until it returns false.
    /// - Returns: whether it never did.
    @inline(__always) @discardableResult
    static func forEachByte(
        of folded: some RandomAccessCollection<UInt8>, _ body: (UInt8) -> Bool
    ) -> Bool {
        var index = folded.startIndex
        while index < folded.endIndex {
            guard isDigit(folded[index]) else {
                guard body(folded[index]) else { return false }
                folded.formIndex(after: &index)
                continue
            }
            let rest = folded[index...]
            let end = rest.firstIndex { !isDigit($0) } ?? folded.endIndex
            let digits = rest[..<end].drop { $0 == 0x30 }
            let count = max(digits.count, 1)
            // All that is written here is at 0x30 to 0x39, so that a number has its place among other characters.
            for _ in 0..<((count - 1) / 9) where !body(0x39) { return false }
            guard body(0x30 + UInt8((count - 1) % 9)) else { return false }
            if digits.isEmpty, !body(0x30) { return false }
            for digit in digits where !body(digit) { return false }
            index = end
        }
        return true
    }

    static func < (lhs: SortText, rhs: SortText) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
