import CollectionStore
import Glibc
import GridEngine
import SharedStore

/// Folders: of data, of the cache, and of pictures.
struct FolderFindings {
    /// Bytes of free space: with fewer than the first a server cannot store; with fewer than the second it soon cannot.
    private static let spaceNeeded = 64 << 20
    private static let spaceWanted = 1 << 30
    /// Folders that are counted, at most.
    private static let countLimit = 100_000

    private let serve: Serve

    init(_ serve: Serve) { self.serve = serve }

    func all() -> [Finding] {
        let folder = serve.data ?? UserFolders.data
        var findings = [data(folder), space(of: folder, "the data folder", wanted: Self.spaceWanted)]
        if let name = NetworkFileSystem.name(ofFolder: existing(folder)) {
            findings.append(
                .error(
                    "The data folder lies on a network file system (\(name)).",
                    "Choose one on a disk of this machine with --data."))
        }
        if let cache = serve.cacheFolder {
            findings.append(space(of: cache, "the cache", wanted: Int(serve.diskCache * 1_073_741_824)))
            if !isWritable(cache) {
                findings.append(.warning("The cache \(cache) cannot be written.", "Choose another one with --cache."))
            }
        }
        findings += serve.folders.map(pictures) + serve.urls.map(list)
        return serve.watch && !serve.folders.isEmpty ? findings + watching() : findings
    }

    private func data(_ folder: String) -> Finding {
        guard isWritable(folder) else {
            return .error(
                "The data folder \(folder) cannot be written by this user (\(getuid())).",
                "Choose another one with --data, or make it this user's own: chown.")
        }
        var status = stat()
        if stat(folder, &status) == 0, status.st_mode & 0o077 != 0 {
            return .warning(
                "Others can look into the data folder \(folder).", "chmod 700, unless it holds other files too.")
        }
        guard let address = serve.storeAddress else { return .right("Orders and ratings are in \(folder)") }
        do throws(StoreError) {
            try SharedStore.check(address)
            return .right("Orders and ratings are in \(address.description)")
        } catch {
            return .error(ServiceError.store(error, folder: folder).description, "Look at --store and at the database.")
        }
    }

    private func space(of folder: String, _ name: String, wanted: Int) -> Finding {
        var status = statvfs()
        guard statvfs(existing(folder), &status) == 0 else {
            return .warning("The free space of \(name) is unknown.", "Look at \(folder).")
        }
        let free = Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
        if free < Self.spaceNeeded {
            return .error(
                "The disk of \(name) is full: \(free >> 20) MB are free.", "Free some space, or choose another disk.")
        }
        if free < wanted {
            return .warning(
                "The disk of \(name) has \(free >> 20) MB free.", "\(wanted >> 20) MB would be enough for a while.")
        }
        return .right("The disk of \(name) has \(free >> 30) GB free")
    }

    private func pictures(_ folder: String) -> Finding {
        guard let entries = opendir(folder) else {
            if errno == ENOENT { return .error("There is no folder \(folder).", "Is its disk mounted?") }
            if errno == ENOTDIR { return .error("\(folder) is no folder.", "Name the folder that it is in.") }
            return Self.unreadable("folder", folder)
        }
        defer { closedir(entries) }
        guard access(folder, X_OK) == 0 else { return Self.unreadable("folder", folder) }
        var (count, unreadable) = (0, 0)
        while let entry = readdir(entries), count < 10_000 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            count += 1
            if access("\(folder)/\(name)", R_OK) != 0 { unreadable += 1 }
        }
        if count == 0 { return .warning("The folder \(folder) is empty.", "Is its disk mounted?") }
        guard unreadable == 0 else {
            return .warning(
                "\(unreadable) of \(count) entries of \(folder) cannot be read by this user.",
                "They will be left out: chmod, or setfacl.")
        }
        return .right("The folder \(folder) can be read")
    }

    /// A list of addresses.
    private func list(_ file: String) -> Finding {
        guard access(file, F_OK) == 0 else { return .error("There is no file \(file).", "See --urls.") }
        return isFile(file) ? .right("The list \(file) can be read") : Self.unreadable("list", file)
    }

    private static func unreadable(_ kind: String, _ path: String) -> Finding {
        .error("The \(kind) \(path) cannot be read by this user.", "Give it the right to: chmod, chgrp or setfacl.")
    }

    /// Folders that cannot be watched are polled.
    private func watching() -> [Finding] {
        let remote = serve.folders.compactMap { folder in NetworkFileSystem.name(ofFolder: folder).map { (folder, $0) }
        }
        let findings = remote.map { folder, name in
            Finding.warning(
                "The folder \(folder) lies on a network file system (\(name)): its changes show up after seconds or minutes.",
                "Serve it where its disk is, if they have to show up at once.")
        }
        guard let limit = number(in: "/proc/sys/fs/inotify/max_user_watches") else { return findings }
        let count = serve.folders.reduce(0) { $0 + foldersBelow($1) } + serve.folders.count
        // Other programs of this user may watch some.
        guard count > limit / 2 else { return findings + [.right("Changes in folders are noticed at once")] }
        return findings + [
            .warning(
                "At most \(limit) folders can be watched by all programs of this user, and there are \(count) or more here. Changes in further ones show up after seconds or minutes.",
                "sysctl fs.inotify.max_user_watches=\(4 * count)")
        ]
    }

    /// How many folders are in a folder and below it, up to a maximum. Links are not followed.
    private func foldersBelow(_ root: String) -> Int {
        var (waiting, count) = ([root], 0)
        while count < Self.countLimit, let path = waiting.popLast() {
            guard let entries = opendir(path) else { continue }
            defer { closedir(entries) }
            while count < Self.countLimit, let entry = readdir(entries) {
                guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard !name.hasPrefix(".") else { continue }
                count += 1
                waiting.append("\(path)/\(name)")
            }
        }
        return count
    }

    private func number(in path: String) -> Int? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        guard fgets(&text, Int32(text.count), file) != nil else { return nil }
        return Int(String(cString: text).filter(\.isNumber))
    }

    /// Whether the folder can be written, or be made.
    private func isWritable(_ folder: String) -> Bool { access(existing(folder), W_OK | X_OK) == 0 }

    /// The folder, or the nearest one above it that is there.
    private func existing(_ folder: String) -> String {
        var path = folder
        while !isFolder(path) {
            guard path != "/" else { return path }
            // A relative path begins in the folder that the doctor was called in.
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
