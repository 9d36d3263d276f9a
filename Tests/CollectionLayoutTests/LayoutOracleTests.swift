import CollectionLayout
import Testing

/// Each layout against the frames written down one by one, for all small counts.
@Suite struct LayoutOracleTests {
    static let sectionCounts: [[Int]] =
        (0...40).map { [$0] } + [
            [], [0, 0], [0, 3, 0], [1, 1, 1], [2, 0, 5, 9], [17, 1, 0, 0, 2, 8], [3, 151, 2], [0, 0, 4],
        ]

    @Test(arguments: [1, 37.5, 160, 336, 343.9, 344, 1000.5, 1280])
    func `column frames are the formula's`(width: Double) {
        let layouts = [
            ColumnFlow(), ColumnFlow(headerHeight: 32),
            ColumnFlow(minColumnWidth: 16, cellHeight: 20.5, spacing: 0, inset: 0),
            ColumnFlow(minColumnWidth: 100, cellHeight: 40, spacing: 3, inset: 0, headerHeight: 17),
        ]
        for layout in layouts {
            for counts in Self.sectionCounts {
                let prepared = layout.prepare(width: width, sectionItemCounts: counts)
                check(
                    prepared, LayoutOracle.column(layout, width: width, counts: counts),
                    hasHeaders: layout.headerHeight > 0)
            }
        }
    }

    @Test(arguments: [1, 160, 343.9, 520, 1000.5, 1280])
    func `sections share lines as if these were put together one by one`(width: Double) {
        let layouts = [
            ColumnFlow(headerHeight: 32, minSectionWidth: 150),
            ColumnFlow(
                minColumnWidth: 60, cellHeight: 40, spacing: 3, inset: 4, headerHeight: 17, minSectionWidth: 144),
            ColumnFlow(minColumnWidth: 100, cellHeight: 40, spacing: 0, inset: 0, minSectionWidth: 4096),
        ]
        let more = [
            [1, 1, 1, 0, 2, 1, 30, 1, 1], [4, 4, 4, 4, 1, 0, 0, 0, 0, 0, 0, 7], Array(repeating: 1, count: 23),
        ]
        for layout in layouts {
            for counts in Self.sectionCounts + more {
                let prepared = layout.prepare(width: width, sectionItemCounts: counts)
                check(
                    prepared, LayoutOracle.sharedColumn(layout, width: width, counts: counts),
                    hasHeaders: layout.headerHeight > 0)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 100, 301.7, 1280])
    func `mosaic frames are the sequence's`(width: Double) {
        for layout in [Mosaic(), Mosaic(segmentHeight: 75, headerHeight: 32)] {
            for counts in Self.sectionCounts {
                let prepared = layout.prepare(width: width, sectionItemCounts: counts)
                check(
                    prepared, LayoutOracle.mosaic(layout, width: width, counts: counts),
                    hasHeaders: layout.headerHeight > 0)
            }
        }
    }

    @Test func `a list is a column flow of one column`() {
        let list = ListFlow(rowHeight: 50, spacing: 2, inset: 5, headerHeight: 20)
        let column = ColumnFlow(minColumnWidth: 4096, cellHeight: 50, spacing: 2, inset: 5, headerHeight: 20)
        let oracle = LayoutOracle.column(column, width: 400, counts: [3, 0, 7])
        check(list.prepare(width: 400, sectionItemCounts: [3, 0, 7]), oracle, hasHeaders: true)
    }

    private func check(
        _ layout: any PreparedLayout, _ oracle: LayoutOracle, hasHeaders: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(layout.itemCount == oracle.frames.count, sourceLocation: sourceLocation)
        #expect(layout.contentSize.height == oracle.height, sourceLocation: sourceLocation)
        let frames = oracle.frames.indices.map { layout.frame(ofItem: $0) }
        #expect(frames == oracle.frames, sourceLocation: sourceLocation)
        for flat in frames.indices {
            let row = layout.row(ofItem: flat)
            #expect(row.items.contains(flat), sourceLocation: sourceLocation)
            let isLevel = row.items.allSatisfy { frames[$0].minY == row.minY && frames[$0].maxY == row.maxY }
            #expect(isLevel, sourceLocation: sourceLocation)
        }
        for y in stride(from: -60.0, to: oracle.height + 120, by: 113.3) {
            for height in [0.5, 33, 460] {
                let rect = Rect(x: 0, y: y, width: 2000, height: height)
                let answer = layout.items(in: rect)
                let banded = oracle.bands.indices.filter { oracle.bands[$0].meets(rect) }
                let meeting = oracle.frames.indices.filter { oracle.frames[$0].meets(rect) }
                if Array(answer) != banded || !meeting.allSatisfy(answer.contains) {
                    Issue.record("\(rect): \(answer), expected \(banded)", sourceLocation: sourceLocation)
                }
                if answer.isEmpty, answer.lowerBound != oracle.bands.count(where: { $0.maxY <= y }) {
                    Issue.record("\(rect): empty at the wrong place, \(answer)", sourceLocation: sourceLocation)
                }
                let headers = layout.headers(in: rect)
                let expected = oracle.sections.indices.filter { hasHeaders && oracle.sections[$0].meets(rect) }.map {
                    HeaderElement(section: $0, frame: oracle.headers[$0], sectionFrame: oracle.sections[$0])
                }
                if headers != expected {
                    Issue.record("\(rect): headers \(headers), expected \(expected)", sourceLocation: sourceLocation)
                }
                nearest(layout, oracle, Point(x: y, y: y + height), sourceLocation)
            }
        }
    }

    private func nearest(
        _ layout: any PreparedLayout, _ oracle: LayoutOracle, _ point: Point, _ sourceLocation: SourceLocation
    ) {
        func key(_ item: Int) -> (Double, Double, Int) {
            let band = oracle.bands[item]
            let distance = max(0, max(band.minY - point.y, point.y - band.maxY))
            // Half-open rows: at a bottom edge that touches the next row it is the next row.
            let isPast = band.maxY <= point.y ? 0.0001 : 0
            return (distance + isPast, oracle.frames[item].squaredDistance(to: point), item)
        }
        let expected = oracle.frames.indices.min { key($0) < key($1) }
        let answer = layout.item(nearest: point)
        guard let expected, let answer else {
            if expected != nil || answer != nil { Issue.record("nearest to \(point)", sourceLocation: sourceLocation) }
            return
        }
        let isAsNear = key(answer).1 == key(expected).1 && abs(key(answer).0 - key(expected).0) < 0.001
        if !isAsNear { Issue.record("\(point): \(answer), nearer \(expected)", sourceLocation: sourceLocation) }
    }
}
