import Glibc
import GridEngine

/// A file that somebody may still be writing: what cannot be read of it now may be whole in a moment.
struct SettlingFile {
    static let failure = LoadFailure.notYet(.fileBeingWritten)

    private let file: OpenFile
    private let pauseSeconds: Int
    private let before: stat

    /// `nil` when the original is no file.
    /// - Parameter pauseSeconds: a file that was written to within so many is not yet believed to be broken.
    init?(_ original: Original, pauseSeconds: Int) {
        guard case .file(let file, _) = original else { return nil }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { return nil }
        self.file = file
        self.pauseSeconds = pauseSeconds
        before = status
    }

    /// Whether it changed since this was made, or so shortly before that more may come.
    var isBeingWritten: Bool {
        var after = stat()
        guard fstat(file.descriptor, &after) == 0 else { return false }
        if after.st_size != before.st_size || after.st_mtim.tv_sec != before.st_mtim.tv_sec
            || after.st_mtim.tv_nsec != before.st_mtim.tv_nsec
        {
            return true
        }
        // By the change of the inode, not of the content: copying programs set the latter back to the original's.
        // A time to come (another machine's clock) says nothing.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return (0..<pauseSeconds).contains(now.tv_sec - after.st_ctim.tv_sec)
    }
}
