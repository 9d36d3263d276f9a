import CollectionLayout
import Testing

/// Lines that sections share, where their pictures keep their shapes.
@Suite struct SharedLinesTests {
    static let layouts: [LayoutDescription] = [
        .justified(Justified(rowHeight: 150, headerHeight: 36, minSectionWidth: 150)),
        .mosaic(Mosaic(segmentHeight: 150, headerHeight: 36, keepsShapes: true, minSectionWidth: 150)),
    ]
    static let counts = [1, 1, 2, 0, 1, 1, 1, 40, 1, 3, 1, 1, 0, 0, 2, 1, 1, 9, 1]

    private func prepare(_ description: LayoutDescription, width: Double, measured: Bool) -> (
        any PreparedLayout, [Double]
    ) {
        let layout = description.prepare(width: width, sectionItemCounts: Self.counts)
        let shapes = ShapedMosaicTests.shapes(layout.itemCount, seed: 21)
        if measured { _ = layout.measure(0..<layout.itemCount) { shapes[$0] } }
        return (layout, shapes)
    }

    @Test(arguments: layouts)
    func `pictures of a shared line are whole, below their own header, and before the next one`(
        description: LayoutDescription
    ) {
        for width in [390.0, 800, 1280, 2560] {
            let (layout, shapes) = prepare(description, width: width, measured: true)
            let all = Rect(x: 0, y: 0, width: width, height: layout.contentSize.height)
            let headers = layout.headers(in: all)
            #expect(headers.map(\.section) == Array(Self.counts.indices))
            var shared = 0
            var first = 0
            for (section, count) in Self.counts.enumerated() {
                let box = headers[section].sectionFrame
                let isShared = box.width < width
                shared += isShared ? 1 : 0
                #expect(box.width >= min(150, width), "\(width): section \(section)")
                for flat in first..<first + count {
                    let frame = layout.frame(ofItem: flat)
                    let isInside =
                        frame.minX >= box.minX && frame.maxX <= box.maxX && frame.minY >= box.minY + 36
                        && frame.maxY <= box.maxY
                    #expect(isInside, "\(width): \(frame) of section \(section) in \(box)")
                    let stretch = frame.width / frame.height / shapes[flat]
                    if isShared { #expect(abs(stretch - 1) < 0.05, "\(width): \(frame) of \(shapes[flat])") }
                    for other in 0..<flat where layout.frame(ofItem: other).meets(frame) {
                        Issue.record("\(width): \(flat) meets \(other)")
                    }
                }
                first += count
            }
            #expect(shared > 4)
            let alone = description.alone.prepare(width: width, sectionItemCounts: Self.counts)
            #expect(layout.contentSize.height < alone.contentSize.height * 0.9, "\(width)")
        }
    }

    @Test(arguments: layouts)
    func `a full line reaches the edge or has gaps of 36 px`(description: LayoutDescription) {
        var wide = 0
        for (width, aspect) in [(390.0, 0.75), (1280, 0.75), (1280, 1), (1280, 1.5), (2560, 0.6), (2560, 1)] {
            let layout = description.prepare(width: width, sectionItemCounts: Array(repeating: 1, count: 50))
            _ = layout.measure(0..<50) { _ in aspect }
            let frames = (0..<50).map { layout.frame(ofItem: $0) }
            let inset = frames[0].minX
            let lines = Dictionary(grouping: frames, by: \.minY).sorted { $0.key < $1.key }.map(\.value)
            #expect(lines.count > 2 && lines[0].count > 1, "\(width)")
            // What a section takes: a picture that is narrower than its header ends with it.
            let gaps = { (line: [Rect]) in
                zip(line, line.dropFirst()).map { $1.minX - $0.minX - max(150, $0.width) }
            }
            for line in lines.dropLast() {
                let end = line.map { $0.minX + max(150, $0.width) }.max() ?? 0
                #expect(gaps(line).allSatisfy { $0 > 10.5 && $0 < 37.5 }, "\(width), \(aspect): \(gaps(line))")
                let isWide = gaps(line).allSatisfy { $0 > 34.5 }
                wide += isWide ? 1 : 0
                #expect(isWide || abs(end - width + inset) < 1.5, "\(width), \(aspect): \(end)")
                #expect(line.allSatisfy { $0.maxX <= width - inset + 0.5 })
            }
            let last = lines[lines.count - 1]
            #expect(last.map(\.minX).min() == inset)
            if last.count < lines[0].count { #expect(gaps(last).allSatisfy { abs($0 - 12) < 1.5 }) }
        }
        #expect(wide > 0)
    }

    @Test(arguments: layouts)
    func `what is measured moves nothing to another line, and no line`(description: LayoutDescription) {
        let (before, _) = prepare(description, width: 1000, measured: false)
        let (after, _) = prepare(description, width: 1000, measured: true)
        #expect(before.contentSize == after.contentSize)
        let all = Rect(x: 0, y: 0, width: 1000, height: before.contentSize.height)
        #expect(before.headers(in: all).map(\.frame.y) == after.headers(in: all).map(\.frame.y))
        #expect(before.headers(in: all).map(\.frame.x) != after.headers(in: all).map(\.frame.x))
        #expect(!after.forgetIncomplete())
        _ = before.measure(0..<3) { _ in nil }
        #expect(before.forgetIncomplete())
    }

    @Test(arguments: layouts)
    func `every rect finds all that meet it, as a search through all frames does`(description: LayoutDescription) {
        for measured in [false, true] {
            let (layout, _) = prepare(description, width: 900, measured: measured)
            let frames = (0..<layout.itemCount).map { layout.frame(ofItem: $0) }
            for y in stride(from: -100.0, to: layout.contentSize.height + 100, by: 33.7) {
                for height in [0.5, 90, 700] {
                    let rect = Rect(x: 0, y: y, width: 900, height: height)
                    let range = layout.items(in: rect)
                    let meeting = frames.indices.filter { frames[$0].meets(rect) }
                    #expect(
                        meeting.allSatisfy(range.contains) && range.count <= meeting.count + 8,
                        "\(rect) \(range) \(meeting)")
                }
            }
            for flat in frames.indices {
                let centre = Point(
                    x: frames[flat].x + frames[flat].width / 2, y: frames[flat].y + frames[flat].height / 2)
                #expect(layout.item(nearest: centre) == flat)
                #expect(layout.row(ofItem: flat).items.contains(flat))
            }
        }
    }
}

extension LayoutDescription {
    /// The same without shared lines.
    fileprivate var alone: LayoutDescription {
        switch self {
        case .justified(var layout):
            layout.minSectionWidth = 0
            return .justified(layout)
        case .mosaic(var layout):
            layout.minSectionWidth = 0
            return .mosaic(layout)
        default: return self
        }
    }
}
