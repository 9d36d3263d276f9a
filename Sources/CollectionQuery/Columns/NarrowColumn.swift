/// Integers by item, in pages of which a changed one is copied while another column sees it.
struct NarrowColumn: Sendable {
    private(set) var pages: [NarrowPage?] = []

    /// Slots below this may have a value.
    var limit: Int { pages.count << NarrowPage.shift }

    var sizeBytes: Int { pages.reduce(pages.count * 8) { $0 + ($1?.sizeBytes ?? 0) } }

    mutating func reserve(_ count: Int) {
        pages.reserveCapacity((count + NarrowPage.mask) >> NarrowPage.shift)
    }

    @inline(__always)
    func value(_ slot: Int) -> Int64? {
        guard slot < limit, let page = pages[slot >> NarrowPage.shift] else { return nil }
        return NarrowCells(page).value(slot & NarrowPage.mask)
    }

    /// The page of a slot as it is, for what its cells mean.
    func page(of slot: Int) -> NarrowPage? { slot < limit ? pages[slot >> NarrowPage.shift] : nil }

    /// - Returns: whether there was a value.
    @discardableResult
    mutating func set(_ slot: Int, to value: Int64?) -> Bool {
        let number = slot >> NarrowPage.shift
        let had = self.value(slot) != nil
        if value == nil && !had { return false }
        while pages.count <= number { pages.append(nil) }
        guard let value else {
            own(number).setCell(slot & NarrowPage.mask, 0)
            return had
        }
        if let cell = pages[number]?.cell(for: value) {
            own(number).setCell(slot & NarrowPage.mask, cell)
        } else {
            let page = pages[number]?.widened(for: value) ?? .holding(value...value, isFloating: false)
            page.setCell(slot & NarrowPage.mask, page.cell(for: value)!)
            pages[number] = page
        }
        return had
    }

    mutating func replace(_ page: NarrowPage, at number: Int) {
        while pages.count <= number { pages.append(nil) }
        pages[number] = page
    }

    /// Looks at all pages. Valid while `body` runs.
    func withCells<Result, E: Error>(_ body: ([NarrowCells]) throws(E) -> Result) throws(E) -> Result {
        let cells = pages.map { NarrowCells($0) }
        defer { withExtendedLifetime(self) {} }
        return try body(cells)
    }

    private mutating func own(_ number: Int) -> NarrowPage {
        if !isKnownUniquelyReferenced(&pages[number]) { pages[number] = pages[number]!.copy() }
        return pages[number]!
    }
}
