import Testing

@testable import CollectionLayout

@Suite struct ShapedMosaicTests {
    /// The widths of a phone, a tablet, a laptop and a wall, with the height of rows that the page asks for there.
    static let windows: [(width: Double, height: Double)] = [
        (390, 205), (800, 230), (1280, 230), (2560, 230), (1280.5, 95),
    ]

    static let sectionCounts: [[Int]] =
        stride(from: 1, through: 40, by: 3).map { [$0] } + [
            [], [0, 0], [3, 0, 7], [1, 1, 1], [200, 13, 0, 41], [25, 26, 24, 50],
        ]

    /// Mostly 4:3 and 3:2, a quarter upright, some square, some panoramas; the same for the same seed.
    static func shapes(_ count: Int, seed: UInt64) -> [Double] {
        var state = seed
        let kinds: [Double] = [1.5, 4 / 3, 1.5, 4 / 3, 16 / 9, 2 / 3, 0.75, 1, 1.5, 2.4, 9 / 16, 3.2]
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return kinds[Int(state >> 40) % kinds.count]
        }
    }

    private func prepare(
        _ counts: [Int], _ window: (width: Double, height: Double), shapes: [Double]? = nil, headerHeight: Double = 0
    ) -> any PreparedLayout {
        let mosaic = Mosaic(segmentHeight: window.height, headerHeight: headerHeight, keepsShapes: true)
        let layout = mosaic.prepare(width: window.width, sectionItemCounts: counts)
        if let shapes { _ = layout.measure(0..<layout.itemCount) { shapes[$0] } }
        return layout
    }

    private func frames(_ layout: any PreparedLayout) -> [Rect] {
        (0..<layout.itemCount).map { layout.frame(ofItem: $0) }
    }

    @Test(arguments: windows)
    func `no picture is cut by more than a fifth`(window: (width: Double, height: Double)) {
        var sum = 0.0
        var count = 0
        for counts in Self.sectionCounts {
            for seed in [3, 4] as [UInt64] {
                let shapes = Self.shapes(counts.reduce(0, +), seed: seed)
                for (flat, frame) in frames(prepare(counts, window, shapes: shapes)).enumerated() {
                    let stretch = frame.width / frame.height / shapes[flat]
                    let cut = 1 - min(stretch, 1 / stretch)
                    sum += cut
                    count += 1
                    #expect(cut <= 0.2, "\(counts), seed \(seed), item \(flat): \(frame) of \(shapes[flat])")
                }
            }
        }
        #expect(sum / Double(count) < 0.1)
    }

    @Test(arguments: windows)
    func `the pictures of a full section fill the window`(window: (width: Double, height: Double)) {
        for seed in 1...3 as ClosedRange<UInt64> {
            let shapes = Self.shapes(400, seed: seed)
            let layout = prepare([400], window, shapes: shapes)
            let frames = frames(layout)
            let area = frames.reduce(0) { $0 + $1.width * $1.height }
            #expect(area / (layout.contentSize.width * layout.contentSize.height) > 0.93, "seed \(seed)")
            // Large and small ones are beside each other.
            let areas = frames.map { $0.width * $0.height }.sorted()
            #expect(areas[360] > 2 * areas[40], "seed \(seed)")
            #expect(areas[20] > window.height * window.height / 12, "seed \(seed)")
        }
    }

    @Test(arguments: windows)
    func `no two pictures overlap, none sticks out, and all frames are whole`(window: (width: Double, height: Double)) {
        for counts in Self.sectionCounts {
            for shapes in [nil, Self.shapes(counts.reduce(0, +), seed: 7)] {
                let layout = prepare(counts, window, shapes: shapes, headerHeight: 36)
                let frames = frames(layout)
                for (index, frame) in frames.enumerated() {
                    let isInside =
                        frame.minX >= 2 && frame.maxX <= window.width.rounded(.down) - 2
                        && frame.maxY <= layout.contentSize.height - 2
                    #expect(isInside, "\(counts) \(index) \(frame)")
                    #expect(frame.x == frame.x.rounded() && frame.width == frame.width.rounded(), "\(counts) \(index)")
                    #expect(
                        frame.y == frame.y.rounded() && frame.height == frame.height.rounded(), "\(counts) \(index)")
                    for other in frames[max(0, index - 16)..<index] where other.meets(frame) {
                        Issue.record("\(counts) \(index): \(other) \(frame)")
                    }
                }
            }
        }
    }

    @Test func `every rect finds all that meet it, as a search through all frames does, and few more`() {
        for counts in Self.sectionCounts {
            let layout = prepare(
                counts, (1000, 180), shapes: Self.shapes(counts.reduce(0, +), seed: 11), headerHeight: 36)
            let frames = frames(layout)
            for y in stride(from: -100.0, to: layout.contentSize.height + 100, by: 61.7) {
                for height in [0.5, 90, 700] {
                    let rect = Rect(x: 0, y: y, width: 1000, height: height)
                    let meeting = frames.indices.filter { frames[$0].meets(rect) }
                    let range = layout.items(in: rect)
                    guard let first = meeting.first, let last = meeting.last else { continue }
                    let isWhole = range.lowerBound == first && range.contains(last) && range.count <= last - first + 4
                    #expect(isWhole, "\(counts) \(rect) \(range) \(meeting)")
                }
            }
        }
    }

    @Test func `what becomes known moves nothing outside its own block, nor the end`() {
        let layout = prepare([5_000], (1280, 230))
        let size = layout.contentSize
        let before = frames(layout)
        let shapes = Self.shapes(5_000, seed: 5)
        #expect(layout.measure(2_000..<2_001) { shapes[$0] })
        #expect(layout.contentSize == size)
        let after = frames(layout)
        let changed = before.indices.filter { before[$0] != after[$0] }
        #expect(!changed.isEmpty && changed.count < 100 && changed.first! > 1_900 && changed.last! < 2_100)
    }

    /// Tries every sequence of rows.
    @Test func `the rows found cost as little as the best of all sequences`() {
        for seed in 1...20 as ClosedRange<UInt64> {
            let shapes = Self.shapes(3 + Int(seed % 5), seed: seed)
            let candidates = RowCandidates(
                aspects: shapes, width: 600, rowHeight: 200, spacing: 2, patterns: MosaicRows.patterns,
                narrowestInStack: 0.75)
            for (height, isOpen) in [(170.0, false), (200, true), (240, false)] {
                let found = candidates.rows(near: height, isOpen: isOpen)
                let least = candidates.leastCost(from: 0, after: nil, near: height, isOpen: isOpen)
                #expect(abs(found.cost - least) < 1e-9, "seed \(seed): \(found.cost), \(least)")
                #expect(
                    found.rows.reduce(0) { $0 + $1.tiles.reduce(0) { $0 + ($1.second == nil ? 1 : 2) } } == shapes.count
                )
            }
        }
    }
}

extension RowCandidates {
    /// The slow and obvious way: every row that may come first, and the least of what may follow each.
    fileprivate func leastCost(from start: Int, after pattern: Int?, near height: Double, isOpen: Bool) -> Double {
        if start == aspects.count { return 0 }
        return candidates[start].map { row in
            Self.cost(row.height, near: height, isEnd: isOpen && row.end == aspects.count)
                + (row.pattern == pattern ? Self.repetitionCost : 0)
                + leastCost(from: row.end, after: row.pattern, near: height, isOpen: isOpen)
        }.min() ?? .infinity
    }
}
