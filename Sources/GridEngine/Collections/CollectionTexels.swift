import CollectionModel
import Hashing
import Synchronization

/// The known texels of a collection: four bytes an item in memory, of the parts that somebody has seen; the rest is on a shelf
/// (docs/decisions/0102). Any thread, but none that holds the collection's lock; may block on a disk.
package final class CollectionTexels: Sendable {
    fileprivate struct Block {
        var words: [TexelWord]
        /// Pixels may be others though the words are as before.
        var changes: UInt32 = 0
    }

    fileprivate struct State {
        var shelf: (any TexelShelf)?
        var blocks: [Block?] = []
        /// Items whose texels came or went since they were last taken, while somebody follows.
        var arrived: [ItemOrdinal] = []
        var followers = 0
        /// Items that the shelf has room for.
        var reserved = 0
    }

    private struct Outdated {
        var items: [ItemOrdinal] = []
        /// Whether there were too many to name.
        var areAll = false
    }

    /// Maximum items that wait to be taken: more come at once only when a listing has changed them, which is a patch too.
    fileprivate static let arrivedLimit = 100_000

    private let state = Mutex(State())
    /// Contents that may be others, until somebody looks. A lock of its own: commits wait for no disk.
    private let outdated = Mutex(Outdated())
    /// Items for which `note` is about to be called, and how often.
    private let announced = Mutex<[ItemOrdinal: Int]>([:])
    /// Called when texels have come or gone, since somebody follows.
    private let wake = Mutex<(@Sendable () -> Void)?>(nil)
    /// A number of this run: block counts of another begin at 0 too.
    let salt = UInt64.random(in: 0 ... .max)

    /// Sets the shelf. Call it once, before anything else.
    func attach(_ shelf: (any TexelShelf)?) { state.withLock { $0.shelf = shelf } }

    var isAttached: Bool { state.withLock { $0.shelf != nil } }

    /// Prepares for as many items as there are.
    func reserve(items: Int) {
        let shelf = state.withLock { state in
            defer { state.reserved = items }
            return state.reserved == items ? nil : state.shelf
        }
        shelf?.reserve(items: items)
    }

    /// The sizes that there is room for, of all items.
    var keptSizes: [TexelSize] { state.withLock { $0.shelf }?.keptSizes ?? [] }

    // MARK: What becomes known

    /// `note` will be called for the item: a load can have ended, as others see it, before its texel is known.
    func announce(_ item: ItemOrdinal) { announced.withLock { $0[item, default: 0] += 1 } }

    /// `note` was called.
    func withdraw(_ item: ItemOrdinal) {
        announced.withLock { announced in
            let others = (announced[item] ?? 1) - 1
            announced[item] = others == 0 ? nil : others
        }
    }

    /// Those of which nothing is about to become known.
    func unannounced(_ items: [ItemOrdinal]) -> [ItemOrdinal] {
        announced.withLock { announced in items.filter { announced[$0] == nil } }
    }

    /// A preview was made of a content, or could not be.
    package func note(
        _ result: Result<Rendition, LoadFailure>, of item: ItemOrdinal, _ revision: UInt64,
        in collection: LiveCollection
    ) {
        switch result {
        case .success(let rendition):
            guard let texel = rendition.texel else { return }
            let colour = texel.mean
            set(of: item, revision, in: collection) { shelf, tag, known in
                // Pictures that are looked at again and again.
                if known.hasColour, known.colour == colour, known.has(.small) { return known }
                let sizes = shelf.keep(texel, tag: tag, of: item.rawValue)
                return TexelWord(colour: colour, isDamaged: rendition.isDamaged, sizes: sizes)
            }
        case .failure(.unreadable): set(of: item, revision, in: collection) { _, _, _ in .failed }
        case .failure: break
        }
    }

    /// The item shows no picture.
    func noteMissingPicture(of item: ItemOrdinal, in collection: LiveCollection) {
        set(of: item, nil, in: collection) { _, _, _ in .withoutPicture }
    }

    private func set(
        of item: ItemOrdinal, _ revision: UInt64?, in collection: LiveCollection,
        _ word: (any TexelShelf, _ tag: UInt32, _ known: TexelWord) -> TexelWord
    ) {
        let isOther = withWords { state in
            // Under the lock: if the content changes after this, `outdate` comes later too.
            guard let shelf = state.shelf, revision.map({ collection.shows($0, of: item) }) ?? true else {
                return false
            }
            let tag = collection.texelTags(of: [item.rawValue])[0]
            let (block, place) = state.place(of: item, in: collection)
            let known = state.blocks[block]!.words[place]
            let new = word(shelf, tag, known)
            if new != known { state.set(new, tag, of: item, block, place) }
            return new != known
        }
        if isOther { wake.withLock { $0 }?() }
    }

    /// The contents of items may be others: what is kept is compared with them before it is used again.
    func outdate(_ items: [ItemOrdinal]) {
        outdated.withLock { outdated in
            guard !outdated.areAll else { return }
            outdated.items += items
            if outdated.items.count > Self.arrivedLimit { outdated = Outdated(areAll: true) }
        }
    }

    /// The words as they are after all that was outdated.
    private func withWords<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let outdated = outdated.withLock { outdated in
                defer { outdated = Outdated() }
                return outdated
            }
            if outdated.areAll { state.blocks = [] }
            state.outdate(outdated.items)
            return body(&state)
        }
    }

    /// The pixels of these were damaged on disk: they are made again.
    func forget(_ items: [UInt32]) {
        outdate(items.map { ItemOrdinal($0) })
        wake.withLock { $0 }?()
    }

    /// The collection is gone.
    func remove() {
        let shelf = state.withLock { state in
            state.blocks = []
            return state.shelf
        }
        shelf?.remove()
    }

    // MARK: Looking

    /// Calls `body` with the word of each item, in the order given, and what changes with its block. O(items), and the disk for blocks that
    /// nobody has seen yet.
    func forEachWord(
        of items: some Collection<UInt32>, in collection: LiveCollection, _ body: (Int, TexelWord, UInt32) -> Void
    ) {
        // In parts: loads that end must not wait for a whole wall.
        var place = 0
        var rest = items[...]
        while !rest.isEmpty {
            let part = rest.prefix(8192)
            withWords { state in
                for item in part {
                    let (block, slot) = state.place(of: ItemOrdinal(item), in: collection)
                    body(place, state.blocks[block]!.words[slot], state.blocks[block]!.changes)
                    place += 1
                }
            }
            rest = rest.dropFirst(part.count)
        }
    }

    /// Reads pixels. As `TexelShelf.read`.
    func read(_ size: TexelSize, _ slots: [TexelPlace], _ body: (TexelPlace, UnsafeRawBufferPointer) -> Void) {
        let shelf = state.withLock { $0.shelf }
        shelf?.read(size, slots, body)
    }

    // MARK: Following

    /// - Parameter wake: called when texels have come or gone, on any thread; it returns at once.
    func follow(_ wake: @escaping @Sendable () -> Void) {
        self.wake.withLock { $0 = wake }
        state.withLock { $0.followers += 1 }
    }

    func unfollow() {
        state.withLock { state in
            state.followers -= 1
            if state.followers == 0 { state.arrived = [] }
        }
    }

    /// The items whose texels have come or gone since this was last called.
    func takeArrived() -> [ItemOrdinal] {
        withWords { state in
            defer { state.arrived = [] }
            return state.arrived
        }
    }
}

