import Synchronization

/// Sections of blocks whose heights are arithmetic; the rows within them are computed when they are asked for.
final class PreparedBlocks<Options: BlockLayout>: SectionedLayout {
    static var usualAspectRatio: Double { Options.usualAspectRatio }

    let options: Options
    let width: Double
    /// Items of a full block.
    let blockItems: Int
    private let itemsPerRow: Double
    private let blockHeight: Double
    /// A full block of which nothing is known.
    private let usual: [Rect]
    let firstItems: [Int]
    let tops: [Double]
    /// Frames of blocks.
    private let measured = Mutex(MeasuredShapes<[Rect]>())

    init(options: Options, width: Double, sectionItemCounts: [Int]) {
        self.options = options
        self.width = width
        let inner = max(1, width - 2 * options.inset)
        itemsPerRow = max(1, options.itemsPerRow(inWidth: inner))
        blockItems = max(1, Int((itemsPerRow * Double(Options.blockRows)).rounded()))
        blockHeight = options.height(ofRows: Options.blockRows)
        usual = options.frames(
            aspects: Array(repeating: Options.usualAspectRatio, count: blockItems),
            size: Size(width: inner, height: blockHeight), isOpen: false)
        var firstItems = [0]
        var tops = [0.0]
        var top = 0.0
        for count in sectionItemCounts {
            let (full, rest) = count.quotientAndRemainder(dividingBy: blockItems)
            top += options.headerHeight + 2 * options.inset + Double(full) * (blockHeight + options.spacing)
            if rest > 0 { top += options.height(ofItems: rest, itemsPerRow: itemsPerRow) }
            if rest == 0, full > 0 { top -= options.spacing }
            firstItems.append(firstItems[firstItems.count - 1] + count)
            tops.append(top)
        }
        self.firstItems = firstItems
        self.tops = tops
    }

    var headerHeight: Double { options.headerHeight }
    var itemCount: Int { firstItems[firstItems.count - 1] }
    var contentSize: Size { Size(width: width, height: tops[tops.count - 1]) }

    func frame(ofItem flat: Int) -> Rect {
        precondition(flat >= 0 && flat < itemCount, "item \(flat) of \(itemCount)")
        let block = block(ofItem: flat)
        var frame = frames(of: block)[flat - block.items.lowerBound]
        frame.x += options.inset
        frame.y += block.top
        return frame
    }

    func items(in rect: Rect) -> Range<Int> {
        guard itemCount > 0, !rect.minY.isNaN, !rect.maxY.isNaN else { return 0..<0 }
        let first = firstItem(endingBelow: rect.minY)
        guard !rect.isEmpty, rect.minX < width, rect.maxX > 0 else { return first..<first }
        return first..<max(first, endOfItems(startingAbove: rect.maxY))
    }

    func headers(in rect: Rect) -> [HeaderElement] {
        sectionHeaders(in: rect, tops: tops, width: width, headerHeight: options.headerHeight)
    }

    func item(nearest point: Point) -> Int? {
        guard itemCount > 0 else { return nil }
        let point = Point(x: point.x.isFinite ? point.x : 0, y: point.y.isFinite ? point.y : 0)
        let below = min(firstItem(endingBelow: point.y), itemCount - 1)
        // The rows above and below are within the blocks of the item found and of the one before it.
        let first = block(ofItem: max(0, block(ofItem: below).items.lowerBound - 1)).items.lowerBound
        return (first..<block(ofItem: below).items.upperBound).min {
            frame(ofItem: $0).squaredDistance(to: point) < frame(ofItem: $1).squaredDistance(to: point)
        }
    }

    var goesByShapes: Bool { true }

    func measure(_ items: Range<Int>, aspectRatio: (Int) -> Double?) -> Bool {
        var flat = items.lowerBound
        var hasTaken = false
        while flat < min(items.upperBound, itemCount) {
            let block = block(ofItem: flat)
            flat = block.items.upperBound
            guard measured.withLock({ $0[block.items.lowerBound] == nil }) else { continue }
            hasTaken = true
            let aspects = block.items.map(aspectRatio)
            let frames = lay(block, aspects.map { $0 ?? Options.usualAspectRatio })
            measured.withLock { $0.keep(frames, at: block.items.lowerBound, isComplete: !aspects.contains(nil)) }
        }
        return hasTaken
    }

    func forgetIncomplete() -> Bool { measured.withLock { $0.forgetIncomplete() } }
}

extension PreparedBlocks {
    private struct Block {
        /// Flat indices.
        var items: Range<Int>
        var top: Double
        var height: Double
        /// The last of its section: its last row may be short.
        var isLast: Bool
    }

    private func block(ofItem flat: Int) -> Block {
        let section = lastIndex(in: firstItems) { $0 <= flat }
        return block((flat - firstItems[section]) / blockItems, ofSection: section)
    }

    private func block(_ number: Int, ofSection section: Int) -> Block {
        let first = firstItems[section] + number * blockItems
        let end = min(firstItems[section + 1], first + blockItems)
        let isFull = end - first == blockItems
        let top = tops[section] + options.headerHeight + options.inset
        return Block(
            items: first..<end, top: top + Double(number) * (blockHeight + options.spacing),
            height: isFull ? blockHeight : options.height(ofItems: end - first, itemsPerRow: itemsPerRow),
            isLast: end == firstItems[section + 1])
    }

    private func frames(of block: Block) -> [Rect] {
        if let known = measured.withLock({ $0[block.items.lowerBound] }) { return known }
        if block.items.count == blockItems { return usual }
        return lay(block, Array(repeating: Options.usualAspectRatio, count: block.items.count))
    }

    private func lay(_ block: Block, _ aspects: [Double]) -> [Rect] {
        options.frames(
            aspects: aspects, size: Size(width: max(1, width - 2 * options.inset), height: block.height),
            isOpen: block.isLast)
    }

    /// The first item whose bottom edge is below `y`; the item count when there is none.
    private func firstItem(endingBelow y: Double) -> Int {
        search(at: y) { block, frames in
            frames.firstIndex { $0.maxY + block.top > y }.map { block.items.lowerBound + $0 }
        }
    }

    /// The index after the last item whose top edge is above `y`. Beside a stack of two, a later item may begin above an earlier one.
    private func endOfItems(startingAbove y: Double) -> Int {
        search(at: y) { block, frames in
            let last = frames.lastIndex { $0.minY + block.top < y }
            if let last, last == frames.count - 1 { return nil }
            return block.items.lowerBound + (last ?? -1) + 1
        }
    }

    /// Asks the blocks of the section about `y`, from the one about `y` on, until one has an answer.
    private func search(at y: Double, _ answer: (Block, [Rect]) -> Int?) -> Int {
        let section = max(0, lastIndex(in: tops) { $0 <= y })
        guard section < firstItems.count - 1 else { return itemCount }
        let count = firstItems[section + 1] - firstItems[section]
        let blocks = (count + blockItems - 1) / blockItems
        let start = tops[section] + options.headerHeight + options.inset
        let estimate = ((y - start) / (blockHeight + options.spacing)).rounded(.down)
        var number = estimate <= 0 ? 0 : estimate >= Double(blocks) ? blocks : Int(estimate)
        while number < blocks {
            let block = block(number, ofSection: section)
            if let found = answer(block, frames(of: block)) { return found }
            number += 1
        }
        return firstItems[section + 1]
    }
}
