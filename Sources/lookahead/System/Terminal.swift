import Glibc

/// A terminal that can draw: what is printed to it, somebody sees, and it is kept in no log.
struct Terminal {
    let columns: Int

    /// `nil` for a pipe, a file, the journal, and a terminal without colours.
    init?(_ descriptor: Int32) {
        guard isatty(descriptor) == 1, getenv("TERM").map({ String(cString: $0) }) != "dumb" else { return nil }
        var size = winsize()
        // One that does not know its size is as wide as terminals have always been.
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        columns = isKnown ? Int(size.ws_col) : 80
    }
}
