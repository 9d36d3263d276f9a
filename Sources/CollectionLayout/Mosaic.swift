/// Segments of one height over the full width, each cut in one of four styles, 1 px between cells, frames integral.
///
/// The styles follow each other as full, fifty-fifty, two-thirds–one-third, one-third–two-thirds, then from
/// fifty-fifty again. Whenever exactly two items are left the segment is fifty-fifty, and with one left full, also when
/// a section has no more than these to begin with. Each section starts the sequence again; its first segment is 1 px
/// below its header, so the first of all is at y = 1.
public struct Mosaic: Layout {
    package static let kind = "mosaic"

    /// The height of a segment, or about that of a row where shapes are kept, in px.
    public package(set) var segmentHeight: Double
    /// The height of a section's header in px; 0 without headers.
    public package(set) var headerHeight: Double
    /// Whether rows of about `segmentHeight` are cut by the shapes of the pictures, instead of the sequence of styles.
    public package(set) var keepsShapes: Bool
    /// Minimum px of a section that shares a line with others, as of `ColumnFlow`; only where shapes are kept.
    public package(set) var minSectionWidth: Double

    package init(
        segmentHeight: Double = 200, headerHeight: Double = 0, keepsShapes: Bool = false, minSectionWidth: Double = 0
    ) {
        self.segmentHeight = segmentHeight
        self.headerHeight = headerHeight
        self.keepsShapes = keepsShapes
        self.minSectionWidth = minSectionWidth
    }

    package func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        if keepsShapes {
            return ShapedMosaic(rowHeight: segmentHeight, headerHeight: headerHeight, minSectionWidth: minSectionWidth)
                .prepare(width: width, sectionItemCounts: sectionItemCounts)
        }
        let width = usableWidth(width)
        return PreparedBands(
            pattern: MosaicPattern(width: width.rounded(.down), bandHeight: segmentHeight.rounded(.down)),
            width: width, headerHeight: headerHeight, sectionItemCounts: sectionItemCounts)
    }
}

/// How a segment is cut.
enum MosaicStyle: CaseIterable {
    case full
    case fiftyFifty
    /// One cell of two thirds, then two of one third, one above the other.
    case twoThirdsOneThird
    /// Two cells of one third, one above the other, then one of two thirds.
    case oneThirdTwoThirds

    var cellCount: Int {
        switch self {
        case .full: 1
        case .fiftyFifty: 2
        case .twoThirdsOneThird, .oneThirdTwoThirds: 3
        }
    }

    /// The cells of a segment in item order. Each cut rounds the first part up and takes 1 px off the second.
    func frame(ofCell cell: Int, width: Double, height: Double) -> Rect {
        let segment = Rect(x: 0, y: 0, width: width, height: height)
        switch self {
        case .full:
            return segment
        case .fiftyFifty:
            let halves = segment.cutAcross(width / 2)
            return cell == 0 ? halves.left : halves.right
        case .twoThirdsOneThird:
            let parts = segment.cutAcross(width * 2 / 3)
            let small = parts.right.cutDown(height / 2)
            return cell == 0 ? parts.left : cell == 1 ? small.top : small.bottom
        case .oneThirdTwoThirds:
            let parts = segment.cutAcross(width / 3)
            let small = parts.left.cutDown(height / 2)
            return cell == 0 ? small.top : cell == 1 ? small.bottom : parts.right
        }
    }
}

extension Rect {
    fileprivate func cutAcross(_ at: Double) -> (left: Rect, right: Rect) {
        let cut = at.rounded(.up)
        return (
            Rect(x: x, y: y, width: cut, height: height),
            Rect(x: x + cut + 1, y: y, width: max(0, width - cut - 1), height: height)
        )
    }

    fileprivate func cutDown(_ at: Double) -> (top: Rect, bottom: Rect) {
        let cut = at.rounded(.up)
        return (
            Rect(x: x, y: y, width: width, height: cut),
            Rect(x: x, y: y + cut + 1, width: width, height: max(0, height - cut - 1))
        )
    }
}

