import CollectionLayout

/// How far around the visible rect items are made ready, and in which order.
enum PrefetchWindow {
    /// Viewports ahead of the scroll direction and behind it; both sides while nothing moves.
    private static let ahead = 1.5
    private static let behind = 0.5
    private static let resting = 0.75

    static func rect(around visible: Rect, event: RangeEvent, content: Size) -> Rect {
        let isMoving = event.phase != .settled && event.velocityY != 0
        let above = isMoving ? (event.velocityY < 0 ? ahead : behind) : resting
        let below = isMoving ? (event.velocityY > 0 ? ahead : behind) : resting
        let top = max(0, visible.minY - above * visible.height)
        let bottom = min(content.height, visible.maxY + below * visible.height)
        return Rect(x: visible.x, y: top, width: max(visible.width, content.width), height: max(0, bottom - top))
    }

    /// What is in view first, from the side that comes in; then the rest, nearest first, with the side ahead before.
    static func order(_ window: Range<Int>, visible: Range<Int>, velocity: Double) -> [Int] {
        let seen = visible.clamped(to: window)
        let below = seen.upperBound..<window.upperBound
        let above = (window.lowerBound..<seen.lowerBound).reversed()
        var order: [Int] = []
        order.reserveCapacity(window.count)
        if velocity < 0 {
            order.append(contentsOf: seen.reversed())
            order.append(contentsOf: above)
            order.append(contentsOf: below)
        } else {
            order.append(contentsOf: seen)
            order.append(contentsOf: below)
            order.append(contentsOf: above)
        }
        return order
    }
}
