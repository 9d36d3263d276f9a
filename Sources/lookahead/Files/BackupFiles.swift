import Glibc
import GridEngine

/// Where a backup is written. A file gets its name only when it is complete and on disk. Until then it has none, so that nothing is left however
/// the program ends; where the file system has no files without a name (NFS), it has another.
struct BackupOutput: ~Copyable {
    private let path: String
    /// The name that the file has for a moment before it takes that of an older one; nil for stdout.
    private let unfinished: String?
    private let descriptor: Int32
    /// Whether there is a file of that name.
    private var isNamed = false

    /// - Parameter path: `-` for stdout.
    /// - Throws: `.failed` when the file cannot be created.
    init(path: String) throws(StoreError) {
        self.path = path
        guard path != "-" else {
            (unfinished, descriptor) = (nil, STDOUT_FILENO)
            return
        }
        let unfinished = "\(path).unfinished-\(getpid())"
        self.unfinished = unfinished
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        // O_TMPFILE, which glibc shows to GNU sources only. It gets its name by way of /proc.
        let canBeNamed = access("/proc/self/fd", X_OK) == 0
        let nameless = canBeNamed ? open(folder, 0o20000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600) : -1
        isNamed = nameless < 0
        descriptor = isNamed ? open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : nameless
        guard descriptor >= 0 else { throw .failed("cannot write \(path): \(String(cString: strerror(errno)))") }
    }

    deinit {
        guard let unfinished else { return }
        Glibc.close(descriptor)
        if isNamed { unlink(unfinished) }
    }

    /// Writes all of it.
    var write: ([UInt8]) throws(StoreError) -> Void {
        { [descriptor, path] (bytes: [UInt8]) throws(StoreError) in
            var start = 0
            while start < bytes.count {
                let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + start, $0.count - start) }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw .failed("cannot write \(path): \(String(cString: strerror(errno)))") }
                start += count
            }
        }
    }

    /// Gives the file its name.
    /// - Throws: `.failed` when it did not reach the disk; no file appears then.
    mutating func close() throws(StoreError) {
        guard let unfinished else { return }
        guard fsync(descriptor) == 0, name(unfinished), rename(unfinished, path) == 0 else {
            throw .failed("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        isNamed = false
    }

    private mutating func name(_ unfinished: String) -> Bool {
        if isNamed { return true }
        let source = "/proc/self/fd/\(descriptor)"
        isNamed = linkat(AT_FDCWD, source, AT_FDCWD, unfinished, AT_SYMLINK_FOLLOW) == 0
        return isNamed
    }
}

/// The file, or stdin, that a backup is read from.
final class BackupInput {
    private let path: String
    private let descriptor: Int32

    /// - Parameter path: `-` for stdin.
    /// - Throws: `.failed` when the file cannot be opened.
    init(path: String) throws(StoreError) {
        self.path = path
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("cannot read \(path): \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// The next bytes; none at the end.
    /// - Throws: `.failed`
    func read() throws(StoreError) -> [UInt8] {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .failed("cannot read \(path): \(String(cString: strerror(errno)))") }
            return Array(part[..<count])
        }
    }
}
