import Glibc
import GridEngine

/// A file that may still be written to: what cannot be read now may be complete in a moment.
struct SettlingFile {
    static let failure = LoadFailure.notYet(.fileBeingWritten)

    private let file: OpenFile
    private let pauseSeconds: Int
    private let before: stat

    /// `nil` when the original is not a file, or a complete one. One that was written to within the last `pauseSeconds` may be incomplete.
    init?(_ original: Original, pauseSeconds: Int) {
        guard case .file(let file, _) = original, !file.isComplete else { return nil }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { return nil }
        self.file = file
        self.pauseSeconds = pauseSeconds
        before = status
    }

    /// Whether the file has changed since this was created, or shortly before.
    var isBeingWritten: Bool {
        var after = stat()
        guard fstat(file.descriptor, &after) == 0 else { return false }
        if after.st_size != before.st_size || after.st_mtim.tv_sec != before.st_mtim.tv_sec
            || after.st_mtim.tv_nsec != before.st_mtim.tv_nsec
        {
            return true
        }
        // By the change time, because copying programs set the modification time to the original's. A time in the future
        // (another machine's clock) means nothing.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return (0..<pauseSeconds).contains(now.tv_sec - after.st_ctim.tv_sec)
    }
}
