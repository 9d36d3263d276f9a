import Prefetching

extension Hand {
    /// Content px of one tick.
    private static let tick = 100.0
    /// Seconds after the view's last movement until the page reports that it has stopped.
    private static let settling = 0.12

    /// A person who scrolls by a mouse wheel, in a browser that eases the view to where the ticks end.
    mutating func mouseWheel(_ habits: WheelHabits) {
        var ticks = habits.scrolling(from: time, to: seconds, &random)[...]
        var ease = ScrollEase(at: offset)
        var moved = -Double.infinity
        while time < seconds {
            while let tick = ticks.first, tick.time <= time {
                ease.retarget(to: clamped(ease.target + Self.tick * tick.direction), at: time)
                moved = time
                ticks.removeFirst()
            }
            let next = ease.offset(at: time).rounded()
            if next != offset { moved = time }
            let isMoving = time - moved <= Self.settling
            draw(next, isMoving ? .wheel : .settled, end: isMoving ? ease.target : nil)
        }
    }
}
