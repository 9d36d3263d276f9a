import Foundation
import Glibc
import Logging

/// Says in the log when the machine's clock was set: the times of the lines before are of the clock as it was.
enum ClockWatch {
    /// In s.
    private static let interval: UInt32 = 5
    /// In s. Programs that keep clocks right move them by less.
    private static let leastJump = 60.0

    /// Looks until the process ends, on a thread of its own: the tests' library that sets clocks stops the timers of Dispatch.
    static func start(_ log: Logger) {
        let first = lead
        let thread = Thread {
            var known = first
            while true {
                sleep(interval)
                let found = lead
                let jump = found - known
                known = found
                guard abs(jump) >= leastJump else { continue }
                let way = jump > 0 ? "forward" : "back"
                log.warning("The clock was set \(way) by \(words(abs(jump))). No wait or deadline depends on it.")
            }
        }
        thread.name = "clock"
        thread.start()
    }

    /// How far the clock is ahead of the time since the machine started, in s; a machine that sleeps changes nothing about it.
    private static var lead: Double { seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// In the largest unit of which there are two.
    private static func words(_ seconds: Double) -> String {
        for (unit, length) in [("days", 86400.0), ("hours", 3600), ("minutes", 60)] where seconds >= 2 * length {
            return "\(Int((seconds / length).rounded())) \(unit)"
        }
        return "\(Int(seconds.rounded())) seconds"
    }
}
