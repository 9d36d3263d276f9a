import GridEngine
import Hashing

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

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

/// Names and places of uploaded files.
extension UploadedPictures {
    /// Bytes of an identifier in one part of a path: what a file system lets a name have.
    static let partBytes = 100

    func path(of collection: String) -> String {
        let first = collection.utf8.prefix(Self.partBytes).hexadecimal
        let rest = collection.utf8.dropFirst(Self.partBytes).hexadecimal
        return rest.isEmpty ? "\(folder)/\(first)" : "\(folder)/\(first)_/\(rest)"
    }

    static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// 64 hexadecimal digits. Earlier versions gave names of 32, at random.
    static func name(of bytes: [UInt8]) -> String { SHA256.digest(of: bytes).hexadecimal }

    /// A name for a file that is being written.
    static func draftName() -> String { String(UInt64.random(in: 0 ... .max), radix: 16) + ".new" }

    static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
