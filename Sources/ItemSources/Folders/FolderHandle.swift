#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An open folder, closed with the last reference. Its entries are opened by name from here, never by a path that could be
/// swapped meanwhile.
final class FolderHandle: Sendable {
    /// A failed system call, by its `errno`.
    struct Failure: Error { var code: Int32 }

    struct Status {
        var kind: Kind
        var sizeBytes: Int64
        var modifiedNanoseconds: Int64
        var inode: UInt64
        /// The number of its names.
        var links: Int
    }

    enum Kind { case file, folder, link, other }

    let descriptor: Int32
    /// The path as it was given, of a folder that was opened by one.
    private let givenPath: [UInt8]?

    private init(descriptor: Int32, givenPath: [UInt8]? = nil) {
        self.descriptor = descriptor
        self.givenPath = givenPath
    }

    deinit { close(descriptor) }

    /// Opens a folder by its path as people gave it; links are followed.
    static func open(path: String) throws(Failure) -> FolderHandle {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        return FolderHandle(descriptor: descriptor, givenPath: Array(path.utf8))
    }

    /// Absolute paths that lead here: the system's, and the one that was given, which may have links in it.
    var absolutePaths: [[UInt8]] {
        let link = Array("/proc/self/fd/\(descriptor)".utf8)
        return [try? destination(ofLink: link), givenPath].compactMap { $0 }.filter { $0.first == UInt8(ascii: "/") }
    }

    /// Opens a folder in this one. A link is refused (`ELOOP`, `ENOTDIR`).
    func folder(_ name: [UInt8]) throws(Failure) -> FolderHandle {
        FolderHandle(descriptor: try open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    /// Opens a file in this folder for reading; the caller owns the descriptor. A link is refused, and a pipe does not
    /// make it wait.
    func file(_ name: [UInt8]) throws(Failure) -> Int32 {
        try open(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    }

    /// The first bytes of a file in this folder; none where it cannot be read.
    func head(of name: [UInt8], _ most: Int) -> [UInt8] {
        guard let descriptor = try? file(name) else { return [] }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress!, most, 0))
        }
    }

    /// Looks at an entry itself, not at what a link points to.
    func status(of name: [UInt8]) throws(Failure) -> Status {
        var status = stat()
        let result = Self.withPath(name) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { throw Failure(code: errno) }
        return Status(status)
    }

    /// Where a link points to.
    func destination(ofLink name: [UInt8]) throws(Failure) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            let got = Self.withPath(name) { path in
                buffer.withMemoryRebound(to: CChar.self) { readlinkat(descriptor, path, $0.baseAddress!, $0.count) }
            }
            if got < 0 { failure = errno }
            count = max(0, got)
        }
        guard failure == 0 else { throw Failure(code: failure) }
        return bytes
    }

    /// Calls `body` with the name of each entry but `.` and `..`, and its kind where the file system says it.
    func forEachEntry(_ body: (_ name: [UInt8], _ kind: Kind?) -> Void) throws(Failure) {
        // A directory stream owns its descriptor; this one stays open for the entries.
        let own = dup(descriptor)
        guard own >= 0 else { throw Failure(code: errno) }
        guard let stream = fdopendir(own) else {
            let code = errno
            close(own)
            throw Failure(code: code)
        }
        defer { closedir(stream) }
        rewinddir(stream)
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Failure(code: errno) }
                return
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) {
                    Array(UnsafeBufferPointer(start: $0, count: strnlen(UnsafePointer(OpaquePointer($0)), 256)))
                }
            }
            if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
            body(name, Kind(directoryType: Int(entry.pointee.d_type)))
        }
    }

    private func open(_ name: [UInt8], _ flags: Int32) throws(Failure) -> Int32 {
        while true {
            let opened = Self.withPath(name) { openat(descriptor, $0, flags) }
            if opened >= 0 { return opened }
            guard errno == EINTR else { throw Failure(code: errno) }
        }
    }

    /// Names are bytes without meaning to the system: they never pass through a `String`.
    private static func withPath<Answer>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
        (name + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }
}

