import Glibc

/// SIGINT, SIGTERM and SIGHUP, blocked in all threads and waited for in one.
///
/// Created before the first thread, since threads inherit blocked signals.
struct StopSignals {
    private let set: sigset_t

    init() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
        // A browser that disconnects during a response must not end the program.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Blocks until one arrives, and returns its number. Calls `reload` for each SIGHUP; `false` makes that a signal to stop, as when
    /// a terminal is closed.
    func wait(reload: () -> Bool) -> Int32 {
        var set = set
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 || signal == SIGHUP && reload() {}
        return signal
    }

    /// Whether one has arrived that would end the program.
    var isStopWanted: Bool {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return false }
        return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1
    }

    /// From now on a signal ends the program immediately.
    func exitAtTheNext() {
        var set = set
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
        signal(SIGHUP, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
