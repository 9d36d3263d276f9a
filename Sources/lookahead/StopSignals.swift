import Glibc

/// SIGINT and SIGTERM, held back from all threads and waited for on one.
///
/// Made before the first thread begins, since threads inherit what is held back.
struct StopSignals {
    private let set: sigset_t

    init() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
        // A browser that leaves in the middle of an answer is no reason to end.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Blocks until one arrives; answers which.
    func wait() -> Int32 {
        var set = set
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
        return signal
    }

    /// From now on a signal ends the program as if nobody had asked for it: for those who do not want to wait.
    func exitAtTheNext() {
        var set = set
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
