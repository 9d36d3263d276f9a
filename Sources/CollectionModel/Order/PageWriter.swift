/// Allocates pages for one version that is being written, and collects those it replaces.
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
        if stash.isEmpty { stash = arena.allocate(Self.stashSize) }
        let page = stash.removeLast()
        page.birth = epoch
        #if DEBUG
            // A read of what was never written must fail in the tests, not only where the memory was used before.
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

    /// Returns to the arena what only this writer holds. Every change ends with it: between changes a tree is only read.
    mutating func returnPages() {
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
