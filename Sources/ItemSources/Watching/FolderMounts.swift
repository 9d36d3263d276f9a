#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The folders below the roots that something is mounted on, a part of another folder as well (proc_pid_mountinfo(5)): inotify reports
/// neither that one came, nor that a bind mount went.
enum FolderMounts {
    static func below(_ roots: [String], in table: [UInt8]) -> Set<FolderPlace> {
        let slash = UInt8(ascii: "/")
        let paths = roots.map { root -> [UInt8]? in
            guard let resolved = realpath(root, nil) else { return nil }
            defer { free(resolved) }
            let path = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)).map { $0 }
            return path.last == slash ? path : path + [slash]
        }
        var places: Set<FolderPlace> = []
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count > 4 else { continue }
            let point = unescaped(fields[4])
            for (number, path) in paths.enumerated() {
                guard let path, point.count > path.count, point.starts(with: path) else { continue }
                places.insert(FolderPlace(root: number, path: Array(point[path.count...])))
            }
        }
        return places
    }

    /// Spaces and the like are three octal digits behind a backslash.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), field)
        while let first = rest.popFirst() {
            let digits = rest.prefix(3)
            guard first == UInt8(ascii: "\\"), digits.count == 3,
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            else {
                bytes.append(first)
                continue
            }
            bytes.append(byte)
            rest = rest.dropFirst(3)
        }
        return bytes
    }
}

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
