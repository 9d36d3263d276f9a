#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A file read as a whole.
package enum WholeFile {
    /// `nil` when it cannot be read, is no regular file or is larger than the limit; `errno` says more.
    package static func read(_ path: String, limitBytes: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limitBytes else {
            errno = EFBIG
            return nil
        }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let got = Self.readSome(file, buffer.baseAddress! + count, buffer.count - count)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { break }
                count += got
            }
        }
        guard let failure else { return bytes }
        errno = failure
        return nil
    }

    private static func readSome(_ file: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.read(file, buffer, count)
        #else
            Musl.read(file, buffer, count)
        #endif
    }
}
