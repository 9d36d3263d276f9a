import Glibc
import Prefetching

/// A record of one viewer over some time: where the visible rect was, frame by frame, and what its page measured.
package struct ScrollTrace: Sendable {
    package struct Frame: Hashable, Sendable {
        /// Seconds from the trace's start, ascending.
        package var time: Double
        /// Top edge of the visible rect in content px.
        package var offset: Double
        package var velocity: Double
        package var phase: ScrollPhase
        package var decay: Double?
        package var end: Double?
        /// One item in this number is shown, in the same order: the result of a search. 1 while everything is.
        package var every: Int
        /// Whether what is blank from here to the next frame is measured. It is not while a page opens, or while the thumb of
        /// a scroll bar is dragged over everything.
        package var isCounted: Bool

        package init(
            time: Double, offset: Double, velocity: Double = 0, phase: ScrollPhase, decay: Double? = nil,
            end: Double? = nil, every: Int = 1, isCounted: Bool = true
        ) {
            self.time = time
            self.offset = offset
            self.velocity = velocity
            self.phase = phase
            self.decay = decay
            self.end = end
            self.every = every
            self.isCounted = isCounted
        }
    }

    /// The grid that a recorded trace was scrolled in.
    package struct Grid: Hashable, Sendable {
        package var items: Int
        package var columns: Int
        /// Height of a row with its gap, and of the view, in content px.
        package var rowHeight: Double
        package var viewportHeight: Double

        package init(items: Int, columns: Int, rowHeight: Double, viewportHeight: Double) {
            self.items = items
            self.columns = columns
            self.rowHeight = rowHeight
            self.viewportHeight = viewportHeight
        }
    }

    /// Names the kind of motion in reports.
    package var kind: String
    package var frames: [Frame]
    /// `nil` where any grid will do.
    package var grid: Grid?

    package init(kind: String, frames: [Frame], grid: Grid? = nil) {
        self.kind = kind
        self.frames = frames
        self.grid = grid
    }

    package var duration: Double { frames.last?.time ?? 0 }

    /// The same motion without gaps: a page draws no frames while it rests.
    package func withoutGaps(longest: Double = 1.0 / 60) -> ScrollTrace {
        var trace = self
        trace.frames = []
        for frame in frames {
            while let last = trace.frames.last, frame.time - last.time > 1.5 * longest {
                trace.frames.append(
                    Frame(
                        time: last.time + longest, offset: last.offset, velocity: last.velocity, phase: last.phase,
                        // Where a wheel's steps end stays known; where a glide ends does not, once it has stopped.
                        end: last.decay == nil ? last.end : nil, every: last.every, isCounted: last.isCounted))
            }
            trace.frames.append(frame)
        }
        return trace
    }

    /// The same motion with what a page can measure of it over the last 120 ms, on frames that come in time: velocity by
    /// least squares, λ by the slope of ln|v| while it slows down, and the end that follows from the two.
    package func measured() -> ScrollTrace {
        var trace = self
        var first = 0
        for index in frames.indices {
            let now = frames[index]
            if now.phase == .jump || now.phase == .settled { first = index }
            while now.time - frames[first].time > 0.12 { first += 1 }
            let window = frames[first...index]
            guard window.count > 1, let velocity = slope(window.map { ($0.time, $0.offset) }) else { continue }
            // The page rounds to whole px a second: what is left of a stillness is no motion.
            trace.frames[index].velocity = velocity.rounded()
            if now.end == nil, let decay = decay(window) {
                trace.frames[index].decay = decay
                trace.frames[index].end = now.offset + velocity / decay
            }
        }
        return trace
    }

    /// `nil` when the motion turns, stops or does not slow down.
    private func decay(_ window: ArraySlice<Frame>) -> Double? {
        var points: [(Double, Double)] = []
        var sign = 0.0
        for (before, after) in zip(window, window.dropFirst()) {
            let velocity = (after.offset - before.offset) / (after.time - before.time)
            guard velocity != 0, sign == 0 || velocity * sign > 0 else { return nil }
            sign = velocity
            points.append(((after.time + before.time) / 2, log(abs(velocity))))
        }
        guard points.count >= 3, let slope = slope(points), (0.2...60).contains(-slope) else { return nil }
        return -slope
    }

    /// By least squares.
    private func slope(_ points: [(Double, Double)]) -> Double? {
        let count = Double(points.count)
        let (x, y) = points.reduce((0, 0)) { ($0.0 + $1.0 / count, $0.1 + $1.1 / count) }
        let (above, below) = points.reduce((0.0, 0.0)) {
            ($0.0 + ($1.0 - x) * ($1.1 - y), $0.1 + ($1.0 - x) * ($1.0 - x))
        }
        return below > 0 ? above / below : nil
    }
}
