import CProcess
import Glibc

/// What a worker process may cost before it is ended.
package struct WorkerLimits: Sendable, Equatable {
    /// Address space, the program's own (about 300 MB) included. The largest picture that is let in by its header takes
    /// about 1.6 GB as a progressive JPEG.
    package var addressSpaceBytes = 3 << 30
    /// Processor time for one picture, in whole seconds.
    package var processorSeconds = 20
    /// From the request to the whole answer.
    package var wallTime = Duration.seconds(30)
    /// A decode that takes longer gives its place to the next one, so that a few slow pictures hold up nobody.
    package var slowAfter = Duration.milliseconds(750)
    /// After as many pictures a worker is replaced: a codec that leaks does so for a while only.
    package var pictures = 2000

    package init() {}

    /// Lays the limits on this process, for ever. Before the first picture is read; threads may run already.
    /// - Returns: whether the kernel also keeps the process from writing, from the network and from other programs.
    package func confine() -> Bool {
        lookahead_bound_arenas(2)
        Self.set(RLIMIT_AS, addressSpaceBytes)
        Self.set(RLIMIT_CORE, 0)
        Self.set(RLIMIT_FSIZE, 0)
        Self.set(RLIMIT_NOFILE, 64)
        // When the machine runs out of memory, a picture is what it can do without.
        let score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if score >= 0 {
            _ = write(score, "800", 3)
            close(score)
        }
        // A file over the size limit is an error, not a signal.
        signal(SIGXFSZ, SIG_IGN)
        return lookahead_confine() == 0
    }

    /// Gives the picture that begins now its processor time, on top of what the process has used.
    func allotProcessorTime() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let used = Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(used + processorSeconds)
        setrlimit(resource, &limit)
    }

    private static func set(_ resource: __rlimit_resource, _ value: Int) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