/// The period of the mosaic: after the first segment, three segments hold eight items.
struct MosaicPattern: BandPattern {
    let width: Double
    let bandHeight: Double

    var bandSpacing: Double { 1 }
    var insetTop: Double { 1 }
    var insetBottom: Double { 0 }
    var isRowByRow: Bool { false }

    func bandCount(ofItems count: Int) -> Int {
        guard count > 2 else { return min(count, 1) }
        let (periods, rest) = (count - 1).quotientAndRemainder(dividingBy: 8)
        return 1 + 3 * periods + (rest == 0 ? 0 : rest <= 2 ? 1 : rest <= 5 ? 2 : 3)
    }

    func items(inBand band: Int, ofItems count: Int) -> Range<Int> {
        let first = firstItem(ofBand: band)
        return first..<first + style(ofBand: band, left: count - first).cellCount
    }

    func band(ofItem item: Int, ofItems count: Int) -> Int {
        guard item > 0, count > 2 else { return 0 }
        let (period, place) = (item - 1).quotientAndRemainder(dividingBy: 8)
        var band = 1 + 3 * period + (place < 2 ? 0 : place < 5 ? 1 : 2)
        // The end of the section may cut a segment short: its last item then begins the next one.
        while item >= items(inBand: band, ofItems: count).upperBound { band += 1 }
        return band
    }

    func frame(ofItem item: Int, inBand band: Int, ofItems count: Int) -> Rect {
        let first = firstItem(ofBand: band)
        return style(ofBand: band, left: count - first)
            .frame(ofCell: item - first, width: width, height: bandHeight)
    }

    /// No segment but the last holds fewer items than its place in the period allows, so no count is needed.
    private func firstItem(ofBand band: Int) -> Int {
        guard band > 0 else { return 0 }
        let (period, place) = (band - 1).quotientAndRemainder(dividingBy: 3)
        return 1 + 8 * period + (place == 0 ? 0 : place == 1 ? 2 : 5)
    }

    private func style(ofBand band: Int, left: Int) -> MosaicStyle {
        switch left {
        case 1: .full
        case 2: .fiftyFifty
        default:
            switch band % 3 {
            case _ where band == 0: .full
            case 1: .fiftyFifty
            case 2: .twoThirdsOneThird
            default: .oneThirdTwoThirds
            }
        }
    }
}

/// A mosaic whose pictures keep their shapes: rows of large pictures and of stacks of two small ones.
///
/// Denser than `Justified`, and less even. A picture is cut by a few hundredths, never by more than a fifth, unless it is
/// narrower than 3:10 or wider than 5:1. Rows of very many pictures are justified.
struct ShapedMosaic: BlockLayout {
    static let kind = Mosaic.kind

    var rowHeight: Double
    var headerHeight: Double
    var minSectionWidth: Double
    var spacing: Double { 2 }
    var inset: Double { 2 }

    /// A picture and a stack of two after each other: three pictures on the width of one and a half.
    func itemsPerRow(inWidth inner: Double) -> Double {
        (inner + spacing) / (Self.usualAspectRatio * rowHeight * 1.5 + 2 * spacing) * 3
    }

    /// Maximum items of a usual row whose tiles are searched for: the search takes the square of them in time and memory, and a request
    /// chooses width and height.
    private static let searchedRow = 32.0

    func frames(aspects: [Double], size: Size, isOpen: Bool) -> [Rect] {
        guard itemsPerRow(inWidth: size.width) <= Self.searchedRow else {
            return JustifiedRows(
                aspects: aspects, size: size, rowHeight: rowHeight, spacing: spacing, isOpen: isOpen
            ).frames
        }
        return MosaicRows(aspects: aspects, size: size, rowHeight: rowHeight, spacing: spacing, isOpen: isOpen).frames
    }
}
