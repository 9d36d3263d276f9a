import CollectionLayout
import Testing

@Suite struct JustifiedTests {
    /// Shapes from tall portraits to wide panoramas, the same for the same seed.
    private static func shapes(_ count: Int, seed: UInt64) -> [Double] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 0.5 + Double(state >> 40) / Double(1 << 24) * 1.7
        }
    }

    private func prepare(
        _ counts: [Int], width: Double = 1000, shapes: [Double]? = nil, options: Justified = Justified()
    ) -> any PreparedLayout {
        let layout = options.prepare(width: width, sectionItemCounts: counts)
        if let shapes { _ = layout.measure(0..<layout.itemCount) { shapes[$0] } }
        return layout
    }

    private static let sectionCounts =
        stride(from: 0, through: 60, by: 3).map { [$0] } + [
            [], [0, 0], [3, 0, 7], [1, 1, 1], [200, 13, 0, 41], [25, 26, 24, 50],
        ]

    @Test(arguments: [120, 390, 1000.5])
    func `no two pictures overlap, none sticks out, and all are in reading order`(width: Double) {
        for counts in Self.sectionCounts {
            for shapes in [nil, Self.shapes(counts.reduce(0, +), seed: 7)] {
                let layout = prepare(counts, width: width, shapes: shapes, options: Justified(headerHeight: 32))
                let frames = (0..<layout.itemCount).map { layout.frame(ofItem: $0) }
                for (index, frame) in frames.enumerated() {
                    #expect(frame.minX >= 4 && frame.maxX <= width.rounded(.down) - 4, "\(counts) \(index) \(frame)")
                    #expect(frame.maxY <= layout.contentSize.height - 4, "\(counts) \(index)")
                    guard index > 0 else { continue }
                    let before = frames[index - 1]
                    let isBeside = frame.minY == before.minY && frame.minX >= before.maxX
                    #expect(isBeside || frame.minY >= before.maxY, "\(counts) \(index) \(before) \(frame)")
                }
            }
        }
    }

    @Test func `rows run from edge to edge, and pictures are hardly cut`() {
        let shapes = Self.shapes(400, seed: 3)
        let layout = prepare([400], shapes: shapes)
        var rows: [Double: [Int]] = [:]
        for flat in 0..<400 { rows[layout.frame(ofItem: flat).minY, default: []].append(flat) }
        let lastRow = layout.frame(ofItem: 399).minY
        for (y, items) in rows where y != lastRow {
            let right = items.map { layout.frame(ofItem: $0).maxX }.max()
            #expect(right == 996, "the row at \(y)")
        }
        var cuts: [Double] = []
        for flat in 0..<380 {
            let frame = layout.frame(ofItem: flat)
            let share = frame.width / frame.height / shapes[flat]
            cuts.append(max(share, 1 / share))
        }
        #expect(cuts.max()! < 1.3)
        #expect(cuts.reduce(0, +) / Double(cuts.count) < 1.08)
        let heights = rows.keys.map { y in layout.frame(ofItem: rows[y]![0]).height }
        #expect(heights.allSatisfy { $0 > 90 && $0 < 420 })
    }

    @Test func `every rect finds exactly the rows that meet it`() {
        for counts in Self.sectionCounts {
            let layout = prepare(counts, shapes: Self.shapes(counts.reduce(0, +), seed: 11))
            let frames = (0..<layout.itemCount).map { layout.frame(ofItem: $0) }
            for y in stride(from: -100.0, to: layout.contentSize.height + 100, by: 61.7) {
                for height in [0.5, 90, 700] {
                    let rect = Rect(x: 0, y: y, width: 1000, height: height)
                    let meeting = frames.indices.filter { frames[$0].meets(rect) }
                    let range = layout.items(in: rect)
                    #expect(
                        meeting.isEmpty
                            ? range.isEmpty : range == meeting[0]..<meeting[meeting.count - 1] + 1,
                        "\(counts) \(rect) \(range) \(meeting)")
                }
            }
        }
    }

    @Test func `what becomes known moves nothing outside its own block, nor the end`() {
        let layout = prepare([5_000])
        let size = layout.contentSize
        let before = (0..<5_000).map { layout.frame(ofItem: $0) }
        let shapes = Self.shapes(5_000, seed: 5)
        #expect(layout.measure(2_000..<2_001) { shapes[$0] })
        #expect(layout.contentSize == size)
        let changed = (0..<5_000).filter { layout.frame(ofItem: $0) != before[$0] }
        #expect(!changed.isEmpty && changed.count < 90)
        #expect(changed.contains(2_000) || changed.contains(2_001))
        // A shape once taken stays.
        let taken = layout.frame(ofItem: 2_000)
        _ = layout.measure(1_990..<2_010) { _ in 1 }
        #expect(layout.frame(ofItem: 2_000) == taken)
        #expect(!layout.forgetIncomplete())
    }

    @Test func `blocks with unknown shapes are computed again once these are known`() {
        let layout = prepare([500])
        _ = layout.measure(0..<10) { $0 == 3 ? nil : 0.6 }
        let before = layout.frame(ofItem: 3)
        #expect(layout.forgetIncomplete())
        _ = layout.measure(0..<10) { _ in 0.6 }
        #expect(layout.frame(ofItem: 3) != before)
        #expect(!layout.forgetIncomplete())
    }

    @Test func `few pictures are not blown up to fill the width`() {
        let layout = prepare([1, 2], shapes: [0.7, 1.5, 1.5])
        #expect(layout.frame(ofItem: 0).height == 200)
        #expect(layout.frame(ofItem: 0).width == 140)
        #expect(layout.frame(ofItem: 2).height == 200)
    }
}
