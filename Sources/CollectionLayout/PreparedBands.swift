/// Sections one below the other, each a header and bands of equal height. Serves `column`, `list` and `mosaic`.
struct PreparedBands<Pattern: BandPattern>: SectionedLayout {
    static var usualAspectRatio: Double { 1 }

    let pattern: Pattern
    let width: Double
    let headerHeight: Double
    /// First flat index of each section, and the item count at the end.
    let firstItems: [Int]
    /// Top edge of each section, and the content's height at the end. Ascending; equal where a section has no height.
    let tops: [Double]

    init(pattern: Pattern, width: Double, headerHeight: Double, sectionItemCounts: [Int]) {
        self.pattern = pattern
        self.width = width
        self.headerHeight = headerHeight
        var firstItems = [0]
        var tops = [0.0]
        firstItems.reserveCapacity(sectionItemCounts.count + 1)
        tops.reserveCapacity(sectionItemCounts.count + 1)
        var items = 0
        var top = 0.0
        for count in sectionItemCounts {
            let bands = Double(pattern.bandCount(ofItems: count))
            items += count
            top += headerHeight + pattern.insetTop + pattern.insetBottom
            if bands > 0 { top += bands * pattern.bandHeight + (bands - 1) * pattern.bandSpacing }
            firstItems.append(items)
            tops.append(top)
        }
        self.firstItems = firstItems
        self.tops = tops
    }

    var itemCount: Int { firstItems[firstItems.count - 1] }
    var contentSize: Size { Size(width: width, height: tops[tops.count - 1]) }
    private var sectionCount: Int { firstItems.count - 1 }

    @specialized(where Pattern == RowPattern)
    @specialized(where Pattern == MosaicPattern)
    func frame(ofItem flat: Int) -> Rect {
        precondition(flat >= 0 && flat < itemCount, "item \(flat) of \(itemCount)")
        let section = lastIndex(in: firstItems) { $0 <= flat }
        let item = flat - firstItems[section]
        let count = itemCount(ofSection: section)
        let band = pattern.band(ofItem: item, ofItems: count)
        var frame = pattern.frame(ofItem: item, inBand: band, ofItems: count)
        frame.y += bandTop(band, ofSection: section)
        return frame
    }

    @specialized(where Pattern == RowPattern)
    @specialized(where Pattern == MosaicPattern)
    func row(ofItem flat: Int) -> LayoutRow {
        guard pattern.isRowByRow else {
            let frame = frame(ofItem: flat)
            return LayoutRow(items: flat..<flat + 1, minY: frame.minY, maxY: frame.maxY)
        }
        let section = lastIndex(in: firstItems) { $0 <= flat }
        let first = firstItems[section]
        let count = itemCount(ofSection: section)
        let band = pattern.band(ofItem: flat - first, ofItems: count)
        let items = pattern.items(inBand: band, ofItems: count)
        let top = bandTop(band, ofSection: section)
        return LayoutRow(
            items: items.lowerBound + first..<items.upperBound + first, minY: top, maxY: top + pattern.bandHeight)
    }

    @specialized(where Pattern == RowPattern)
    @specialized(where Pattern == MosaicPattern)
    func items(in rect: Rect) -> Range<Int> {
        guard itemCount > 0, !rect.minY.isNaN, !rect.maxY.isNaN else { return 0..<0 }
        let first = firstItem(endingBelow: rect.minY)
        guard !rect.isEmpty, rect.minX < width, rect.maxX > 0 else { return first..<first }
        return first..<max(first, firstItem(startingAtOrBelow: rect.maxY))
    }

    func headers(in rect: Rect) -> [HeaderElement] {
        sectionHeaders(in: rect, tops: tops, width: width, headerHeight: headerHeight)
    }

    func item(nearest point: Point) -> Int? {
        guard itemCount > 0 else { return nil }
        let point = Point(x: point.x.isFinite ? point.x : 0, y: point.y.isFinite ? point.y : 0)
        let below = min(firstItem(endingBelow: point.y), itemCount - 1)
        var band = bandRange(ofItem: below)
        if band.lowerBound > 0 {
            let above = bandRange(ofItem: band.lowerBound - 1)
            if verticalDistance(from: point.y, toBand: above) < verticalDistance(from: point.y, toBand: band) {
                band = above
            }
        }
        return band.min { frame(ofItem: $0).squaredDistance(to: point) < frame(ofItem: $1).squaredDistance(to: point) }
    }
}

