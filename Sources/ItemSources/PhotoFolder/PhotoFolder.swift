#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine
import Hashing
import Synchronization

/// The pictures of one or more folders and all folders below: each folder with pictures is a section.
///
/// An item is listed under a hash of its path from the root, which outlives restarts and whatever happens to other files. An item
/// whose file was renamed keeps the identifier that it had first (docs/decisions/0051).
/// Nothing is decoded; sizes become known with the first rendition. Any thread; a new listing replaces the last at once.
package final class PhotoFolder: ItemSource, GradualSource, FileSource, VolumeSource, PlacedSource, RenamingSource {
    package let id: String
    package let title: String
    package let capabilities: Capabilities
    package var abilities: SourceAbilities {
        SourceAbilities(
            gradual: self, watched: isRemote.map { _ in self }, files: self, volume: self, places: self, names: self,
            pairs: self, dataSets: self)
    }

    let roots: [String]
    /// Whether changes in a folder may be made by other machines; `nil` when folders are not watched.
    let isRemote: (@Sendable (String) -> Bool)?
    let folderWatch = Mutex<FolderWatch?>(nil)
    /// Held while folders are read.
    let reading = Mutex(())
    /// The same as absolute paths, without a slash at the end.
    let absoluteRoots: [[UInt8]]
    let contents = Mutex(Contents())

    /// - Parameters:
    ///   - id: the collection's identifier.
    ///   - title: `nil` for the first folder's name.
    ///   - folders: paths, at least one. Identifiers in the first depend only on the path within it: adding a second folder,
    ///     or moving the first elsewhere, keeps every order.
    ///   - givesOriginals: whether the files are served as they are.
    ///   - isRemote: whether changes in a folder may be made by other machines; `nil` when folders are not to be watched.
    package init(
        id: String, title: String? = nil, folders: [String], givesOriginals: Bool = true,
        isRemote: (@Sendable (String) -> Bool)? = nil
    ) {
        precondition(!folders.isEmpty, "a photo folder needs a folder")
        self.id = id
        self.title = title ?? Self.lastComponent(folders[0])
        roots = folders
        self.isRemote = isRemote
        absoluteRoots = folders.map(Self.absolute)
        capabilities = Capabilities(originals: givesOriginals, paths: true)
    }

    deinit { folderWatch.withLock { $0 }?.stop() }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try list(cancellation: cancellation, progress: progress) { _ in }
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void,
        part: @escaping @Sendable (_ listing: () -> SourceListing) -> Void
    ) throws(SourceError) -> SourceListing {
        try reading.withLock { (_) throws(SourceError) in
            try listing(cancellation: cancellation, progress: progress, part: part)
        }
    }

    /// As `list`, while `reading` is held.
    func listing(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void,
        part: @escaping @Sendable (_ listing: () -> SourceListing) -> Void = { _ in }
    ) throws(SourceError) -> SourceListing {
        let watch = folderWatch.withLock { $0 }
        watch?.beginListing()
        do throws(SourceError) {
            let found = try scan(cancellation: cancellation, watch, progress: progress) { scan in
                part { self.show(scan) }
            }
            guard !cancellation.isCancelled else { throw .cancelled }
            contents.withLock { $0.take(found) }
            watch?.endListing(succeeded: true)
            return listing(of: found)
        } catch {
            watch?.endListing(succeeded: false)
            throw error
        }
    }

    private func scan(
        cancellation: Cancellation, _ watch: FolderWatch?, progress: @Sendable (_ found: Int) -> Void,
        folderRead: @escaping (FolderScan) -> Void
    ) throws(SourceError) -> Listed {
        try withoutActuallyEscaping(progress) {
            progress throws(SourceError) -> Listed in
            var scan = FolderScan(
                cancellation: cancellation, progress: progress, folderRead: folderRead,
                willRead: { watch?.willRead($0, $1) })
            for (number, path) in roots.enumerated() {
                do throws(FolderHandle.Failure) {
                    try scan.read(root: number, handle: FolderHandle.open(path: path))
                } catch {
                    throw error.code == ECANCELED ? .cancelled : .unreadable(.folder(path, error.code))
                }
            }
            return listed(scan)
        }
    }

    /// Makes what was read so far the contents.
    private func show(_ scan: FolderScan) -> SourceListing {
        let found = listed(scan)
        contents.withLock { $0.take(found) }
        return listing(of: found)
    }

    private func listed(_ scan: FolderScan) -> Listed {
        Listed(
            catalogue: scan.catalogue(title: sectionTitle, hash: hash), skipped: scan.skipped, notes: scan.notes)
    }

    package var root: String { absoluteRoots.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ") }

    package func item(_ id: String) -> SourceItem? {
        contents.withLock { contents in
            guard let file = contents.file(of: id) else { return nil }
            let name = String(decoding: contents.catalogue.name(of: file), as: UTF8.self)
            let described = contents.catalogue.files[file]
            return SourceItem(
                id: id, title: name, kind: described.format.kind, revision: contents.catalogue.revisions[file],
                file: described)
        }
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        guard !cancellation.isCancelled else { throw .cancelled }
        let place = contents.withLock { contents in
            contents.file(of: id).map {
                (root: contents.catalogue.folder(of: $0).place.root, path: contents.catalogue.path(of: $0))
            }
        }
        guard let place else { throw .missing }
        do {
            let root = try FolderHandle.open(path: roots[place.root])
            let file = OpenFile(descriptor: try root.fileBeneath(place.path))
            guard try FolderHandle.status(of: file).kind == .file else {
                throw LoadFailure.unavailable(.notAFile)
            }
            return .file(file, name: String(decoding: place.path, as: UTF8.self))
        } catch let error as FolderHandle.Failure {
            throw LoadFailure(systemError: error.code)
        } catch let error as LoadFailure {
            throw error
        } catch { throw .missing }
    }

    package func file(of id: String) -> OpenFile? {
        guard case .file(let file, _)? = try? original(of: id, cancellation: Cancellation()) else { return nil }
        return file
    }

    package func place(of id: String) -> OriginalPlace? {
        contents.withLock { contents in
            contents.file(of: id).map {
                let root = absoluteRoots[contents.catalogue.folder(of: $0).place.root] + [UInt8(ascii: "/")]
                return .file(
                    path: root + contents.catalogue.path(of: $0), folderBytes: absoluteRoots.count == 1 ? root.count : 0
                )
            }
        }
    }

    package func sidecar(of id: String) -> OpenFile? {
        let place = contents.withLock { contents -> (root: Int, path: [UInt8])? in
            guard let file = contents.file(of: id), contents.catalogue.hasSidecar(file) else { return nil }
            return (contents.catalogue.folder(of: file).place.root, contents.catalogue.path(of: file))
        }
        guard let place, let root = try? FolderHandle.open(path: roots[place.root]) else { return nil }
        for path in Sidecars.paths(besides: place.path) {
            if let descriptor = try? root.fileBeneath(path) { return OpenFile(descriptor: descriptor) }
        }
        return nil
    }

    package func hasSidecar(_ id: String) -> Bool {
        contents.withLock { contents in contents.file(of: id).map { contents.catalogue.hasSidecar($0) } ?? false }
    }

    package func adopt(_ names: [ListedName]) {
        contents.withLock { $0.names.adopt(names) }
    }

    /// The folder's path for people; a root's own pictures have the root's name.
    func sectionTitle(root: Int, path: [UInt8]) -> String {
        let name = Self.lastComponent(roots[root])
        guard !path.isEmpty else { return name }
        let text = String(decoding: path, as: UTF8.self)
        return roots.count == 1 ? text : "\(name)/\(text)"
    }

    /// Below the first root only the path counts; below another one also that root's path. A negative salt marks folders.
    func hash(_ path: [UInt8], root: Int, salt: Int) -> UInt128 {
        var hash = FNV1a.basis128
        if root > 0 { hash = FNV1a.hash128([0] + Array(roots[root].utf8) + [0], continuing: hash) }
        hash = FNV1a.hash128(path, continuing: hash)
        if salt != 0 { hash = FNV1a.hash128([0] + Array("\(salt)".utf8), continuing: hash) }
        return hash
    }

    private static func absolute(_ path: String) -> [UInt8] {
        guard let resolved = realpath(path, nil) else { return Array(path.utf8) }
        defer { free(resolved) }
        let bytes = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)).map { $0 }
        return bytes == [UInt8(ascii: "/")] ? [] : bytes
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last { $0 != "." }.map(String.init) ?? path
    }
}
