import Glibc
import GridEngine

/// Where a backup is written. A file gets its name only when it is complete and on disk.
struct BackupOutput: ~Copyable {
    private let path: String
    private let unfinished: String?
    private let descriptor: Int32
    private var isClosed = false

    /// - Parameter path: `-` for stdout.
    /// - Throws: `.failed` when the file cannot be created.
    init(path: String) throws(StoreError) {
        self.path = path
        guard path != "-" else {
            (unfinished, descriptor) = (nil, STDOUT_FILENO)
            return
        }
        let unfinished = "\(path).unfinished-\(getpid())"
        descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        self.unfinished = unfinished
        guard descriptor >= 0 else { throw .failed("cannot write \(path): \(String(cString: strerror(errno)))") }
    }

    deinit {
        if !isClosed, let unfinished {
            Glibc.close(descriptor)
            unlink(unfinished)
        }
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
        guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
            throw .failed("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        isClosed = true
        Glibc.close(descriptor)
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