extension PreparedBands {
    private func itemCount(ofSection section: Int) -> Int { firstItems[section + 1] - firstItems[section] }

    private func bandTop(_ band: Int, ofSection section: Int) -> Double {
        tops[section] + headerHeight + pattern.insetTop + Double(band) * (pattern.bandHeight + pattern.bandSpacing)
    }

    /// The flat indices of the whole band that holds an item.
    private func bandRange(ofItem flat: Int) -> Range<Int> {
        let section = lastIndex(in: firstItems) { $0 <= flat }
        let first = firstItems[section]
        let count = itemCount(ofSection: section)
        let range = pattern.items(inBand: pattern.band(ofItem: flat - first, ofItems: count), ofItems: count)
        return range.lowerBound + first..<range.upperBound + first
    }

    private func verticalDistance(from y: Double, toBand band: Range<Int>) -> Double {
        let section = lastIndex(in: firstItems) { $0 <= band.lowerBound }
        let number = pattern.band(
            ofItem: band.lowerBound - firstItems[section], ofItems: itemCount(ofSection: section))
        let top = bandTop(number, ofSection: section)
        return max(0, max(top - y, y - top - pattern.bandHeight))
    }

    /// The first item of the first band whose bottom edge is below `y`; the item count when there is none.
    private func firstItem(endingBelow y: Double) -> Int {
        firstItem(at: y) { band, section in bandTop(band, ofSection: section) + pattern.bandHeight > y }
    }

    /// The first item of the first band whose top edge is at `y` or below it; the item count when there is none.
    private func firstItem(startingAtOrBelow y: Double) -> Int {
        firstItem(at: y) { band, section in bandTop(band, ofSection: section) >= y }
    }

    /// The first item of the first band that `isPast` holds for. `isPast` is false down to about `y`, then true.
    private func firstItem(at y: Double, isPast: (_ band: Int, _ section: Int) -> Bool) -> Int {
        let section = max(0, lastIndex(in: tops) { $0 <= y })
        guard section < sectionCount else { return itemCount }
        return firstBand(at: y, inSection: section, isPast: isPast)
    }

    private func firstBand(at y: Double, inSection section: Int, isPast: (_ band: Int, _ section: Int) -> Bool) -> Int {
        let count = itemCount(ofSection: section)
        let bands = pattern.bandCount(ofItems: count)
        let pitch = pattern.bandHeight + pattern.bandSpacing
        // Division rounds; start one band early and step to the exact one.
        let estimate = ((y - bandTop(0, ofSection: section)) / pitch).rounded(.down) - 1
        var band = estimate <= 0 ? 0 : estimate >= Double(bands) ? bands : Int(estimate)
        while band > 0, isPast(band - 1, section) { band -= 1 }
        while band < bands, !isPast(band, section) { band += 1 }
        guard band < bands else { return firstItems[section + 1] }
        return firstItems[section] + pattern.items(inBand: band, ofItems: count).lowerBound
    }
}

/// How one section's items fall into bands (rows, segments) of equal height, one below the other.
///
/// All results are computed from the period of the pattern: O(1), with no list of frames.
protocol BandPattern: Sendable {
    /// Height of every band in px.
    var bandHeight: Double { get }
    /// Free px between two bands.
    var bandSpacing: Double { get }
    /// Free px between the header and the first band, and below the last one.
    var insetTop: Double { get }
    var insetBottom: Double { get }
    /// Whether every item is exactly as high as its band, so that one band is one row.
    var isRowByRow: Bool { get }

    /// How many bands `count` items take.
    func bandCount(ofItems count: Int) -> Int

    /// The items of a band, counted from the section's first.
    func items(inBand band: Int, ofItems count: Int) -> Range<Int>

    /// The band that an item is in.
    func band(ofItem item: Int, ofItems count: Int) -> Int

    /// The item's frame; `y` is counted from the top of its band.
    func frame(ofItem item: Int, inBand band: Int, ofItems count: Int) -> Rect
}
