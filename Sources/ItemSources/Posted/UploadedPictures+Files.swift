#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine

/// Writing uploaded files, durably.
extension UploadedPictures {
    static func open(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, flags | O_CLOEXEC, 0o600)
        #else
            Musl.open(path, flags | O_CLOEXEC, 0o600)
        #endif
    }

    static func size(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// In seconds since it was written, or uploaded again.
    static func age(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? time(nil) - Int(status.st_mtim.tv_sec) : 0
    }

    static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

    func makeFolders(_ place: String) throws(StoreError) {
        var missing: [String] = []
        var path = place
        while path.utf8.count >= folder.utf8.count, access(path, F_OK) != 0 {
            missing.append(path)
            path = Self.parent(path)
        }
        for path in missing.reversed() {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path) }
            try flush(Self.parent(path))
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let descriptor = Self.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(path) }
        let file = OpenFile(descriptor: descriptor)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(file.descriptor, buffer.baseAddress! + written, bytes.count - written)
                #else
                    Musl.write(file.descriptor, buffer.baseAddress! + written, bytes.count - written)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path) }
            written += count
        }
        guard fsync(file.descriptor) == 0 else { throw Self.failure(path) }
    }

    /// Makes the names in a folder durable.
    func flush(_ folder: String) throws(StoreError) {
        let descriptor = Self.open(folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { throw Self.failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(folder) }
    }

    static func failure(_ path: String) -> StoreError {
        let code = errno
        return code == ENOSPC || code == EDQUOT
            ? .diskFull : .failed("cannot write \(path): \(String(cString: strerror(code)))")
    }
}
