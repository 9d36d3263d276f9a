/// A growing array of 32-bit words in pages; a word that was never set is 0.
struct WordTable {
    private static let shift = 9
    private static let mask = 1 << shift - 1

    private var pages: PageTable

    init() {
        pages = PageTable()
    }

    private init(pages: PageTable) {
        self.pages = pages
    }

    func copy() -> WordTable { WordTable(pages: pages.copy()) }

    func deallocate() {
        pages.deallocate()
    }

    @inline(__always)
    subscript(index: UInt32) -> UInt32 {
        guard let page = pages.page(Int(index) >> Self.shift) else { return 0 }
        return page.words[Int(index) & Self.mask]
    }

    @inline(__always)
    mutating func set(_ index: UInt32, _ value: UInt32, _ writer: inout PageWriter) {
        let number = Int(index) >> Self.shift
        let page: Page
        if pages.page(number) != nil {
            page = pages.writable(number, &writer)
        } else {
            page = pages.replace(number, by: writer.makeZeroPage(), &writer)
        }
        page.words[Int(index) & Self.mask] = value
    }

    /// Sets words that are still 0, all to one value. Only while all pages are the writer's own: nothing is copied, and a page is
    /// looked up once for the words that follow each other in it.
    /// - Returns: the first index whose word is not 0; the words before it are set.
    mutating func setFirst(
        _ indices: UnsafeBufferPointer<UInt32>, _ value: UInt32, _ writer: inout PageWriter
    ) -> UInt32? {
        var (number, words) = (-1, UnsafeMutablePointer<UInt32>?.none)
        for index in indices {
            if Int(index) >> Self.shift != number {
                number = Int(index) >> Self.shift
                words = (pages.page(number) ?? pages.replace(number, by: writer.makeZeroPage(), &writer)).words
            }
            let word = words.unsafelyUnwrapped + (Int(index) & Self.mask)
            guard word.pointee == 0 else { return index }
            word.pointee = value
        }
        return nil
    }

    /// Whether words are not 0, a bit for each.
    func isSet(below limit: Int) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: (limit + 63) >> 6)
        let perPage = 1 << (Self.shift - 6)
        for index in stride(from: 0, to: bits.count, by: perPage) {
            guard let words = pages.page(index / perPage)?.words else { continue }
            for part in 0..<min(perPage, bits.count - index) {
                var set: UInt64 = 0
                for bit in 0..<64 { set |= (words[part << 6 + bit] == 0 ? 0 : 1) << UInt64(bit) }
                bits[index + part] = set
            }
        }
        if limit & 63 != 0, let last = bits.indices.last { bits[last] &= 1 << UInt64(limit & 63) - 1 }
        return bits
    }
}
