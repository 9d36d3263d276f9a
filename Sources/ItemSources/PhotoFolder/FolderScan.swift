#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine

/// Reads a tree of folders into a catalogue: folders first, each with its own files, in natural order.
struct FolderScan {
    /// Maximum depth of nested folders; each needs one open file while it is read.
    private static let depthLimit = 64
    /// Folders that file servers keep for themselves: thumbnails, bins.
    private static let servers: Set<String> = [
        "@eadir", "#recycle", "$recycle.bin", "system volume information", "lost+found",
    ]

    private struct File {
        var name: Range<Int>
        var key: Range<Int>
        var revision: UInt64
        var file: PictureFile
        var hasSidecar: Bool
    }

    private struct Folder {
        var root: Int
        var path: [UInt8]
        var key: [UInt8]
        var files: [File]
        var names: [UInt8]
    }

    private let cancellation: Cancellation
    private let progress: (Int) -> Void
    private var folders: [Folder] = []
    private(set) var skipped: [Reason: Int] = [:]
    private var found = 0

    init(cancellation: Cancellation, progress: @escaping (Int) -> Void) {
        self.cancellation = cancellation
        self.progress = progress
    }

    /// Reads one root folder and all below it.
    /// - Throws: `ECANCELED` when the listing was cancelled; another code when the root, or a folder that the server may
    ///   read, cannot be read *now*: treating its pictures as deleted would lose the order that people gave them.
    mutating func read(root: Int, handle: FolderHandle) throws(FolderHandle.Failure) {
        try read(handle, path: [], key: [], root: (root, handle), depth: 0)
        progress(found)
    }

    private mutating func read(
        _ handle: FolderHandle, path: [UInt8], key: [UInt8], root: (number: Int, handle: FolderHandle), depth: Int
    ) throws(FolderHandle.Failure) {
        guard !cancellation.isCancelled else { throw FolderHandle.Failure(code: ECANCELED) }
        var folder = Folder(root: root.number, path: path, key: key, files: [], names: [])
        var inside: [[UInt8]] = []
        var keys: [UInt8] = []
        var entries: [(name: [UInt8], kind: FolderHandle.Kind?)] = []
        try handle.forEachEntry { entries.append(($0, $1)) }
        var sidecars = Sidecars(among: entries.lazy.map(\.name))
        for (name, kind) in entries {
            if name.first == UInt8(ascii: ".") {
                skip(.hidden)
                continue
            }
            let format = FileEnding(name)?.format
            let isPicture = format != nil
            if kind == .folder || (kind == nil && !isPicture) {
                inside.append(name)
                continue
            }
            if kind == .file, Sidecars.isSidecar(name) { continue }
            guard let format else {
                skip(kind == .link ? .linkNotFollowed : LeftOutFile.reason(name))
                continue
            }
            guard let status = try status(of: name, in: handle, path: path, root: root.handle) else { continue }
            if status.kind == .folder {
                inside.append(name)
                continue
            }
            let sidecar = sidecars.name(for: name).flatMap { try? handle.status(of: $0) }.flatMap {
                $0.kind == .file ? $0 : nil
            }
            let nameStart = folder.names.count
            let keyStart = keys.count
            folder.names.append(contentsOf: name)
            NaturalOrder.appendKey(ofFile: name, to: &keys)
            folder.files.append(
                File(
                    name: nameStart..<folder.names.count, key: keyStart..<keys.count,
                    revision: status.revision(besides: sidecar),
                    file: PictureFile(format: format, bytes: Int(status.sizeBytes)), hasSidecar: sidecar != nil))
        }
        for _ in 0..<sidecars.unusedCount { skip(.notAPicture) }
        let names = folder.names
        keys.withUnsafeBytes { keys in
            names.withUnsafeBytes { names in
                folder.files.sort { left, right in
                    let order = Self.order(keys, left.key, right.key)
                    return order != 0 ? order < 0 : Self.order(names, left.name, right.name) < 0
                }
            }
        }
        found += folder.files.count
        progress(found)
        folders.append(folder)
        for name in inside { try descend(into: name, of: handle, path: path, key: key, root: root, depth: depth) }
    }

