/// Hands out pages to one version that is being written, and gathers those it replaces.
struct PageWriter {
    private static let stashSize = 16

    let arena: PageArena
    let epoch: UInt64
    private var stash: [Page] = []
    private var dead: [Page] = []

    init(arena: PageArena, epoch: UInt64) {
        self.arena = arena
        self.epoch = epoch
    }

    /// Whether the version may be written in place: no later one sees its pages.
    var isNewest: Bool { arena.isNewest(epoch) }

    /// A page of this epoch, its content undefined.
    mutating func makePage() -> Page {
        if stash.isEmpty { stash = arena.take(Self.stashSize) }
        let page = stash.removeLast()
        page.birth = epoch
        #if DEBUG
            // Whatever reads what was never written shall be seen by the tests, not only where memory comes used.
            page.raw.initializeMemory(as: Int32.self, repeating: -64, count: Page.sizeBytes / 4)
        #endif
        return page
    }

    mutating func makeZeroPage() -> Page {
        let page = makePage()
        page.raw.initializeMemory(as: UInt8.self, repeating: 0, count: Page.sizeBytes)
        return page
    }

    /// The page itself when this version owns it, else a copy.
    @inline(__always)
    mutating func own(_ page: Page) -> Page {
        page.birth == epoch ? page : copy(page)
    }

    mutating func discard(_ page: Page) {
        if page.birth == epoch {
            page.birth = 0
            stash.append(page)
        } else {
            dead.append(page)
        }
    }

    /// Gives everything to the arena that only this writer knows. Every change ends with it: a tree at rest is only read.
    mutating func settle() {
        guard !stash.isEmpty || !dead.isEmpty else { return }
        arena.giveBack(epoch, stash: &stash, dead: &dead)
    }

    private mutating func copy(_ page: Page) -> Page {
        let copy = makePage()
        copy.raw.copyMemory(from: page.raw, byteCount: Page.sizeBytes)
        dead.append(page)
        return copy
    }
}

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
