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

/// Sixteen bytes of the form by which a text is sorted, zeros behind its end.
struct SortWindow {
    /// Numbers of eight bytes each, the first byte the most significant.
    private var values = SIMD2<UInt64>(0, 0)
    private var ahead: Int
    private var count = 0

    private init(first: Int) { ahead = first }

    /// From a folded text, without a copy; `nil` where it has Hangul within these bytes, whose syllables would be needed.
    @inline(__always)
    init?(_ folded: UnsafeBufferPointer<UInt8>, from first: Int) {
        // Most bytes stay as they are: sixteen at once.
        var start = 0
        while folded.count - start >= 16, let words = Self.plainBytes(folded, at: start) {
            if start == first {
                self.init(first: 0)
                count = 16
                values = SIMD2(words[0].bigEndian, words[1].bigEndian)
                return
            }
            start += 16
        }
        self.init(first: first - start)
        let isWhole = SortText.forEachByte(of: UnsafeBufferPointer(rebasing: folded[start...])) { byte in
            if byte < 0x20 || 0x41...0x5A ~= byte { return false }
            return put(byte)
        }
        if !isWhole, count < 16 { return nil }
    }

    /// Sixteen bytes, when none of them is a digit or a key of Hangul.
    @inline(__always)
    private static func plainBytes(_ folded: UnsafeBufferPointer<UInt8>, at start: Int) -> SIMD2<UInt64>? {
        let words = UnsafeRawPointer(folded.baseAddress.unsafelyUnwrapped)
            .loadUnaligned(fromByteOffset: start, as: SIMD2<UInt64>.self)
        // By their upper bits, which takes a few other signs for digits or capitals: those go the slow way.
        let upper = words & SIMD2(repeating: 0xE0E0_E0E0_E0E0_E0E0)
        let others =
            upper.zeroBytes | (upper ^ SIMD2(repeating: 0x4040_4040_4040_4040)).zeroBytes
            | (words & SIMD2(repeating: 0xF0F0_F0F0_F0F0_F0F0) ^ SIMD2(repeating: 0x3030_3030_3030_3030)).zeroBytes
        return others[0] | others[1] == 0 ? words : nil
    }

    init(_ text: SortText, from first: Int) {
        self.init(first: first)
        for byte in text.bytes where !put(byte) { break }
    }

    var halves: (high: UInt64, low: UInt64) {
        (
            count >= 8 ? values[0] : count == 0 ? 0 : values[0] << UInt64(8 * (8 - count)),
            count == 16 ? values[1] : count <= 8 ? 0 : values[1] << UInt64(8 * (16 - count))
        )
    }

    /// - Returns: whether there is room for more.
    @inline(__always)
    private mutating func put(_ byte: UInt8) -> Bool {
        if ahead > 0 {
            ahead -= 1
            return true
        }
        if count < 8 { values[0] = values[0] << 8 | UInt64(byte) } else { values[1] = values[1] << 8 | UInt64(byte) }
        count += 1
        return count < 16
    }
}

extension SIMD2<UInt64> {
    /// The highest bit of each byte that is 0 is set, and that of none where no byte is. (Others above a 0 may be too.)
    fileprivate var zeroBytes: Self {
        (self &- SIMD2(repeating: 0x0101_0101_0101_0101)) & ~self & SIMD2(repeating: 0x8080_8080_8080_8080)
    }
}
