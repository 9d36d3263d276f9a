#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The identity of the folder at a path.
struct FolderIdentity: Sendable {
    struct Number: Equatable, Sendable {
        var device: UInt64
        var inode: UInt64
    }

    var number: Number
    /// When an entry was last added, removed or renamed.
    var modifiedNanoseconds: Int64

    /// `nil` when there is no folder that can be looked at.
    init?(path: [UInt8]) {
        var status = stat()
        let result = (path + [0]).withUnsafeBytes { stat($0.baseAddress!.assumingMemoryBound(to: CChar.self), &status) }
        guard result == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        self.init(status)
    }

    init?(of folder: FolderHandle) {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        number = Number(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        modifiedNanoseconds = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }
}
