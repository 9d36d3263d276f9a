import Glibc

/// What one viewer did over some time: where the visible rect was, frame by frame, and what its page measured.
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

        package init(
            time: Double, offset: Double, velocity: Double = 0, phase: ScrollPhase, decay: Double? = nil,
            end: Double? = nil
        ) {
            self.time = time
            self.offset = offset
            self.velocity = velocity
            self.phase = phase
            self.decay = decay
            self.end = end
        }
    }

    /// Names the kind of motion in reports.
    package var kind: String
    package var frames: [Frame]

    package init(kind: String, frames: [Frame]) {
        self.kind = kind
        self.frames = frames
    }

    package var duration: Double { frames.last?.time ?? 0 }

    /// The same motion with what a page would measure of it: velocity over the last 80 ms, λ by the slope of ln|v| over
    /// the last 100 ms while it slows down by itself, and the end that follows from the two.
    package func measured() -> ScrollTrace {
        var trace = self
        for index in frames.indices {
            let now = frames[index]
            var earlier = index
            while earlier > 0, now.time - frames[earlier].time < 0.08, frames[earlier - 1].phase != .jump {
                earlier -= 1
            }
            let seconds = now.time - frames[earlier].time
            let velocity = seconds > 0 ? (now.offset - frames[earlier].offset) / seconds : 0
            trace.frames[index].velocity = now.phase == .settled || now.phase == .jump ? 0 : velocity
            guard now.phase == .decelerating, abs(velocity) > 30 else { continue }
            if let decay = trace.slope(upTo: index) {
                trace.frames[index].decay = decay
                trace.frames[index].end = now.offset + velocity / decay
            }
        }
        return trace
    }

    /// λ from the velocities measured so far; `nil` before 100 ms of slowing down.
    private func slope(upTo index: Int) -> Double? {
        var first = index
        while first > 0, frames[first - 1].phase == .decelerating, frames[index].time - frames[first].time < 0.1 {
            first -= 1
        }
        let seconds = frames[index].time - frames[first].time
        guard seconds >= 0.06, first + 1 < index, first > 0 else { return nil }
        let before = abs(frames[first].velocity)
        let after = abs(frames[index].velocity)
        guard before > 0, after > 0, before > after else { return nil }
        return min(max(log(before / after) / seconds, 0.3), 20)
    }
}
