import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The files of a data folder.
struct StoreFiles: Sendable {
    let folder: String

    var database: String { folder + "/lookahead.sqlite" }
    var log: String { folder + "/lookahead.sqlite-wal" }
    /// The checksums of the database's pages.
    var sums: String { folder + "/lookahead.sums" }
    /// The position of the newest acknowledged change.
    var mark: String { folder + "/lookahead.mark" }
    var backups: String { folder + "/backups" }
    /// A database that `recover` has put together, until it takes the database's place.
    var recovered: String { database + ".recovered" }
    /// Files that were put aside before something else took their place.
    var aside: String { folder + "/aside" }

    /// Whether a name in a data folder is that of a file or folder of the store.
    static func isOwn(_ name: String) -> Bool {
        name.hasPrefix("lookahead.") || ["backups", "aside", picturesName].contains(name)
    }

    /// The name of the folder that holds uploaded pictures, beside the database.
    static let picturesName = "pictures"

    /// Creates the database, empty, unless it is there. SQLite would let everybody read it, and its log with it.
    /// - Throws: `.diskFull`, `.failed`
    func createDatabase() throws(StoreError) {
        let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("write", database) }
        close(descriptor)
    }

    /// 0 for a missing file.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// On the disk of a folder, for this user.
    static func freeBytes(_ path: String) -> Int {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : 0
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Writes a file whole or not at all, also when the power fails: the file before stays otherwise.
    /// - Throws: `.diskFull`, `.failed`
    static func replace(_ path: String, with words: [UInt64]) throws(StoreError) {
        let unfinished = path + ".unfinished"
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write", path) }
        var isWritten = false
        defer { if !isWritten { unlink(unfinished) } }
        do {
            defer { close(descriptor) }
            try write(words, to: descriptor, at: 0, path)
            guard fsync(descriptor) == 0 else { throw failure("flush", path) }
        }
        guard rename(unfinished, path) == 0 else { throw failure("write", path) }
        isWritten = true
        try flushFolder(of: path)
    }

    /// Makes the names in a folder durable.
    static func flushFolder(of path: String) throws(StoreError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("flush", folder) }
    }

    /// Writes all words, least significant byte first.
    static func write(
        _ words: [UInt64], to descriptor: Int32, at offset: Int, _ path: String
    ) throws(StoreError) {
        let bytes = words.count * 8
        var done = 0
        while done < bytes {
            let count = words.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, bytes - done, offset + done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", path) }
            done += count
        }
    }

    /// Fills `words` from the file. Returns the bytes read: fewer than asked for at the end of the file.
    /// - Throws: `.damaged` where the disk cannot read what it holds; `.failed` for the rest.
    static func read(
        _ words: inout [UInt64], count: Int? = nil, from descriptor: Int32, at offset: Int, _ path: String
    ) throws(StoreError) -> Int {
        let wanted = (count ?? words.count) * 8
        var done = 0
        while done < wanted {
            let count = words.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + done, wanted - done, offset + done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// One page; `nil` where the file ends before, or the disk cannot read it.
    static func page(_ descriptor: Int32, at offset: Int, size: Int, _ path: String) -> [UInt64]? {
        var page = [UInt64](repeating: 0, count: size / 8)
        return (try? read(&page, from: descriptor, at: offset, path)) == size ? page : nil
    }

    /// Shortens a file, durably.
    /// - Throws: `.failed`
    static func cut(_ path: String, toBytes bytes: Int) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("write", path) }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(bytes)) == 0, fsync(descriptor) == 0 else { throw failure("shorten", path) }
    }

    /// A whole file of words; `nil` when it is missing or its length is not a multiple of 8.
    static func words(of path: String) throws(StoreError) -> [UInt64]? {
        // Without waiting: a pipe in its place would hold up the start for ever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure("read", path) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .damaged("\(path) is not a regular file")
        }
        let size = Int(status.st_size)
        guard size > 0, size % 8 == 0 else { return nil }
        var words = [UInt64](repeating: 0, count: size / 8)
        return try read(&words, from: descriptor, at: 0, path) == size ? words : nil
    }

    /// After a read that failed: bad sectors are damage, not a reason to give up.
    private static func unreadable(_ path: String) -> StoreError {
        errno == EIO ? .damaged("the disk cannot read all of \(path)") : failure("read", path)
    }

    static func failure(_ verb: String, _ path: String) -> StoreError {
        errno == ENOSPC || errno == EDQUOT
            ? .diskFull : .failed("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
