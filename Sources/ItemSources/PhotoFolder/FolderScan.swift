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
    /// Entries of one folder between two reports of how much was found.
    private static let reportCount = 1000
    /// Folders that file servers keep for themselves: thumbnails, bins.
    private static let servers: Set<String> = [
        "@eadir", "@recycle", "#recycle", "$recycle.bin", "system volume information", "lost+found",
    ]

    struct File {
        var name: Range<Int>
        var key: Range<Int>
        var revision: UInt64
        var trace: UInt64
        var file: PictureFile
        var hasSidecar: Bool
        /// Whether it is being written: nothing of it is to be believed.
        var isWriting: Bool
    }

    struct Folder {
        var place: FolderPlace
        var key: [UInt8]
        var files: [File] = []
        var names: [UInt8] = []
        /// Names of the folders in it.
        var inside: [[UInt8]] = []
    }

    private let cancellation: Cancellation
    private let progress: (Int) -> Void
    /// Called after each folder of a tree.
    private let folderRead: (FolderScan) -> Void
    /// Called before a folder is read: what changes from then on is noticed.
    private let willRead: (FolderHandle, FolderPlace) -> Void
    /// Whether a file is being written.
    private let isWriting: (FolderPlace, [UInt8]) -> Bool
    private(set) var folders: [Folder] = []
    private(set) var skipped: [Reason: Int] = [:]
    private(set) var notes = FolderNotes()
    private var found = 0

    init(
        cancellation: Cancellation, progress: @escaping (Int) -> Void = { _ in },
        folderRead: @escaping (FolderScan) -> Void = { _ in },
        willRead: @escaping (FolderHandle, FolderPlace) -> Void = { _, _ in },
        isWriting: @escaping (FolderPlace, [UInt8]) -> Bool = { _, _ in false }
    ) {
        self.cancellation = cancellation
        self.progress = progress
        self.folderRead = folderRead
        self.willRead = willRead
        self.isWriting = isWriting
    }

    /// Reads one root folder and all below it.
    /// - Throws: `ECANCELED` when the listing was cancelled; another code when the root, or a folder that the server may
    ///   read, cannot be read *now*: treating its pictures as deleted would lose the order that people gave them.
    mutating func read(root: Int, handle: FolderHandle) throws(FolderHandle.Failure) {
        try read(handle, at: FolderPlace(root: root, path: []), key: [], root: handle, depth: 0)
        progress(found)
    }

    /// Reads a folder below a root and all below it.
    mutating func read(
        _ handle: FolderHandle, at place: FolderPlace, key: [UInt8], root: FolderHandle, depth: Int
    ) throws(FolderHandle.Failure) {
        guard !cancellation.isCancelled else { throw FolderHandle.Failure(code: ECANCELED) }
        let folder = try files(of: handle, at: place, key: key, root: root)
        found += folder.files.count
        progress(found)
        folders.append(folder)
        folderRead(self)
        for name in folder.inside {
            try descend(into: name, of: handle, at: place, key: key, root: root, depth: depth)
        }
    }

    /// Reads one folder, without those in it.
    mutating func files(
        of handle: FolderHandle, at place: FolderPlace, key: [UInt8], root: FolderHandle
    ) throws(FolderHandle.Failure) -> Folder {
        willRead(handle, place)
        var folder = Folder(place: place, key: key)
        var keys: [UInt8] = []
        var entries: [(name: [UInt8], kind: FolderHandle.Kind?)] = []
        try handle.forEachEntry { entries.append(($0, $1)) }
        if entries.isEmpty { notes.bare.insert(place) }
        let rules = FolderRules(of: handle, among: entries.lazy.map(\.name))
        guard !rules.leavesOutAll else {
            leaveOut(place)
            return folder
        }
        var sidecars = Sidecars(among: entries.map(\.name)) { handle.head(of: $0, Sidecars.headBytes) }
        for (number, (name, kind)) in entries.enumerated() {
            if number % Self.reportCount == 0, number > 0 { progress(found + folder.files.count) }
            if name.first == UInt8(ascii: ".") {
                skip(.hidden)
                continue
            }
            guard !rules.leavesOut(name) else {
                leaveOut(place.folder(name))
                continue
            }
            let format = FileEnding(name)?.format
            let isPicture = format != nil
            let isDataSet = !isPicture && DataSetForm(name) != nil
            if kind == .folder || (kind == nil && !isPicture && !isDataSet) {
                folder.inside.append(name)
                continue
            }
            if kind == .file, Sidecars.isSidecar(name) { continue }
            if isDataSet {
                guard let status = try status(of: name, in: handle, at: place, root: root) else { continue }
                guard status.kind == .file else {
                    folder.inside.append(name)
                    continue
                }
                notes.dataSets.insert(FoundDataSet(place: place, name: name, revision: status.revision))
                continue
            }
            guard let format else {
                skip(kind == .link ? .linkNotFollowed : LeftOutFile.reason(name))
                continue
            }
            guard let status = try status(of: name, in: handle, at: place, root: root) else { continue }
            if status.kind == .folder {
                folder.inside.append(name)
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
                    revision: status.revision(besides: sidecar), trace: status.trace,
                    file: PictureFile(format: format, bytes: Int(status.sizeBytes)), hasSidecar: sidecar != nil,
                    // A further name of a file, or a link, is never written and closed.
                    isWriting: status.links == 1 && isWriting(place, name)))
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
        return folder
    }

    private mutating func descend(
        into name: [UInt8], of handle: FolderHandle, at place: FolderPlace, key: [UInt8], root: FolderHandle, depth: Int
    ) throws(FolderHandle.Failure) {
        guard Self.isServed(name) else { return skip(.hidden) }
        guard depth < Self.depthLimit else { return skip(.nestedTooDeep) }
        let child: FolderHandle
        do {
            child = try handle.folder(name)
        } catch {
            return try skip(after: error, in: place.folder(name))
        }
        try read(child, at: place.folder(name), key: Self.key(key, name), root: root, depth: depth + 1)
    }

    /// Whether a folder is neither hidden nor one that a file server keeps for itself.
    static func isServed(_ name: [UInt8]) -> Bool {
        name.first != UInt8(ascii: ".") && !servers.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// The sort key of a folder within another.
    static func key(_ key: [UInt8], _ name: [UInt8]) -> [UInt8] {
        var key = key
        NaturalOrder.appendKey(ofPath: name, to: &key)
        return key
    }

    /// `nil` for what is left out, and counted.
    private mutating func status(
        of name: [UInt8], in handle: FolderHandle, at place: FolderPlace, root: FolderHandle
    ) throws(FolderHandle.Failure) -> FolderHandle.Status? {
        let status: FolderHandle.Status
        do { status = try handle.status(of: name) } catch {
            // The folder allows its names to be read, and nothing else.
            try skip(after: error, in: place)
            return nil
        }
        do {
            switch status.kind {
            case .file, .folder: return status
            case .other: skip(.notAFile)
            case .link:
                let file = OpenFile(descriptor: try root.fileBeneath(FolderPlace.path(place.path, name)))
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

    /// Notes that a file or folder is not shown because a file in it, or beside it, says so.
    mutating func leaveOut(_ place: FolderPlace) {
        notes.leftOut.insert(place)
        skip(.leftOutByFile)
    }

    /// Notes that the server may not read a folder.
    mutating func noteUnread(_ place: FolderPlace) { notes.unread.insert(place) }

    /// Leaves out files that may not be read or went away meanwhile; any other failure ends the listing.
    private mutating func skip(
        after failure: FolderHandle.Failure, in place: FolderPlace? = nil
    ) throws(FolderHandle.Failure) {
        switch failure.code {
        case EACCES, EPERM:
            if let place { noteUnread(place) }
            skip(.noPermission)
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

extension FolderHandle {
    static func status(of file: OpenFile) throws(Failure) -> Status {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw Failure(code: errno) }
        return Status(status)
    }
}
