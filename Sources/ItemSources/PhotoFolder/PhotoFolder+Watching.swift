import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension PhotoFolder: WatchedSource {
    /// More changes than this are told as a whole listing, which is made without reading folders again.
    private static let changeLimit = 1000
    /// More folders with everything below are not looked at one by one.
    private static let treeLimit = 200
    /// How many entries before a new one are named.
    private static let namedBefore = 16

    package func watch(_ changed: @escaping @Sendable () -> Void) {
        guard let isRemote else { return }
        folderWatch.withLock { watch in
            if watch == nil { watch = FolderWatch(roots: roots, isRemote: isRemote, changed: changed) }
        }
    }

    package var watchTrouble: Reason? { folderWatch.withLock { $0 }?.trouble.reason }

    package func changes(cancellation: Cancellation) throws(SourceError) -> SourceChanges {
        guard let watch = folderWatch.withLock({ $0 }) else { return .nothing }
        let taken = watch.takeChanges()
        guard !taken.isEmpty else { return .nothing }
        do throws(SourceError) {
            if taken.isEverything || taken.trees.count > Self.treeLimit {
                return .listing(try list(cancellation: cancellation) { _ in })
            }
            return try reading.withLock { (_) throws(SourceError) in try read(taken, watch, cancellation) }
        } catch {
            watch.putBack()
            throw error
        }
    }

    private func read(
        _ taken: FolderChanges, _ watch: FolderWatch, _ cancellation: Cancellation
    ) throws(SourceError) -> SourceChanges {
        var scan = FolderScan(
            cancellation: cancellation, willRead: { watch.willRead($0, $1) },
            isWriting: { taken.writing[$0]?[$1] != nil })
        var update = CatalogueUpdate()
        do throws(FolderHandle.Failure) {
            for place in taken.trees where !taken.trees.contains(where: { $0 != place && $0.contains(place) }) {
                watch.forget(place)
                try readTree(place, &scan, &update)
            }
            for place in taken.folders where !taken.trees.contains(where: { $0.contains(place) }) {
                try readFolder(place, watch, &scan, &update)
            }
        } catch {
            throw error.code == ECANCELED ? .cancelled : .unreadable(.folder(roots[0], error.code))
        }
        update.folders += scan.folders
        let changes = contents.withLock { contents in
            contents.notes.replace(in: update, with: scan.notes)
            let changes = contents.catalogue.apply(
                update, namedBefore: Self.namedBefore, title: sectionTitle, hash: hash)
            contents.noteGone(contents.catalogue.takeRemoved(), unless: contents.catalogue)
            return changes
        }
        guard let changes else {
            // Two files share an identifier, by a chance of one in millions of millions.
            return .listing(try listing(cancellation: cancellation) { _ in })
        }
        let count = changes.sections.reduce(0) { $0 + $1.removed.count + $1.listed.count }
        if changes.areSectionsOthers || count > Self.changeLimit {
            let known = contents.withLock {
                Listed(catalogue: $0.catalogue, skipped: $0.skipped, notes: $0.notes)
            }
            return .listing(listing(of: known))
        }
        return count == 0 ? .nothing : .entries(changes.sections)
    }

    /// Reads a folder that may be new, or gone, and all below it.
    private func readTree(
        _ place: FolderPlace, _ scan: inout FolderScan, _ update: inout CatalogueUpdate
    ) throws(FolderHandle.Failure) {
        update.trees.append(place)
        guard let (root, handle) = try open(place, &scan) else { return }
        try scan.read(handle, at: place, key: FolderScan.key(of: place), root: root, depth: place.depth)
    }

    /// Reads one folder, and those in it that were never read.
    private func readFolder(
        _ place: FolderPlace, _ watch: FolderWatch, _ scan: inout FolderScan, _ update: inout CatalogueUpdate
    ) throws(FolderHandle.Failure) {
        guard let (root, handle) = try open(place, &scan) else {
            watch.forget(place)
            return update.trees.append(place)
        }
        let isPolled = watch.isPolled(place)
        let folder = try scan.files(of: handle, at: place, key: FolderScan.key(of: place), root: root)
        update.folders.append(folder)
        for name in folder.inside where !watch.knows(place.folder(name)) && FolderScan.isServed(name) {
            try readTree(place.folder(name), &scan, &update)
        }
        guard isPolled else { return }
        let inside = Set(folder.inside.map { place.folder($0) })
        for gone in watch.known(in: place) where !inside.contains(gone) {
            watch.forget(gone)
            update.trees.append(gone)
        }
    }

    /// A folder below its root; `nil` when it is not there, is not shown, or may not be read.
    private func open(
        _ place: FolderPlace, _ scan: inout FolderScan
    ) throws(FolderHandle.Failure) -> (root: FolderHandle, folder: FolderHandle)? {
        let root = try FolderHandle.open(path: roots[place.root])
        var folder = root
        var reached = FolderPlace(root: place.root, path: [])
        for name in place.path.split(separator: UInt8(ascii: "/")).map({ Array($0) }) {
            guard FolderScan.isServed(name) else { return nil }
            reached = reached.folder(name)
            guard !FolderRules(of: folder).leavesOut(name) else {
                scan.leaveOut(reached)
                return nil
            }
            do throws(FolderHandle.Failure) { folder = try folder.folder(name) } catch {
                guard [ENOENT, ENOTDIR, ELOOP, EACCES, EPERM].contains(error.code) else { throw error }
                if [EACCES, EPERM].contains(error.code) { scan.noteUnread(reached) }
                return nil
            }
        }
        return (root, folder)
    }
}
