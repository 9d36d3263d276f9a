import Synchronization

/// Sections of blocks whose heights are arithmetic; the rows within them are computed when they are asked for.
final class PreparedJustified: PreparedLayout {
    let options: Justified
    let width: Double
    /// Items of a full block.
    let blockItems: Int
    private let itemsPerRow: Double
    private let blockHeight: Double
    /// A full block of which nothing is known.
    private let usual: [Rect]
    private let firstItems: [Int]
    private let tops: [Double]
    private let measured = Mutex(MeasuredBlocks())

    /// Blocks by the flat index of their first item.
    private struct MeasuredBlocks: Sendable {
        /// So many are kept: about 2 KB each. What is dropped comes out the same again.
        static let limit = 4096

        var frames: [Int: JustifiedBlock] = [:]
        /// Blocks with pictures whose shape was not known.
        var incomplete: Set<Int> = []

        mutating func keep(_ block: JustifiedBlock, at first: Int) {
            if frames.count >= Self.limit { frames.removeAll(keepingCapacity: true) }
            frames[first] = block
        }
    }

    init(options: Justified, width: Double, sectionItemCounts: [Int]) {
        self.options = options
        self.width = width
        let inner = max(1, width - 2 * options.inset)
        itemsPerRow = max(
            1, (inner + options.spacing) / (Justified.usualAspectRatio * options.rowHeight + options.spacing))
        blockItems = max(1, Int((itemsPerRow * Double(Justified.blockRows)).rounded()))
        blockHeight = Self.height(ofRows: Justified.blockRows, options)
        usual =
            JustifiedBlock(
                aspects: Array(repeating: Justified.usualAspectRatio, count: blockItems),
                size: Size(width: inner, height: blockHeight), rowHeight: options.rowHeight, spacing: options.spacing,
                isOpen: false
            ).frames
        var firstItems = [0]
        var tops = [0.0]
        var top = 0.0
        for count in sectionItemCounts {
            let (full, rest) = count.quotientAndRemainder(dividingBy: blockItems)
            top += options.headerHeight + 2 * options.inset + Double(full) * (blockHeight + options.spacing)
            if rest > 0 { top += Self.height(ofItems: rest, itemsPerRow, options) }
            if rest == 0, full > 0 { top -= options.spacing }
            firstItems.append(firstItems[firstItems.count - 1] + count)
            tops.append(top)
        }
        self.firstItems = firstItems
        self.tops = tops
    }

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
        let first = firstItem(below: rect.minY) { $0.maxY > rect.minY }
        guard !rect.isEmpty, rect.minX < width, rect.maxX > 0 else { return first..<first }
        return first..<max(first, firstItem(below: rect.maxY) { $0.minY >= rect.maxY })
    }

    func headers(in rect: Rect) -> [HeaderElement] {
        sectionHeaders(in: rect, tops: tops, width: width, headerHeight: options.headerHeight)
    }

    func item(nearest point: Point) -> Int? {
        guard itemCount > 0 else { return nil }
        let point = Point(x: point.x.isFinite ? point.x : 0, y: point.y.isFinite ? point.y : 0)
        let below = min(firstItem(below: point.y) { $0.maxY > point.y }, itemCount - 1)
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
            guard measured.withLock({ $0.frames[block.items.lowerBound] == nil }) else { continue }
            hasTaken = true
            let aspects = block.items.map(aspectRatio)
            let frames = lay(block, aspects.map { $0 ?? Justified.usualAspectRatio })
            measured.withLock { measured in
                measured.keep(frames, at: block.items.lowerBound)
                if aspects.contains(nil) { measured.incomplete.insert(block.items.lowerBound) }
            }
        }
        return hasTaken
    }

    func forgetIncomplete() -> Bool {
        measured.withLock { measured in
            for first in measured.incomplete { measured.frames[first] = nil }
            defer { measured.incomplete.removeAll() }
            return !measured.incomplete.isEmpty
        }
    }
}

extension PreparedJustified {
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
            height: isFull ? blockHeight : Self.height(ofItems: end - first, itemsPerRow, options),
            isLast: end == firstItems[section + 1])
    }

    private func frames(of block: Block) -> [Rect] {
        if let known = measured.withLock({ $0.frames[block.items.lowerBound] }) { return known.frames }
        if block.items.count == blockItems { return usual }
        return lay(block, Array(repeating: Justified.usualAspectRatio, count: block.items.count)).frames
    }

    private func lay(_ block: Block, _ aspects: [Double]) -> JustifiedBlock {
        JustifiedBlock(
            aspects: aspects, size: Size(width: max(1, width - 2 * options.inset), height: block.height),
            rowHeight: options.rowHeight, spacing: options.spacing, isOpen: block.isLast)
    }

    /// The first item of the block about `y` that `isPast` holds for; `isPast` is false, then true, row by row.
    private func firstItem(below y: Double, _ isPast: (Rect) -> Bool) -> Int {
        let section = max(0, lastIndex(in: tops) { $0 <= y })
        guard section < firstItems.count - 1 else { return itemCount }
        let count = firstItems[section + 1] - firstItems[section]
        let blocks = (count + blockItems - 1) / blockItems
        let start = tops[section] + options.headerHeight + options.inset
        let estimate = ((y - start) / (blockHeight + options.spacing)).rounded(.down)
        var number = estimate <= 0 ? 0 : estimate >= Double(blocks) ? blocks : Int(estimate)
        while number < blocks {
            let block = block(number, ofSection: section)
            let frames = frames(of: block)
            let found = frames.firstIndex { frame in
                isPast(Rect(x: frame.x, y: frame.y + block.top, width: frame.width, height: frame.height))
            }
            if let found { return block.items.lowerBound + found }
            number += 1
        }
        return firstItems[section + 1]
    }

    private static func height(ofRows rows: Int, _ options: Justified) -> Double {
        (Double(rows) * (options.rowHeight + options.spacing) - options.spacing).rounded()
    }

    private static func height(ofItems count: Int, _ itemsPerRow: Double, _ options: Justified) -> Double {
        height(ofRows: max(1, Int((Double(count) / itemsPerRow - 0.15).rounded(.up))), options)
    }
}
