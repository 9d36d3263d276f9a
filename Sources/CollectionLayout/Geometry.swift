/// A place in content px from the top left.
package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A size in content px.
package struct Size: Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A rectangle in content px from the top left; its right and bottom edges are not part of it.
package struct Rect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var minX: Double { x }
    package var minY: Double { y }
    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Whether the two share any area. Rectangles that only touch do not meet, nor does an empty one meet anything.
    package func meets(_ other: Rect) -> Bool {
        !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The square of the distance from `point` to the nearest point of the rectangle; 0 inside it.
    package func squaredDistance(to point: Point) -> Double {
        let dx = max(0, max(minX - point.x, point.x - maxX))
        let dy = max(0, max(minY - point.y, point.y - maxY))
        return dx * dx + dy * dy
    }
}
