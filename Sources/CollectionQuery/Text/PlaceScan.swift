/// Looks for one term at all places of a page's folded text at once.
///
/// A bit for each place says whether those of the term's bytes that are the rarest in text are there (after W. Muła, "SIMD-friendly
/// algorithms for substring searching"). A term of as many bytes as are compared is found by that alone; of a longer one,
/// and of initials, the rest is compared where the bit is set.
struct PlaceScan {
    /// Bytes of the term that are compared everywhere.
    private static let most = 4

    private let scan: TextScan
    private let compared: ComparedBytes
    private let isPair: Bool
    private let reach: Int
    /// Whether a bit alone says that the term is there.
    let isExact: Bool
    private(set) var bits: [UInt64] = []
    /// The last places of a text, with zeros behind them.
    private var end: [UInt8]

    init(_ term: SearchTerm) {
        scan = TextScan(term)
        let offsets = scan.rarestFirst.prefix(Self.most).sorted()
        compared = ComparedBytes(term.folded, at: offsets)
        isPair = offsets.count <= 2
        reach = offsets.last!
        isExact = !term.isInitials && term.folded.count == offsets.count
        end = [UInt8](repeating: 0, count: 2 * (64 + reach) + 64)
    }

    /// Sets the bits for a text, and two words of zeros behind them. No bit is set behind the text's end: no term has a 0.
    mutating func look(in text: UnsafeRawBufferPointer) {
        let count = (text.count + 63) >> 6
        if bits.count < count + 2 { bits += [UInt64](repeating: 0, count: count + 2 - bits.count) }
        bits.removeLast(bits.count - count - 2)
        (bits[count], bits[count + 1]) = (0, 0)
        guard let start = text.baseAddress else { return }
        let wholes = max(0, (text.count - reach) >> 6)
        let rest = text.count - (wholes << 6)
        end.withUnsafeMutableBytes { end in
            end.baseAddress!.copyMemory(from: start + (wholes << 6), byteCount: rest)
            (end.baseAddress! + rest).initializeMemory(as: UInt8.self, repeating: 0, count: end.count - rest)
        }
        let (compared, isPair) = (compared, isPair)
        bits.withUnsafeMutableBufferPointer { bits in
            end.withUnsafeBytes { end in
                compared.look(at: start, wholes, isPair, bits.baseAddress!)
                compared.look(at: end.baseAddress!, count - wholes, isPair, bits.baseAddress! + wholes)
            }
        }
    }

    /// The number of bits.
    var numberOfBits: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether the term is at a place whose bit is set.
    func isTerm(at place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        isExact || scan.isTerm(at: place, in: text)
    }
}

/// Up to four bytes and how far they are from the place that is looked at; the last again where there are fewer.
private struct ComparedBytes {
    private let offsets: (Int, Int, Int, Int)
    private let bytes: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

    init(_ term: [UInt8], at offsets: [Int]) {
        let all = (0..<4).map { offsets[min($0, offsets.count - 1)] }
        let bytes = all.map { SIMD16(repeating: term[$0]) }
        self.offsets = (all[0], all[1], all[2], all[3])
        self.bytes = (bytes[0], bytes[1], bytes[2], bytes[3])
    }

    /// Writes a word of bits for each 64 places.
    @inline(__always)
    func look(at start: UnsafeRawPointer, _ count: Int, _ isPair: Bool, _ bits: UnsafeMutablePointer<UInt64>) {
        if isPair {
            for index in 0..<count { bits[index] = two(start + (index << 6)) }
        } else {
            for index in 0..<count { bits[index] = four(start + (index << 6)) }
        }
    }

    @inline(__always)
    private func two(_ start: UnsafeRawPointer) -> UInt64 {
        let (a, b, c, d) = (pair(start), pair(start + 16), pair(start + 32), pair(start + 48))
        return Self.bits(a) | Self.bits(b) << 16 | Self.bits(c) << 32 | Self.bits(d) << 48
    }

    @inline(__always)
    private func four(_ start: UnsafeRawPointer) -> UInt64 {
        let (a, b) = (pair(start) & otherPair(start), pair(start + 16) & otherPair(start + 16))
        let (c, d) = (pair(start + 32) & otherPair(start + 32), pair(start + 48) & otherPair(start + 48))
        let any = a | b | c | d
        // Four bytes at once are rare enough for a branch.
        if any[0] | any[1] == 0 { return 0 }
        return Self.bits(a) | Self.bits(b) << 16 | Self.bits(c) << 32 | Self.bits(d) << 48
    }

    /// All bits of each of sixteen places at which the first two bytes are.
    @inline(__always)
    private func pair(_ start: UnsafeRawPointer) -> SIMD2<UInt64> {
        Self.equal(start + offsets.0, bytes.0) & Self.equal(start + offsets.1, bytes.1)
    }

    @inline(__always)
    private func otherPair(_ start: UnsafeRawPointer) -> SIMD2<UInt64> {
        Self.equal(start + offsets.2, bytes.2) & Self.equal(start + offsets.3, bytes.3)
    }

    @inline(__always)
    private static func equal(_ start: UnsafeRawPointer, _ byte: SIMD16<UInt8>) -> SIMD2<UInt64> {
        unsafeBitCast(start.loadUnaligned(as: SIMD16<UInt8>.self) .== byte, to: SIMD2<UInt64>.self)
    }

    /// The i-th byte, all bits or none, becomes the i-th bit.
    @inline(__always)
    private static func bits(_ bytes: SIMD2<UInt64>) -> UInt64 {
        // Each byte keeps one bit of its own; the product has the sum of all in its highest byte.
        let own = bytes & SIMD2(repeating: 0x8040_2010_0804_0201)
        return (own[0] &* 0x0101_0101_0101_0101) >> 56 | ((own[1] &* 0x0101_0101_0101_0101) >> 48 & 0xFF00)
    }
}
