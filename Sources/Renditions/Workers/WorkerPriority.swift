import Glibc

/// How much of the processors a worker gets beside others.
package enum WorkerPriority {
    /// A tenth of what others get: for what no one waits for. For ever; before the process is confined.
    package static func lower() {
        _ = nice(10)
        // A session of its own is a group of its own, and between groups only this counts (`sched(7)`, autogroup).
        let group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC)
        guard group >= 0 else { return }
        _ = write(group, "10", 2)
        close(group)
    }
}
