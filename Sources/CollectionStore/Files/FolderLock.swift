import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The data folder's lock: one server at a time, and the file names it.
///
/// `flock` belongs to the open file, so it ends with the process however that ends; a file left behind by a
/// killed server locks nobody out.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of `folder` at once or not at all.
    /// - Throws: `.locked` with what the other server wrote; `.failed` when the file cannot be opened.
    init(folder: String) throws(StoreError) {
        let path = folder + "/lookahead.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed("cannot write \(path): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(descriptor) }
            guard reason == EWOULDBLOCK else {
                throw .failed("cannot lock \(path): \(String(cString: strerror(reason)))")
            }
            let holder = Self.holder(descriptor)
            throw .locked(pid: holder.pid, url: holder.url)
        }
        self.descriptor = descriptor
    }

    /// Closing alone is not enough: a child process that is being started at this moment has the open file too.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Lets the next server in, once nothing here uses the folder any more.
    func release() { flock(descriptor, LOCK_UN) }

    /// Writes the holder of the lock, for the message of a second server and for programs that ask this one: the process, the address,
    /// and the file of the certificate.
    func announce(url: String?, certificateFile: String? = nil) {
        let text = Array("\(getpid())\n\(url ?? "")\n\(certificateFile.map { $0 + "\n" } ?? "")".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    private static func holder(_ descriptor: Int32) -> (pid: Int32?, url: String?, certificateFile: String?) {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let lines = buffer.prefix(max(0, count)).split(separator: 10, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        func line(_ number: Int) -> String? { lines.count > number && !lines[number].isEmpty ? lines[number] : nil }
        return (line(0).flatMap { Int32($0) }, line(1), line(2))
    }
}

extension FolderLock {
    /// The address of the server that uses a data folder, and the file of its certificate if it has one; `nil` when none does, or it has no
    /// address yet. Takes no lock.
    package static func server(of folder: String) -> (address: String, certificateFile: String?)? {
        let descriptor = open(folder + "/lookahead.lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Closing it gives the lock back, when it was free.
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        let holder = holder(descriptor)
        return holder.url.map { ($0, holder.certificateFile) }
    }
}
