/// A growing array of 32-bit words in pages; what was never set is 0.
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

    /// Sets a word that is still 0; false when it is not.
    @inline(__always)
    mutating func setFirst(_ index: UInt32, _ value: UInt32, _ writer: inout PageWriter) -> Bool {
        guard self[index] == 0 else { return false }
        set(index, value, &writer)
        return true
    }
}