    private mutating func descend(
        into name: [UInt8], of handle: FolderHandle, path: [UInt8], key: [UInt8],
        root: (number: Int, handle: FolderHandle), depth: Int
    ) throws(FolderHandle.Failure) {
        guard !Self.servers.contains(String(decoding: name, as: UTF8.self).lowercased()) else { return skip(.hidden) }
        guard depth < Self.depthLimit else { return skip(.nestedTooDeep) }
        let child: FolderHandle
        do {
            child = try handle.folder(name)
        } catch {
            return try skip(after: error)
        }
        var childKey = key
        NaturalOrder.appendKey(ofPath: name, to: &childKey)
        try read(child, path: PhotoCatalogue.path(path, name), key: childKey, root: root, depth: depth + 1)
    }

    /// `nil` for what is left out, and counted.
    private mutating func status(
        of name: [UInt8], in handle: FolderHandle, path: [UInt8], root: FolderHandle
    ) throws(FolderHandle.Failure) -> FolderHandle.Status? {
        do {
            let status = try handle.status(of: name)
            switch status.kind {
            case .file, .folder: return status
            case .other: skip(.notAFile)
            case .link:
                let file = OpenFile(descriptor: try root.fileBeneath(PhotoCatalogue.path(path, name)))
                let target = try FolderHandle.status(of: file)
                if target.kind == .file { return target }
                skip(target.kind == .folder ? .linkNotFollowed : .notAFile)
            }
        } catch {
            try skip(after: error)
        }
        return nil
    }

    private mutating func skip(_ reason: Reason) { skipped[reason, default: 0] += 1 }

    /// What may not be read, or went away meanwhile, is left out; any other failure ends the listing.
    private mutating func skip(after failure: FolderHandle.Failure) throws(FolderHandle.Failure) {
        switch failure.code {
        case EACCES, EPERM: skip(.noPermission)
        case EXDEV, ELOOP, EISDIR: skip(.linkNotFollowed)
        case ENOTDIR: skip(.notAPicture)
        case ENOENT: skip(.linkNotFollowed)
        case ENXIO: skip(.notAFile)
        default: throw failure
        }
    }

    /// Negative, zero or positive, as the first of two stretches of `bytes` comes before the second, with it, or after.
    private static func order(_ bytes: UnsafeRawBufferPointer, _ left: Range<Int>, _ right: Range<Int>) -> Int {
        let common = min(left.count, right.count)
        guard common > 0 else { return left.count - right.count }
        let order = memcmp(bytes.baseAddress! + left.lowerBound, bytes.baseAddress! + right.lowerBound, common)
        return order != 0 ? Int(order) : left.count - right.count
    }
}

extension FolderScan {
    /// Packs what was read.
    /// - Parameters:
    ///   - title: the title of a folder.
    ///   - hash: the hash of a path below a root, with a salt.
    /// - Returns: all folders that have pictures.
    func catalogue(
        title: (_ root: Int, _ path: [UInt8]) -> String, hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128
    ) -> PhotoCatalogue {
        var catalogue = PhotoCatalogue()
        let inOrder = folders.sorted {
            if $0.root != $1.root { return $0.root < $1.root }
            return $0.key == $1.key
                ? $0.path.lexicographicallyPrecedes($1.path) : $0.key.lexicographicallyPrecedes($1.key)
        }
        for folder in inOrder where !folder.files.isEmpty {
            catalogue.appendFolder(
                PhotoCatalogue.Folder(
                    root: folder.root, path: folder.path, title: title(folder.root, folder.path),
                    identifier: ItemIdentifier(hash: hash(folder.path, folder.root, -1))))
            for file in folder.files {
                let name = folder.names[file.name]
                let path = PhotoCatalogue.path(folder.path, name)
                catalogue.appendFile(
                    name: name, identifier: ItemIdentifier(hash: hash(path, folder.root, 0)), revision: file.revision,
                    file: file.file, hasSidecar: file.hasSidecar)
            }
        }
        catalogue.finish(hash: hash)
        return catalogue
    }
}

extension FolderHandle {
    static func status(of file: OpenFile) throws(Failure) -> Status {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw Failure(code: errno) }
        return Status(status)
    }
}
