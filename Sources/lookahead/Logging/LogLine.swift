import Glibc

/// A line of the log on its way to stderr.
enum LogLine {
    /// How long a full pipe may hold a line up, in milliseconds.
    private static let patience: Int32 = 50

    /// A line that cannot be written in time is dropped: a full pipe must not stop the server.
    static func write(_ line: [UInt8]) {
        var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        // A pipe that is ready takes a whole line of up to 4 KiB, which no other thread's line can interrupt.
        guard poll(&ready, 1, patience) > 0 else { return }
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
