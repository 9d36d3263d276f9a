import Glibc

/// How a worker process ended, and what that says of the picture it was at.
struct WorkerEnd: Equatable {
    /// As `waitpid` gives it.
    var status: Int32

    /// The signal that ended it, if one did.
    var signal: Int32? {
        let number = status & 0x7f
        return number == 0 || number == 0x7f ? nil : number
    }

    /// In words for people, or `nil` when it was not the picture's doing.
    var reason: String? {
        switch signal {
        case SIGXCPU: "Decoding the picture took too much processor time."
        // The kernel's choice when memory runs out, or somebody's own.
        case SIGKILL, SIGTERM, SIGINT, SIGHUP: nil
        case SIGABRT, SIGTRAP: "Decoding the picture took more memory than is allowed, or broke its decoder."
        default: "The picture broke its decoder."
        }
    }
}
