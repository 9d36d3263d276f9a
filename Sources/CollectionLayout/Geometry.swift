/// A place in content px from the top left.
public struct Point: Hashable, Sendable {
    /// Px from the left edge of the content.
    public var x: Double
    /// Px from the top of the content.
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A size in content px.
public struct Size: Hashable, Sendable {
    /// In px.
    public var width: Double
    /// In px.
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A rectangle in content px from the top left; its right and bottom edges are not part of it.
public struct Rect: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// In px; not negative.
    public var width: Double
    /// In px; not negative.
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The left edge.
    public var minX: Double { x }
    /// The top edge.
    public var minY: Double { y }
    /// The right edge, which is not part of it.
    public var maxX: Double { x + width }
    /// The bottom edge, which is not part of it.
    public var maxY: Double { y + height }
    /// Whether it has no area.
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Whether the two share any area. Rectangles that only touch do not meet, nor does an empty one meet anything.
    public func meets(_ other: Rect) -> Bool {
        !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The square of the distance from `point` to the nearest point of the rectangle; 0 inside it.
    public func squaredDistance(to point: Point) -> Double {
        let dx = max(0, max(minX - point.x, point.x - maxX))
        let dy = max(0, max(minY - point.y, point.y - maxY))
        return dx * dx + dy * dy
    }
}

/// The last index whose value the test holds for; it must hold for a prefix. −1 when it holds for none.
func lastIndex<Value>(in values: [Value], where holds: (Value) -> Bool) -> Int {
    var low = 0
    var high = values.count
    while low < high {
        let middle = (low + high) / 2
        if holds(values[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - 1
}

/// Headers of the sections that meet `rect`, where `tops` are the top edges of the sections and the content's height.
func sectionHeaders(in rect: Rect, tops: [Double], width: Double, headerHeight: Double) -> [HeaderElement] {
    let sectionCount = tops.count - 1
    guard headerHeight > 0, !rect.isEmpty, sectionCount > 0, rect.minX < width, rect.maxX > 0 else { return [] }
    var elements: [HeaderElement] = []
    var section = max(0, lastIndex(in: tops) { $0 <= rect.minY })
    while section < sectionCount, tops[section] < rect.maxY {
        let frame = Rect(x: 0, y: tops[section], width: width, height: tops[section + 1] - tops[section])
        if frame.meets(rect) {
            let header = Rect(x: 0, y: frame.y, width: width, height: headerHeight)
            elements.append(HeaderElement(section: section, frame: header, sectionFrame: frame))
        }
        section += 1
    }
    return elements
}
