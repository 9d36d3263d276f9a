/// When the parts of a long listing are shown: soon, and then as often as takes a tenth of the time.
struct ListingPace {
    typealias Instant = ContinuousClock.Instant

    /// What is listed within this time is shown when it is whole.
    static let firstPause = Duration.seconds(1)
    /// Between the end of one part and the next, at least; …
    static let shortestPause = Duration.seconds(1)
    /// … and so many times as long as the last one took.
    static let share = 9
    /// Between two reports of how much was found.
    static let reportPause = Duration.milliseconds(250)

    private var next: Instant
    private var nextReport: Instant
    private var shown = 0

    init(began: Instant) {
        next = began + Self.firstPause
        nextReport = began + Self.reportPause
    }

    /// Whether what was found is to be shown.
    func isDue(at now: Instant, found: Int) -> Bool { now >= next && found > shown }

    /// To be called when it is shown, with the time that this took.
    mutating func noteShown(_ found: Int, from start: Instant, to end: Instant) {
        shown = found
        next = end + max(Self.shortestPause, (end - start) * Self.share)
    }

    /// Whether the number that was found is to be reported; then it is counted as reported.
    mutating func takeReport(at now: Instant) -> Bool {
        guard now >= nextReport else { return false }
        nextReport = now + Self.reportPause
        return true
    }
}
