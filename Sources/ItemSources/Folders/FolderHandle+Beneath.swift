#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension FolderHandle {
    /// As many links may follow one another, as in the kernel.
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
