#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine
import Synchronization

/// The files of pictures that were uploaded: a folder for each collection, below the data folder. Names are the server's own, and
/// a collection's folder is called by the hexadecimal digits of its identifier: nothing that a client sends becomes a path.
///
/// Files stay until their collection is deleted, so that a picture that was replaced comes back by undo.
package final class UploadedPictures: Sendable {
    /// Maximum bytes of all files together.
    package static let totalLimitBytes = 4 << 30

    private let folder: String
    private let limitBytes: Int
    /// Bytes of all files; `nil` until they were counted.
    private let used = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - folder: made with the first picture.
    ///   - limitBytes: of all files together.
    package init(folder: String, limitBytes: Int = UploadedPictures.totalLimitBytes) {
        self.folder = folder
        self.limitBytes = limitBytes
    }

    /// Writes a file, and flushes it. Blocks.
    /// - Returns: its name.
    /// - Throws: `.tooMany` where it does not fit, `.notStored` where it cannot be written.
    func keep(_ bytes: [UInt8], of collection: String) throws(GridError) -> String {
        guard take(bytes.count) else { throw .tooMany(.uploads, limit: limitBytes >> 20) }
        let name = Self.randomName()
        let place = path(of: collection)
        do throws(StoreError) {
            try makeFolders(place)
            try write(bytes, to: "\(place)/\(name)")
            try flush(place)
            return name
        } catch {
            unlink("\(place)/\(name)")
            give(bytes.count)
            throw .notStored(error)
        }
    }

    /// - Throws: why a file cannot be opened.
    func open(_ name: String, of collection: String) throws(LoadFailure) -> OpenFile {
        guard PostedPicture.isUploadName(name) else { throw .missing }
        let descriptor = Self.open("\(path(of: collection))/\(name)", O_RDONLY | O_NOFOLLOW)
        guard descriptor >= 0 else { throw LoadFailure(systemError: errno) }
        return OpenFile(descriptor: descriptor)
    }

    /// Removes a file that nothing refers to.
    func remove(_ name: String, of collection: String) {
        guard PostedPicture.isUploadName(name) else { return }
        let path = "\(path(of: collection))/\(name)"
        let size = Self.size(path)
        if unlink(path) == 0 { give(size) }
    }

    /// Removes the files of a collection that is gone.
    package func removeAll(of collection: String) {
        let place = path(of: collection)
        for name in Self.names(in: place) where PostedPicture.isUploadName(name) { remove(name, of: collection) }
        rmdir(place)
        if collection.utf8.count > Self.partBytes { rmdir(Self.parent(place)) }
    }

    /// Removes what a kill has left of collections that are gone.
    /// - Parameter collections: those that are there.
    package func removeAll(except collections: [String]) {
        let known = Set(collections.map(path))
        let parents = Set(known.map(Self.parent))
        for name in Self.names(in: folder) {
            let place = "\(folder)/\(name)"
            if known.contains(place) || parents.contains(place) { continue }
            removeFiles(below: place)
        }
        for parent in parents where parent != folder {
            for name in Self.names(in: parent) where !known.contains("\(parent)/\(name)") {
                removeFiles(below: "\(parent)/\(name)")
            }
        }
    }

    /// Removes a collection's folder, or one that has those of others.
    private func removeFiles(below place: String) {
        for name in Self.names(in: place) {
            // A folder stays where this is one.
            if unlink("\(place)/\(name)") != 0 { removeFiles(below: "\(place)/\(name)") }
        }
        rmdir(place)
    }
}

// MARK: Paths

extension UploadedPictures {
    /// Bytes of an identifier in one part of a path: what a file system lets a name have.
    private static let partBytes = 100

    private func path(of collection: String) -> String {
        let digits = collection.utf8.map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count == 1 ? "0" + text : text
        }
        let first = digits.prefix(Self.partBytes).joined()
        let rest = digits.dropFirst(Self.partBytes).joined()
        return rest.isEmpty ? "\(folder)/\(first)" : "\(folder)/\(first)_/\(rest)"
    }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func randomName() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

// MARK: Files

extension UploadedPictures {
    private static func open(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, flags | O_CLOEXEC, 0o600)
        #else
            Musl.open(path, flags | O_CLOEXEC, 0o600)
        #endif
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func makeFolders(_ place: String) throws(StoreError) {
        var missing: [String] = []
        var path = place
        while path.utf8.count >= folder.utf8.count, access(path, F_OK) != 0 {
            missing.append(path)
            path = Self.parent(path)
        }
        for path in missing.reversed() {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path) }
            try flush(Self.parent(path))
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let descriptor = Self.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(path) }
        let file = OpenFile(descriptor: descriptor)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(file.descriptor, buffer.baseAddress! + written, bytes.count - written)
                #else
                    Musl.write(file.descriptor, buffer.baseAddress! + written, bytes.count - written)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path) }
            written += count
        }
        guard fsync(file.descriptor) == 0 else { throw Self.failure(path) }
    }

    /// Makes the names in a folder durable.
    private func flush(_ folder: String) throws(StoreError) {
        let descriptor = Self.open(folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { throw Self.failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(folder) }
    }

    private static func failure(_ path: String) -> StoreError {
        let code = errno
        return code == ENOSPC || code == EDQUOT
            ? .diskFull : .failed("cannot write \(path): \(String(cString: strerror(code)))")
    }

    // MARK: Bytes

    private func take(_ bytes: Int) -> Bool {
        used.withLock { used in
            let now = used ?? countAll()
            guard now + bytes <= limitBytes else {
                used = now
                return false
            }
            used = now + bytes
            return true
        }
    }

    private func give(_ bytes: Int) {
        used.withLock { used in used = used.map { max(0, $0 - bytes) } }
    }

    /// Once, with the first upload of a run.
    private func countAll() -> Int {
        var bytes = 0
        for name in Self.names(in: folder) {
            for inner in Self.names(in: "\(folder)/\(name)") {
                let path = "\(folder)/\(name)/\(inner)"
                bytes +=
                    name.hasSuffix("_")
                    ? Self.names(in: path).reduce(0) { $0 + Self.size("\(path)/\($1)") } : Self.size(path)
            }
        }
        return bytes
    }
}
