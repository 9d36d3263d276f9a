import Glibc

/// How much of the processors a worker gets beside others.
package enum WorkerPriority {
    /// A tenth of what others get: for what people wait for while they do something else.
    package static let tenth = 10
    /// Next to nothing while anybody else has work: for what no one waits for.
    package static let last = 19

    /// For ever; before the process is confined.
    /// - Parameter steps: `tenth` or `last`, as `nice` counts.
    package static func lower(by steps: Int) {
        _ = nice(Int32(steps))
        // A session of its own is a group of its own, and between groups only this counts (`sched(7)`, autogroup).
        let group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC)
        guard group >= 0 else { return }
        let text = "\(steps)"
        _ = write(group, text, text.utf8.count)
        close(group)
    }
}
