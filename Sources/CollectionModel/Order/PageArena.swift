import Synchronization

/// A page of 2 KiB. Written only by the tree in whose epoch it was born; read by every version that reaches it.
///
/// Guard of the unchecked conformance: a page is reachable for writing from one tree only (its birth is that tree's epoch),
/// and goes back to the arena, under the arena's lock, when no living version reaches it.
struct Page: @unchecked Sendable {
    static let sizeBytes = 2048

    let raw: UnsafeMutableRawPointer

    /// The epoch that the page was born in; 0 while it is free.
    var birth: UInt64 {
        get { births[number] }
        nonmutating set { births[number] = newValue }
    }

    var words: UnsafeMutablePointer<UInt32> { raw.assumingMemoryBound(to: UInt32.self) }

    /// Slabs are at multiples of their size, and begin with the births of their pages.
    private var births: UnsafeMutablePointer<UInt64> {
        UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: raw) & ~UInt(PageArena.slabBytes - 1))!
            .assumingMemoryBound(to: UInt64.self)
    }

    private var number: Int { (Int(bitPattern: raw) & (PageArena.slabBytes - 1)) / Self.sizeBytes }
}

/// The memory that the versions of one order share: pages in slabs, and the list of living versions that determines when a page
/// that was replaced is free.
///
/// Versions form a line, oldest first. A page replaced in version `v` is seen by the versions from its birth up to the one
/// before `v`; it is in `v`'s dead list while one of these lives (as a file system keeps the blocks of its snapshots).
/// So nothing is counted by reference: copying a node costs its bytes, not its children.
final class PageArena: Sendable {
    static let slabBytes = 1 << 20
    /// The first two pages of a slab hold the births of the others.
    fileprivate static let headerPages = 2
    fileprivate static let pagesPerSlab = slabBytes / Page.sizeBytes

    fileprivate struct Version {
        var epoch: UInt64
        /// Pages of the version before this one that are not in this one.
        var dead: [Page] = []
    }

    fileprivate struct State {
        var slabs: [Page] = []
        /// Pages of the last slab that were handed out.
        var used = PageArena.pagesPerSlab
        var free: [Page] = []
        var versions: [Version] = []
        var lastEpoch: UInt64 = 0
    }

    private let state = Mutex(State())

    deinit {
        state.withLock { state in
            for slab in state.slabs { slab.raw.deallocate() }
        }
    }

    /// Begins a version after `previous`, or the first one; `nil` when `previous` has a successor already.
    func beginVersion(after previous: UInt64?) -> UInt64? {
        state.withLock { state in
            guard state.versions.last?.epoch == previous else { return nil }
            state.lastEpoch += 1
            state.versions.append(Version(epoch: state.lastEpoch))
            return state.lastEpoch
        }
    }

    /// Whether a version has no successor, so that its own pages are seen by itself alone.
    func isNewest(_ epoch: UInt64) -> Bool {
        state.withLock { $0.versions.last?.epoch == epoch }
    }

    /// Ends a version and frees the pages that only it saw.
    func endVersion(_ epoch: UInt64) {
        state.withLock { state in
            guard let index = state.versions.firstIndex(where: { $0.epoch == epoch }) else { return }
            let ended = state.versions.remove(at: index)
            let before = index > 0 ? state.versions[index - 1].epoch : 0
            if index < state.versions.count {
                let dead = state.versions[index].dead
                state.versions[index].dead = ended.dead
                state.retire(dead, in: index, before: before)
            } else if index > 0 {
                state.freePagesBorn(after: before)
            }
        }
    }

    /// Hands out free pages.
    func allocate(_ count: Int) -> [Page] {
        state.withLock { state in (0..<count).map { _ in state.allocate() } }
    }

    /// Takes back unused pages and the ones that the newest version replaced. Both are emptied.
    func giveBack(_ epoch: UInt64, stash: inout [Page], dead: inout [Page]) {
        let (unused, replaced) = (stash, dead)
        state.withLock { state in
            state.free.append(contentsOf: unused)
            let newest = state.versions.count - 1
            precondition(newest >= 0 && state.versions[newest].epoch == epoch, "only the newest version changes")
            state.retire(replaced, in: newest, before: newest > 0 ? state.versions[newest - 1].epoch : 0)
        }
        stash = []
        dead = []
    }

    /// Pages in use and free, for tests and statistics.
    var pageCounts: (total: Int, free: Int) {
        state.withLock { state in
            guard !state.slabs.isEmpty else { return (0, 0) }
            let perSlab = Self.pagesPerSlab - Self.headerPages
            return (state.slabs.count * perSlab - (Self.pagesPerSlab - state.used), state.free.count)
        }
    }
}

extension PageArena.State {
    /// Frees what no version sees any more; what an older one still sees waits in the dead list of the version at `index`.
    mutating func retire(_ pages: [Page], in index: Int, before: UInt64) {
        for page in pages {
            if page.birth > before { release(page) } else { versions[index].dead.append(page) }
        }
    }

    /// Ends the newest version: pages born after the one before it are not visible to any version.
    mutating func freePagesBorn(after epoch: UInt64) {
        for (number, slab) in slabs.enumerated() {
            let end = number == slabs.count - 1 ? used : PageArena.pagesPerSlab
            for index in PageArena.headerPages..<end {
                let page = Page(raw: slab.raw + index * Page.sizeBytes)
                if page.birth > epoch { release(page) }
            }
        }
    }

    mutating func release(_ page: Page) {
        page.birth = 0
        free.append(page)
    }

    mutating func allocate() -> Page {
        if let page = free.popLast() { return page }
        if used == PageArena.pagesPerSlab {
            slabs.append(
                Page(raw: .allocate(byteCount: PageArena.slabBytes, alignment: PageArena.slabBytes)))
            used = PageArena.headerPages
        }
        let page = Page(raw: slabs[slabs.count - 1].raw + used * Page.sizeBytes)
        used += 1
        page.birth = 0
        return page
    }
}
