import CollectionLayout
import Testing

/// Sizes at which a list of frames would be out of the question, and numbers that no view has.
@Suite struct LayoutScaleTests {
    static let layouts: [LayoutDescription] = [
        .column(ColumnFlow(headerHeight: 32)), .mosaic(Mosaic()), .list(ListFlow()), .justified(Justified()),
        .mosaic(Mosaic(keepsShapes: true)), .column(ColumnFlow(headerHeight: 32, minSectionWidth: 150)),
        .justified(Justified(headerHeight: 32, minSectionWidth: 150)),
    ]

    @Test(arguments: layouts)
    func `the last of ten million items is whole and found`(description: LayoutDescription) {
        let layout = description.prepare(width: 1280, sectionItemCounts: [9_999_000, 0, 1_000])
        let last = layout.frame(ofItem: 9_999_999)
        #expect(last.maxY <= layout.contentSize.height)
        #expect(last.maxY >= layout.contentSize.height - 8)
        #expect(layout.items(in: last).contains(9_999_999))
        #expect(layout.item(nearest: Point(x: last.x + 1, y: last.y + 1)) == 9_999_999)
        for flat in stride(from: 0, to: 10_000_000, by: 99_991) {
            let frame = layout.frame(ofItem: flat)
            let answer = layout.items(in: frame)
            #expect(answer.contains(flat) && answer.count <= 10)
        }
    }

    @Test(arguments: layouts)
    func `a hundred thousand sections are searched, not walked`(description: LayoutDescription) {
        let counts = (0..<100_000).map { $0 % 7 }
        let layout = description.prepare(width: 1000, sectionItemCounts: counts)
        #expect(layout.itemCount == counts.reduce(0, +))
        let middle = layout.itemCount / 2
        let rect = layout.frame(ofItem: middle)
        #expect(layout.items(in: rect).contains(middle))
        // A line holds several.
        #expect(layout.headers(in: rect).count <= 8)
    }

    @Test(arguments: layouts)
    func `numbers that no view has never trap`(description: LayoutDescription) {
        let odd = [Double.nan, .infinity, -.infinity, -1, 0, 1e300, -1e300]
        for width in odd {
            for counts in [[], [0], [5, 0, 3]] {
                let layout = description.prepare(width: width, sectionItemCounts: counts)
                for x in odd {
                    for y in odd {
                        let rect = Rect(x: x, y: y, width: y, height: x)
                        let range = layout.items(in: rect)
                        #expect(range.lowerBound >= 0 && range.upperBound <= layout.itemCount)
                        #expect(layout.headers(in: rect).count <= counts.count)
                        _ = layout.item(nearest: Point(x: x, y: y))
                    }
                }
            }
        }
    }
}
