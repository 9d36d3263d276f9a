import CollectionModel
import Hashing
import Synchronization

/// The known texels of a collection: four bytes an item in memory, of the parts that somebody has seen; the rest is on a shelf
/// (docs/decisions/0102). Any thread, but none that holds the collection's lock; may block on a disk.
package final class CollectionTexels: Sendable {
    fileprivate struct Block {
        /// Those that were not compared yet with what is shown now are `.unchecked`.
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

    private struct Follower {
        /// Called when texels have come or gone, since somebody follows.
        var wake: (@Sendable () -> Void)?
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
    private let follower = Mutex(Follower())
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

    /// What the pixels of known texels would find.
    var room: TexelRoom { state.withLock { $0.shelf }?.room ?? TexelRoom(sizes: [], isPaused: false) }

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

    /// Whether nothing is about to become known of an item.
    func isUnannounced(_ item: ItemOrdinal) -> Bool { announced.withLock { $0[item] == nil } }

    /// A preview was made of a content, or could not be.
    package func note(
        _ result: Result<Rendition, LoadFailure>, of item: ItemOrdinal, _ revision: UInt64,
        in collection: LiveCollection
    ) {
        func isShown(_ item: ItemOrdinal) -> Bool { collection.shows(revision, of: item) }
        switch result {
        case .success(let rendition):
            guard let texel = rendition.texel else { return }
            let colour = texel.mean
            set(of: [item], in: collection, where: isShown) { shelf, item, tag, known in
                // Pictures are looked at again and again.
                let kept = known.hasColour && known.colour == colour ? TexelSize.allCases.filter(known.has) : []
                let lacking = TexelSize.allCases.filter { !kept.contains($0) }
                let new = lacking.isEmpty ? [] : shelf.keep(texel, in: lacking, tag: tag, of: item.rawValue)
                return TexelWord(colour: colour, isDamaged: rendition.isDamaged, sizes: kept + new)
            }
        case .failure(.unreadable):
            set(of: [item], in: collection, where: isShown) { _, _, _, _ in .failed }
        case .failure: break
        }
    }

    /// Items that show no picture; those that show one by now are left as they are.
    func noteMissingPictures(of items: [ItemOrdinal], in collection: LiveCollection) {
        set(of: items, in: collection) {
            !collection.showsPicture($0)
        } to: { _, _, _, known in
            // With a colour, there was a picture of this content.
            known.hasColour ? known : .withoutPicture
        }
    }

    /// Sets words, and writes each block of them once.
    private func set(
        of items: [ItemOrdinal], in collection: LiveCollection, where isMeant: (ItemOrdinal) -> Bool,
        to word: (any TexelShelf, ItemOrdinal, _ tag: UInt32, _ known: TexelWord) -> TexelWord
    ) {
        let isOther = withWords { state in
            guard let shelf = state.shelf else { return false }
            // Under the lock: if the content changes after this, `outdate` comes later too.
            let items = items.filter(isMeant)
            let tags = collection.texelTags(of: items.map(\.rawValue))
            var (slots, ordinals): ([TexelSlot], [UInt32]) = ([], [])
            for (item, tag) in zip(items, tags) {
                let known = state.word(of: item, in: collection)
                let new = word(shelf, item, tag, known)
                guard new != known else { continue }
                state.set(new, of: item)
                slots.append(TexelSlot(tag: tag, word: new))
                ordinals.append(item.rawValue)
            }
            if !slots.isEmpty { shelf.setWords(slots, of: ordinals) }
            return !slots.isEmpty
        }
        if isOther { follower.withLock { $0.wake }?() }
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

    /// The pixels of these in a size are not there any more: they are made again where there is room.
    func lose(_ size: TexelSize, of items: [UInt32]) {
        withWords { state in
            for item in items { state.lose(size, of: ItemOrdinal(item)) }
        }
        follower.withLock { $0.wake }?()
    }

    /// The collection is gone.
    func remove() {
        let shelf = state.withLock { state in
            state.blocks = []
            // What ends from now on is kept nowhere.
            return state.shelf.take()
        }
        shelf?.remove()
    }

    // MARK: Looking

    /// Calls `body` with the index of each item, its word, and what changes with its block, in no order. O(items), or O(items log items)
    /// where they do not ascend, and the disk for blocks that nobody has seen yet.
    func forEachWord(of items: [UInt32], in collection: LiveCollection, _ body: (Int, TexelWord, UInt32) -> Void) {
        // Each block is looked at once, in whatever order its items are asked for.
        let isAscending = zip(items, items.dropFirst()).allSatisfy { $0 <= $1 }
        let order = isAscending ? nil : items.indices.sorted { items[$0] < items[$1] }
        let items = order.map { $0.map { items[$0] } } ?? items
        // In parts: loads that end must not wait for a whole wall.
        for start in stride(from: 0, to: items.count, by: Self.partItems) {
            let part = items[start..<min(start + Self.partItems, items.count)]
            let read = readBlocks(of: part)
            withWords { state in
                CollectionTexels.forEachBlock(of: part, slots: state.blockSlots) { block, items in
                    state.load(block, items, read, in: collection)
                    let (loaded, first) = (state.blocks[block]!, UInt32(block * state.blockSlots))
                    for index in items.indices {
                        body(order?[index] ?? index, loaded.words[Int(items[index] - first)], loaded.changes)
                    }
                }
            }
        }
    }

    /// Items that are looked at under the lock together.
    private static let partItems = 8192

    /// Reads the blocks from the disk that are to be compared. Outside of the lock: loads that end do not wait for it.
    private func readBlocks(of items: ArraySlice<UInt32>) -> [Int: [TexelSlot]?] {
        let (shelf, wanted) = withWords { state in
            var wanted: [Int] = []
            CollectionTexels.forEachBlock(of: items, slots: state.blockSlots) { block, items in
                if state.isUnchecked(block, items) { wanted.append(block) }
            }
            return (state.shelf, wanted)
        }
        var read: [Int: [TexelSlot]?] = [:]
        if let shelf { for block in wanted { read[block] = .some(shelf.words(inBlock: block)) } }
        return read
    }

    /// Calls `body` with the number of each block and its part of the items, which ascend.
    private static func forEachBlock(
        of items: ArraySlice<UInt32>, slots: Int, _ body: (Int, ArraySlice<UInt32>) -> Void
    ) {
        var next = items.startIndex
        while next < items.endIndex {
            let (first, block) = (next, Int(items[next]) / slots)
            let end = (block + 1) * slots
            while next < items.endIndex, Int(items[next]) < end { next += 1 }
            body(block, items[first..<next])
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
        follower.withLock { $0.wake = wake }
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

extension TexelWord {
    /// A word of the shelf that may be of another item or content than the present one.
    fileprivate static let unchecked = TexelWord(rawValue: 7)
}

extension CollectionTexels.State {
    fileprivate var blockSlots: Int { shelf?.blockSlots ?? 511 }

    fileprivate mutating func word(of item: ItemOrdinal, in collection: LiveCollection) -> TexelWord {
        let (block, place) = Int(item.rawValue).quotientAndRemainder(dividingBy: blockSlots)
        load(block, [item.rawValue], [:], in: collection)
        return blocks[block]!.words[place]
    }

    /// Whether some items of a block are to be compared with what the shelf has.
    fileprivate func isUnchecked(_ block: Int, _ items: ArraySlice<UInt32>) -> Bool {
        guard block < blocks.count, let words = blocks[block]?.words else { return true }
        let first = UInt32(block * blockSlots)
        return items.contains { words[Int($0 - first)] == .unchecked }
    }

    /// Has a block in memory, with what it knows of some items. `read` is what the shelf has of some blocks.
    fileprivate mutating func load(
        _ block: Int, _ items: ArraySlice<UInt32>, _ read: [Int: [TexelSlot]?], in collection: LiveCollection
    ) {
        guard isUnchecked(block, items) else { return }
        let slots = read[block] ?? shelf?.words(inBlock: block)
        if block >= blocks.count { blocks += repeatElement(nil, count: block + 1 - blocks.count) }
        if blocks[block] != nil {
            let first = UInt32(block * blockSlots)
            return compare(first..<first + UInt32(blockSlots), inBlock: block, with: slots, in: collection)
        }
        guard let slots else {
            blocks[block] = CollectionTexels.Block(words: Array(repeating: .unknown, count: blockSlots))
            return
        }
        blocks[block] = CollectionTexels.Block(words: slots.map { $0.tag == 0 ? .unknown : .unchecked })
        // An overview looks at few items of many blocks: no more than these are compared, until somebody comes back.
        compare(items, inBlock: block, with: slots, in: collection)
    }

    /// Takes over what the shelf has of the present items and contents. Under both locks: if a content changes after this, `outdate` comes
    /// later too.
    private mutating func compare(
        _ items: some Sequence<UInt32>, inBlock block: Int, with slots: [TexelSlot]?, in collection: LiveCollection
    ) {
        let first = UInt32(block * blockSlots)
        // Out of the block, which would be copied otherwise.
        var words: [TexelWord] = []
        swap(&words, &blocks[block]!.words)
        let start = collection.texelTagStart
        collection.state.withLock { state in
            for item in items where words[Int(item - first)] == .unchecked {
                let (place, tag) = (Int(item - first), state.texelTag(of: item, of: collection.source, from: start))
                words[place] = if let slot = slots?[place], slot.tag == tag { slot.word } else { .unknown }
            }
        }
        swap(&words, &blocks[block]!.words)
    }

    fileprivate mutating func lose(_ size: TexelSize, of item: ItemOrdinal) {
        let (block, place) = Int(item.rawValue).quotientAndRemainder(dividingBy: blockSlots)
        guard block < blocks.count, var word = blocks[block]?.words[place], word != .unchecked, word.has(size) else {
            return
        }
        word.lose(size)
        set(word, of: item)
    }

    fileprivate mutating func outdate(_ items: [ItemOrdinal]) {
        for item in items {
            let (block, place) = Int(item.rawValue).quotientAndRemainder(dividingBy: blockSlots)
            guard block < blocks.count else { continue }
            blocks[block]?.words[place] = .unknown
            blocks[block]?.changes &+= 1
            noteArrived(item)
        }
    }

    /// `item`'s block is in memory.
    fileprivate mutating func set(_ word: TexelWord, of item: ItemOrdinal) {
        let (block, place) = Int(item.rawValue).quotientAndRemainder(dividingBy: blockSlots)
        blocks[block]!.words[place] = word
        blocks[block]!.changes &+= 1
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
        return shown.map { source.pictureRevision(of: $0) } == revision & source.abilities.pictureMask
    }

    /// Whether an item shows a picture, or may show one later: its contents are not read yet, or it is away.
    func showsPicture(_ item: ItemOrdinal) -> Bool {
        let (id, listed) = state.withLock { ($0.items[item.rawValue], $0.revision(of: item)) }
        guard let shown = source.item(id, listed: listed) else { return true }
        return shown.hasImage || source.contents != nil
    }

    /// Names what texels are of: each item with its present content, in 32 bits, never 0. 0 for an ordinal that no item has.
    func texelTags(of items: [UInt32]) -> [UInt32] {
        let start = texelTagStart
        return state.withLock { state in items.map { state.texelTag(of: $0, of: source, from: start) } }
    }

    fileprivate var texelTagStart: UInt64 { FNV1a.hash64(source.id.utf8) }
}

extension CollectionState {
    /// One of `texelTags`. Under the collection's lock, so that no string is made of an item whose revision is listed.
    fileprivate func texelTag(of item: UInt32, of source: ServedSource, from start: UInt64) -> UInt32 {
        guard Int(item) < items.count else { return 0 }
        let listed = revision(of: ItemOrdinal(item))
        let revision = listed != 0 ? listed : source.revision(of: items[item])
        var hash = FNV1a.hash64(items.utf8(of: item), continuing: start)
        // A texel shows nothing of the item's contents.
        hash = FNV1a.hash64(word: revision & pictureMask, continuing: hash)
        hash = FNV1a.hash64(word: hash >> 29, continuing: hash)
        return max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32))
    }
}
