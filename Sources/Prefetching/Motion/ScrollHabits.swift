/// The habits of a viewer's hand, learned while it scrolls: moving averages of ⅞ old and ⅛ new, of a wheel's bursts ⅘ and ⅕.
struct ScrollHabits: Hashable, Sendable {
    /// px of one push with its glide.
    private(set) var pushLength: Double
    /// Share of pushes that are followed by another before the motion ends.
    private(set) var chained = 0.4
    /// Share of motions that go the other way than the one before.
    private(set) var reversed = 0.15
    /// Seconds between two motions.
    private(set) var pause = 1.8
    /// px of one key or jump.
    private(set) var step: Double
    /// Seconds between two keys of a run.
    private(set) var keyPause = 0.45
    /// Share of keys that are followed by another of the run.
    private(set) var keysChained = 0.35
    /// px of one burst of a wheel's steps.
    private(set) var burst = 300.0
    /// Seconds between two bursts of a wheel's steps.
    private(set) var burstPause = 0.8

    private(set) var motionStart: Double?
    /// Whether the motion is a burst of a wheel's steps.
    private var isStepped = false
    private var pushes = 0
    private var direction = 0.0
    private var stillSince: Instant?
    private var lastKey: Instant?
    private var last: ScrollSample?

    /// In viewports, of one push with its glide.
    private static let longestPush = 8.0
    /// In seconds: keys that are farther apart are no run.
    private static let longestKeyPause = 1.0

    init(viewportHeight: Double) {
        pushLength = 1.4 * viewportHeight
        step = 0.9 * viewportHeight
    }

    mutating func observe(_ sample: ScrollSample) {
        defer { last = sample }
        guard let last else { return }
        let way = sample.offset - last.offset
        if sample.phase == .keys, way != 0 { observeKeys(abs(way), sample.time) }
        guard sample.phase != .jump, sample.phase != .scrubbing, sample.phase != .hidden else {
            motionStart = nil
            stillSince = nil
            return
        }
        let isMoving = sample.velocity != 0 || (way != 0 && sample.phase != .settled)
        if isMoving {
            isStepped = sample.isStepped
            if motionStart == nil { beginMotion(last, sample) }
            // A finger that takes hold again while the content glides.
            if last.phase == .decelerating, sample.phase == .dragging { pushes += 1 }
        } else if let start = motionStart {
            endMotion(from: start, sample)
        }
    }

    /// One key or, where the page had no time for an event between them, several.
    private mutating func observeKeys(_ way: Double, _ time: Instant) {
        let count = max(1, (way / step).rounded())
        learn(&step, way / count)
        defer { lastKey = time }
        guard let lastKey else { return }
        let pause = time.seconds(since: lastKey) / count
        let isRun = pause < Self.longestKeyPause
        // Both are known after a few keys: at an eighth of the difference, a held key would be let go before it is expected to stay.
        keysChained += ((isRun ? 1 : 0) - keysChained) / 4
        if isRun { keyPause += (pause - keyPause) / 3 }
    }

    /// Seconds until the next key of a run, seen from a moment; `nil` where no run goes on.
    func nextKey(from time: Instant) -> Double? {
        guard let lastKey else { return nil }
        let passed = time.seconds(since: lastKey)
        return passed < 2 * keyPause ? max(0, keyPause - passed) : nil
    }

    private mutating func beginMotion(_ from: ScrollSample, _ sample: ScrollSample) {
        motionStart = from.offset
        pushes = 1
        let sign = sample.velocity != 0 ? sample.velocity.sign : (sample.offset - from.offset).sign
        let new = sign == .minus ? -1.0 : 1.0
        if direction != 0 { learn(&reversed, new == direction ? 0 : 1) }
        direction = new
        if let stillSince {
            let time = sample.time.seconds(since: stillSince)
            if sample.isStepped { learn(&burstPause, min(3, time)) } else { learn(&pause, min(10, time)) }
        }
        stillSince = nil
    }

    private mutating func endMotion(from start: Double, _ sample: ScrollSample) {
        motionStart = nil
        stillSince = sample.time
        // Farther is no push, whatever the page calls it: one alone would be looked for ahead of every motion to come.
        let way = min(abs(sample.offset - start), Self.longestPush * sample.viewportHeight * Double(max(1, pushes)))
        guard way > 0 else { return }
        if isStepped {
            burst += (way - burst) / 5
            return
        }
        learn(&pushLength, way / Double(max(1, pushes)))
        for push in 1...max(1, pushes) { learn(&chained, push < pushes ? 1 : 0) }
    }

    private func learn(_ average: inout Double, _ value: Double) { average += (value - average) / 8 }
}
