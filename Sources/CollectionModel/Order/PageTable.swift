/// A growing array of pages by number, shared between versions piece by piece: the roots are one version's own, the blocks
/// of 256 page addresses and the pages are copied when they are written.
struct PageTable {
    private static let blockShift = 8
    private static let blockMask = 1 << blockShift - 1

    private var roots: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private var rootCount: Int

    init() {
        rootCount = 1
        roots = .allocate(capacity: 1)
        roots.initialize(to: nil)
    }

    /// A table of the same pages with roots of its own.
    func copy() -> PageTable {
        var copy = self
        copy.roots = .allocate(capacity: rootCount)
        copy.roots.initialize(from: roots, count: rootCount)
        return copy
    }

    func deallocate() {
        roots.deallocate()
    }

    @inline(__always)
    func page(_ number: Int) -> Page? {
        let root = number >> Self.blockShift
        guard root < rootCount, let block = roots[root] else { return nil }
        return entries(block)[number & Self.blockMask].map(Page.init(raw:))
    }

    /// A page that is known to be there.
    @inline(__always)
    func existing(_ number: Int) -> Page {
        let block = roots[number >> Self.blockShift].unsafelyUnwrapped
        return Page(raw: entries(block)[number & Self.blockMask].unsafelyUnwrapped)
    }

    /// A page that is known to be there, ready to be written.
    @inline(__always)
    mutating func writable(_ number: Int, _ writer: inout PageWriter) -> Page {
        let page = existing(number)
        return page.birth == writer.epoch ? page : replace(number, by: writer.own(page), &writer)
    }

    /// Sets or takes away a page.
    @discardableResult
    mutating func replace(_ number: Int, by page: Page?, _ writer: inout PageWriter) -> Page {
        let root = number >> Self.blockShift
        if root >= rootCount { grow(to: root + 1) }
        let block = roots[root].map { writer.own(Page(raw: $0)) } ?? writer.makeZeroPage()
        roots[root] = block.raw
        entries(block.raw)[number & Self.blockMask] = page?.raw
        return page ?? block
    }

    private mutating func grow(to count: Int) {
        let capacity = max(count, rootCount * 2)
        let grown = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: capacity)
        grown.initialize(from: roots, count: rootCount)
        (grown + rootCount).initialize(repeating: nil, count: capacity - rootCount)
        roots.deallocate()
        roots = grown
        rootCount = capacity
    }

    @inline(__always)
    private func entries(_ block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        block.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}
