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

/// The integers of 4,096 items, each in as few bytes as the page's range needs: cell 0 is no value, cell c is `base` + c - 1
/// (frame of reference).
///
/// Guard of the unchecked conformance: cells are written only by a column that holds the sole reference to the page.
final class NarrowPage: @unchecked Sendable {
    static let shift = 12
    static let count = 1 << shift
    static let mask = count - 1

    /// Bytes of a cell: 1, 2, 4 or 8.
    let width: Int
    let base: Int64
    /// Whether the integers are the bits of numbers (`Double.orderedBits`) rather than numbers.
    let isFloating: Bool
    let cells: UnsafeMutableRawPointer

    init(width: Int, base: Int64, isFloating: Bool) {
        self.width = width
        self.base = base
        self.isFloating = isFloating
        cells = .allocate(byteCount: Self.count * width, alignment: 64)
        cells.initializeMemory(as: UInt8.self, repeating: 0, count: Self.count * width)
    }

    deinit { cells.deallocate() }

    var sizeBytes: Int { Self.count * width }

    func copy() -> NarrowPage {
        let copy = NarrowPage(width: width, base: base, isFloating: isFloating)
        copy.cells.copyMemory(from: cells, byteCount: sizeBytes)
        return copy
    }

    @inline(__always)
    func cell(_ slot: Int) -> UInt64 { NarrowCells(self).cell(slot) }

    func setCell(_ slot: Int, _ cell: UInt64) {
        switch width {
        case 1: cells.storeBytes(of: UInt8(cell), toByteOffset: slot, as: UInt8.self)
        case 2: cells.storeBytes(of: UInt16(cell), toByteOffset: slot * 2, as: UInt16.self)
        case 4: cells.storeBytes(of: UInt32(cell), toByteOffset: slot * 4, as: UInt32.self)
        default: cells.storeBytes(of: cell, toByteOffset: slot * 8, as: UInt64.self)
        }
    }

    /// The cell of a value; `nil` when it is out of the page's range.
    func cell(for value: Int64) -> UInt64? {
        guard value >= base else { return nil }
        let cell = UInt64(bitPattern: value) &- UInt64(bitPattern: base) &+ 1
        return cell <= Self.limit(width) ? cell : nil
    }

    /// A page with room for a value besides those of this one.
    func widened(for value: Int64) -> NarrowPage {
        var (least, most) = (value, value)
        forEachValue { _, own in (least, most) = (min(least, own), max(most, own)) }
        let page = NarrowPage.holding(least...most, isFloating: isFloating)
        forEachValue { slot, own in page.setCell(slot, page.cell(for: own)!) }
        return page
    }

    /// An empty page for a range. The spare width is half below the range and half above it, so that values that come
    /// in descending order do not move the base each time.
    static func holding(_ range: ClosedRange<Int64>, isFloating: Bool) -> NarrowPage {
        let span = UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: range.lowerBound)
        guard let width = [1, 2, 4].first(where: { span < limit($0) }) else {
            return NarrowPage(width: 8, base: .min, isFloating: isFloating)
        }
        if range.lowerBound >= 0, UInt64(range.upperBound) < limit(width) {
            return NarrowPage(width: width, base: 0, isFloating: isFloating)
        }
        let room = Int64((limit(width) - 1 - span) / 2)
        let (base, overflows) = range.lowerBound.subtractingReportingOverflow(room)
        return NarrowPage(width: width, base: overflows ? .min : base, isFloating: isFloating)
    }

    func forEachValue(_ body: (Int, Int64) -> Void) {
        let cells = NarrowCells(self)
        for slot in 0..<Self.count {
            if let value = cells.value(slot) { body(slot, value) }
        }
    }

    /// The greatest cell of a width.
    private static func limit(_ width: Int) -> UInt64 { width == 8 ? .max : 1 << UInt64(8 * width) - 1 }
}

/// A look at a page that costs no reference count; the column must outlive it.
struct NarrowCells {
    let cells: UnsafeMutableRawPointer?
    let base: Int64
    let width: Int
    let isFloating: Bool

    init(_ page: NarrowPage?) {
        cells = page?.cells
        base = page?.base ?? 0
        width = page?.width ?? 0
        isFloating = page?.isFloating ?? false
    }

    @inline(__always)
    func cell(_ slot: Int) -> UInt64 {
        switch width {
        case 0: 0
        case 1: UInt64(cells.unsafelyUnwrapped.load(fromByteOffset: slot, as: UInt8.self))
        case 2: UInt64(cells.unsafelyUnwrapped.load(fromByteOffset: slot * 2, as: UInt16.self))
        case 4: UInt64(cells.unsafelyUnwrapped.load(fromByteOffset: slot * 4, as: UInt32.self))
        default: cells.unsafelyUnwrapped.load(fromByteOffset: slot * 8, as: UInt64.self)
        }
    }

    @inline(__always)
    func value(_ slot: Int) -> Int64? {
        let cell = cell(slot)
        return cell == 0 ? nil : Int64(bitPattern: UInt64(bitPattern: base) &+ cell &- 1)
    }

    /// The cells of the values of a range; `nil` when the page can hold none of them.
    func cells(of range: ClosedRange<Int64>) -> ClosedRange<UInt64>? {
        guard width > 0, range.upperBound >= base else { return nil }
        let limit: UInt64 = width == 8 ? .max : 1 << UInt64(8 * width) - 1
        let first = range.lowerBound <= base ? 1 : UInt64(bitPattern: range.lowerBound) &- UInt64(bitPattern: base) &+ 1
        let last = UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: base)
        // One more overflows where the range reaches to the greatest integer.
        let end = last >= limit ? limit : last + 1
        return first <= end ? first...end : nil
    }
}
