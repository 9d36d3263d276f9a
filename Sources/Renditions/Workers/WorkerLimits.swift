import CProcess
import Glibc

/// Limits of a worker process, beyond which it is ended.
package struct WorkerLimits: Sendable, Equatable {
    /// Address space, the program's own (about 300 MB) included. The largest picture that is let in by its header takes
    /// about 1.6 GB as a progressive JPEG.
    package var addressSpaceBytes = 3 << 30
    /// Processor time for one picture, in whole seconds; the kernel counts one more.
    package var processorSeconds = 9
    /// From the request to the whole answer.
    package var wallTime = Duration.seconds(30)
    /// A decode that takes longer gives its place to the next one, so that a few slow pictures hold up nobody.
    package var slowAfter = Duration.milliseconds(750)
    /// After as many pictures a worker is replaced: a codec that leaks does so for a while only.
    package var pictures = 2000

    /// Processor time for finding a RAW file's preview and decoding it, in whole seconds.
    package var rawSeconds = 9

    package init() {}

    /// Those of a process that takes pictures from videos.
    package static var video: WorkerLimits {
        var limits = WorkerLimits()
        limits.addressSpaceBytes = videoAddressSpace
        limits.processorSeconds = videoSeconds
        limits.pictures = videoCount
        return limits
    }

    /// Its libraries take 300 MB of it; three pictures of 8K and what they are made of, a GB.
    private static let videoAddressSpace = 2 << 30
    /// Processor time for a picture of a video, in whole seconds.
    private static let videoSeconds = 9
    private static let videoCount = 500

    func processorSeconds(for content: WorkerMessage.Request.Content) -> Int {
        switch content {
        case .picture, .video: processorSeconds
        case .raw: min(rawSeconds, processorSeconds)
        }
    }

    /// Threads of one worker: libvips and the codecs take about ten.
    private static let threadLimit = 64
    /// `CAP_KILL` and `CAP_SYS_RESOURCE`: what the server needs to end a worker of another user, and to limit it.
    private static let serverCapabilities: [Int32] = [5, 24]

    /// Lays the limits on this process, for ever. Before the first picture is read, and before any thread is started: some
    /// of them hold for the calling thread and those that it starts.
    /// - Returns: what else the kernel keeps the process from.
    package func confine() -> Confinement {
        lookahead_bound_arenas(2)
        Self.set(RLIMIT_AS, addressSpaceBytes)
        Self.set(RLIMIT_CORE, 0)
        Self.set(RLIMIT_FSIZE, 0)
        Self.set(RLIMIT_NOFILE, 64)
        Self.set(__RLIMIT_MEMLOCK, 0)
        Self.set(__RLIMIT_MSGQUEUE, 0)
        // When the machine runs out of memory, a picture is what it can do without.
        let score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if score >= 0 {
            _ = write(score, "800", 3)
            close(score)
        }
        // A file over the size limit is an error, not a signal.
        signal(SIGXFSZ, SIG_IGN)
        _ = chdir("/")

        var confinement = Confinement()
        if getsid(0) == getpid() { confinement.insert(.session) }
        if Self.boundThreads() { confinement.insert(.threads) }
        if lookahead_drop_capabilities() == 0 { confinement.insert(.capabilities) }
        _ = lookahead_hide_memory()
        let isBound = lookahead_renounce_privileges() == 0
        guard isBound else { return confinement }
        if lookahead_lock_files() == 0 { confinement.insert(.files) }
        if SystemCallFilter().install() { confinement.insert(.systemCalls) }
        return confinement
    }

    /// Limits threads by a user namespace: `RLIMIT_NPROC` counts the threads of a user there, and no limit those of one process. The kernel
    /// exempts root, who becomes `nobody` first, unless the server could not end or limit the process then.
    private static func boundThreads() -> Bool {
        if geteuid() == 0 {
            guard serverCapabilities.allSatisfy({ lookahead_has_capability($0) != 0 }), lookahead_become_nobody() == 0
            else { return false }
        }
        guard lookahead_own_user_namespace() == 0 else { return false }
        set(__RLIMIT_NPROC, threadLimit)
        return true
    }

    private static func set(_ resource: __rlimit_resource, _ value: Int) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}

/// The confinement of a decoder process to decoding. Missing parts are not allowed by the kernel or its settings.
package struct Confinement: OptionSet, Sendable, CustomStringConvertible {
    package let rawValue: UInt32

    /// Only the system calls that decoding takes (seccomp).
    package static let systemCalls = Confinement(rawValue: 1 << 0)
    /// No path can be opened, whatever the system call (Landlock).
    package static let files = Confinement(rawValue: 1 << 1)
    /// No capability, and no way to get one.
    package static let capabilities = Confinement(rawValue: 1 << 2)
    /// A session of its own, so that the server's terminal is out of reach.
    package static let session = Confinement(rawValue: 1 << 3)
    /// A maximum of threads (`RLIMIT_NPROC` in a user namespace of its own).
    package static let threads = Confinement(rawValue: 1 << 4)

    package static let complete: Confinement = [.systemCalls, .files, .capabilities, .session, .threads]

    private static let names: [(Confinement, String)] = [
        (.systemCalls, "systemCalls"), (.files, "files"), (.capabilities, "capabilities"), (.session, "session"),
        (.threads, "threads"),
    ]

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The names of the parts, in a fixed order; programs read them in `/healthz`.
    package var parts: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// The names of the parts that are missing.
    package var missing: [String] { Self.complete.subtracting(self).parts }

    package var description: String { parts.joined(separator: ", ") }
}

/// The memory of this process: pictures, orders and the access token lie in it.
package enum ProcessMemory {
    /// Keeps the user's other processes from reading it, by `ptrace` or in `/proc`. The kernel writes no core file then.
    package static func hide() { _ = lookahead_hide_memory() }

    /// Keeps a process that runs for years from holding much more memory than it uses. Call it before any thread begins.
    ///
    /// Memory that clients free lies scattered in the allocator's arenas, of which there are eight for each processor otherwise; one
    /// is as quick. Large blocks are mapped on their own, and leave no holes: otherwise the first that is freed raises the size
    /// from which blocks are mapped, up to 32 MiB.
    package static func limitFragmentation() {
        lookahead_bound_arenas(Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        lookahead_map_blocks(1 << 20)
    }
}

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
