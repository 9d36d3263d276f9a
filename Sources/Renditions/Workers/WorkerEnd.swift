import Glibc
import GridEngine

/// How a worker process ended, and what that says of the picture it was at.
struct WorkerEnd: Equatable {
    /// As `waitpid` gives it.
    var status: Int32

    /// The signal that ended it, if one did.
    var signal: Int32? {
        let number = status & 0x7f
        return number == 0 || number == 0x7f ? nil : number
    }

    /// `nil` when the picture did not cause the end.
    var reason: Reason? {
        switch signal {
        case SIGXCPU: .decoderProcessorLimit
        // Sent by the kernel when memory runs out, or by a person.
        case SIGKILL, SIGTERM, SIGINT, SIGHUP: nil
        case SIGABRT, SIGTRAP: .decoderMemoryLimit
        default: .decoderCrashed
        }
    }
}