extension CollectionTexels.State {
    /// The slot of an item, in a block that is in memory then.
    fileprivate mutating func place(of item: ItemOrdinal, in collection: LiveCollection) -> (block: Int, place: Int) {
        let size = shelf?.blockSlots ?? 511
        let (block, place) = Int(item.rawValue).quotientAndRemainder(dividingBy: size)
        if block >= blocks.count { blocks += repeatElement(nil, count: block + 1 - blocks.count) }
        if blocks[block] == nil { blocks[block] = read(block, size, in: collection) }
        return (block, place)
    }

    /// Reads a block from the shelf, without texels of other items and contents than the present ones.
    private func read(_ block: Int, _ size: Int, in collection: LiveCollection) -> CollectionTexels.Block {
        guard let slots = shelf?.words(inBlock: block) else {
            return CollectionTexels.Block(words: Array(repeating: .unknown, count: size))
        }
        let used = slots.indices.filter { slots[$0].tag != 0 }
        let tags = collection.texelTags(of: used.map { UInt32(block * size + $0) })
        var words = Array(repeating: TexelWord.unknown, count: size)
        for (slot, tag) in zip(used, tags) where slots[slot].tag == tag { words[slot] = slots[slot].word }
        return CollectionTexels.Block(words: words)
    }

    fileprivate mutating func outdate(_ items: [ItemOrdinal]) {
        guard let size = shelf?.blockSlots else { return }
        for item in items {
            let (block, place) = Int(item.rawValue).quotientAndRemainder(dividingBy: size)
            guard block < blocks.count else { continue }
            blocks[block]?.words[place] = .unknown
            blocks[block]?.changes &+= 1
            noteArrived(item)
        }
    }

    fileprivate mutating func set(_ word: TexelWord, _ tag: UInt32, of item: ItemOrdinal, _ block: Int, _ place: Int) {
        blocks[block]!.words[place] = word
        blocks[block]!.changes &+= 1
        shelf?.setWord(TexelSlot(tag: tag, word: word), of: item.rawValue)
        noteArrived(item)
    }

    fileprivate mutating func noteArrived(_ item: ItemOrdinal) {
        if followers > 0, arrived.count < CollectionTexels.arrivedLimit { arrived.append(item) }
    }
}

extension LiveCollection {
    fileprivate func shows(_ revision: UInt64, of item: ItemOrdinal) -> Bool {
        state.withLock { shows(revision, of: item, $0) }
    }

    /// Whether an item's picture is still that of a revision.
    func shows(_ revision: UInt64, of item: ItemOrdinal, _ state: CollectionState) -> Bool {
        let shown = source.item(state.items[item.rawValue], listed: state.revision(of: item))
        return shown.map { source.pictureRevision(of: $0) } == revision
    }

    /// Names what texels are of: each item with its present content, in 32 bits, never 0. 0 for an ordinal that no item has.
    func texelTags(of items: [UInt32]) -> [UInt32] {
        let start = FNV1a.hash64(source.id.utf8)
        return state.withLock { state in
            items.map { item in
                guard Int(item) < state.items.count else { return 0 }
                let listed = state.revision(of: ItemOrdinal(item))
                let revision = listed != 0 ? listed : source.item(state.items[item])?.revision ?? 0
                var hash = start
                state.items.withUTF8(of: item) { hash = FNV1a.hash64($0, continuing: hash) }
                // A texel shows nothing of the item's contents.
                hash = FNV1a.hash64(word: revision & source.abilities.pictureMask, continuing: hash)
                hash = FNV1a.hash64(word: hash >> 29, continuing: hash)
                return max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32))
            }
        }
    }
}