extension FolderHandle.Status {
    init(_ status: stat) {
        kind = FolderHandle.Kind(mode: status.st_mode)
        sizeBytes = Int64(status.st_size)
        modifiedNanoseconds = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        inode = UInt64(status.st_ino)
        links = Int(status.st_nlink)
    }

    /// A number that changes with the content: from time of change and size, 1…2⁵³−1, so that JSON keeps it exact.
    var revision: UInt64 { max(1, content >> 11) }

    /// A number that the content takes along when its file is renamed or moved on its disk, never 0. The disk's own number is no part
    /// of it: that may be another one after each start, and on each machine.
    var trace: UInt64 { max(1, Self.hash([inode], continuing: content)) }

    private var content: UInt64 {
        Self.hash([UInt64(bitPattern: modifiedNanoseconds), UInt64(bitPattern: sizeBytes)])
    }

    private static func hash(_ words: [UInt64], continuing start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        var hash = start
        for word in words {
            hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
        }
        return hash
    }

    /// The same for a picture with a file beside it that describes it.
    func revision(besides sidecar: FolderHandle.Status?) -> UInt64 {
        guard let sidecar else { return revision }
        return max(1, ((revision &* 0x9e37_79b9_7f4a_7c15) ^ sidecar.revision) & ((1 << 53) - 1))
    }
}

extension FolderHandle.Kind {
    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    /// `nil` when the file system does not say.
    init?(directoryType: Int) {
        switch directoryType {
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        case Int(DT_UNKNOWN): return nil
        default: self = .other
        }
    }
}

extension FolderHandle {
    /// Maximum links that follow one another, the kernel's.
    private static let linkLimit = 40

    /// Opens a file for reading by its path from this folder, and never one outside: each part of the path is opened from
    /// the part before, links are read and walked in the same way (absolute ones that name a path below this folder, from here), and `..` goes back to the folder that is open already.
    /// - Throws: `EXDEV` for a path or link that leaves this folder, `ELOOP` for links without end, else what the system said.
    /// - Complexity: one `openat` for each part of the path.
    func fileBeneath(_ path: [UInt8]) throws(Failure) -> Int32 {
        var folders = [self]
        var parts = Array(Self.parts(of: path).reversed())
        var links = 0
        while let part = parts.popLast() {
            if part == [UInt8(ascii: "."), UInt8(ascii: ".")] {
                guard folders.count > 1 else { throw Failure(code: EXDEV) }
                folders.removeLast()
                continue
            }
            let folder = folders[folders.count - 1]
            do {
                if parts.isEmpty { return try folder.file(part) }
                folders.append(try folder.folder(part))
            } catch  where error.code == ELOOP || error.code == ENOTDIR {
                // ENOTDIR is returned for a link in place of a folder, and for a regular file: EINVAL distinguishes them.
                let destination: [UInt8]
                do { destination = try folder.destination(ofLink: part) } catch  where error.code == EINVAL {
                    throw Failure(code: ENOTDIR)
                }
                links += 1
                guard links <= Self.linkLimit else { throw Failure(code: ELOOP) }
                var next = Self.parts(of: destination)[...]
                if destination.first == UInt8(ascii: "/") {
                    let own = absolutePaths.map(Self.parts).first { next.starts(with: $0) }
                    guard let own else { throw Failure(code: EXDEV) }
                    next = next.dropFirst(own.count)
                    folders = [self]
                }
                parts.append(contentsOf: next.reversed())
            }
        }
        throw Failure(code: EISDIR)
    }

    private static func parts(of path: [UInt8]) -> [[UInt8]] {
        path.split(separator: UInt8(ascii: "/")).map { Array($0) }.filter { $0 != [UInt8(ascii: ".")] }
    }
}
