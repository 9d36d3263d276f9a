#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine
import Hashing
import Synchronization

/// The files of pictures that were uploaded: a folder for each collection, below the data folder. Names are made from the content,
/// one file for one content, and a collection's folder is called by the hexadecimal digits of its identifier: nothing that a
/// client sends becomes a path.
///
/// A file stays as long as an item shows it or undo may bring it back, and goes then with the next `removeAll(of:except:)`.
package final class UploadedPictures: Sendable {
    /// Maximum bytes of all files together.
    package static let totalLimitBytes = 4 << 30
    /// Uploads of a collection after which it is worth looking for files that nothing names, at least.
    private static let sweepCount = 32
    private static let sharedSeconds = 3600

    fileprivate struct State {
        /// `nil` until the files were counted.
        var budget: UploadBudget?
        /// Files that are being written, or that no change names yet, with how often.
        var held: [String: Int] = [:]
        /// Uploads since unused files were removed, by collection.
        var news: [String: Int] = [:]
    }

    let folder: String
    private let limitBytes: Int
    /// Files that are younger stay, named or not: another server of the same folder may be about to name them.
    private let leastAge: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: made with the first picture.
    ///   - limitBytes: of all files together.
    ///   - isShared: whether other servers may use the folder.
    package init(folder: String, limitBytes: Int = UploadedPictures.totalLimitBytes, isShared: Bool = false) {
        self.folder = folder
        leastAge = isShared ? Self.sharedSeconds : 0
        self.limitBytes = limitBytes
    }

    /// Writes a file, unless there is one with this content, and flushes it. Blocks. It stays at least until `release`.
    /// - Returns: its name.
    /// - Throws: `.tooMany`, `.shareUsed` where it does not fit, `.notStored` where it cannot be written.
    func keep(_ bytes: [UInt8], of collection: String, for client: Client?) throws(GridError) -> String {
        let name = Self.name(of: bytes)
        let place = path(of: collection)
        let path = "\(place)/\(name)"
        try reserve(path, bytes.count, of: collection, for: client)
        // One that a kill cut short has another name.
        if Self.size(path) == bytes.count {
            Self.touch(path)
            return name
        }
        let draft = "\(place)/\(Self.draftName())"
        do throws(StoreError) {
            try makeFolders(place)
            try write(bytes, to: draft)
            guard rename(draft, path) == 0 else { throw Self.failure(path) }
            try flush(place)
            return name
        } catch {
            unlink(draft)
            state.withLock { state in
                state.release(path)
                if Self.size(path) == 0 { state.budget?.remove(path) }
            }
            throw .notStored(error)
        }
    }

    /// A change names the file now, or never will.
    func release(_ name: String, of collection: String) {
        let path = "\(path(of: collection))/\(name)"
        state.withLock { $0.release(path) }
    }

    /// - Throws: why a file cannot be opened.
    func open(_ name: String, of collection: String) throws(LoadFailure) -> OpenFile {
        guard PostedPicture.isUploadName(name) else { throw .missing }
        let descriptor = Self.open("\(path(of: collection))/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw LoadFailure(systemError: errno) }
        let file = OpenFile(descriptor: descriptor, isComplete: true)
        guard file.status != nil else { throw .unavailable(.notAFile) }
        return file
    }

    /// Whether so much was uploaded since that some of it may be used no longer.
    func mayHaveUnused(of collection: String) -> Bool {
        let place = path(of: collection)
        return state.withLock { state in
            let news = state.news[collection, default: 0]
            return news >= Self.sweepCount && news >= (state.budget?.count(below: place) ?? 0) / 4
        }
    }

    /// Removes the files of a collection that nothing names.
    /// - Parameters:
    ///   - collection: its identifier.
    ///   - used: the names of those that stay. Uploads under way stay besides.
    func removeAll(of collection: String, except used: Set<String>) {
        let place = path(of: collection)
        let names = Self.names(in: place)
        let hasDrafts = state.withLock { state in
            state.news[collection] = nil
            return state.held.keys.contains { $0.hasPrefix(place + "/") }
        }
        for name in names where !used.contains(name) {
            if !PostedPicture.isUploadName(name), hasDrafts { continue }
            let path = "\(place)/\(name)"
            if leastAge > 0, Self.age(path) < leastAge { continue }
            // Under the lock: nobody may hold it anew meanwhile.
            state.withLock { state in
                if state.held[path] == nil, unlink(path) == 0 { state.budget?.remove(path) }
            }
        }
    }

    /// Removes the files of a collection that is gone.
    package func removeAll(of collection: String) {
        removeAll(of: collection, except: [])
        let place = path(of: collection)
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

    /// Counts a file, once, and holds it.
    private func reserve(
        _ path: String, _ bytes: Int, of collection: String, for client: Client?
    ) throws(GridError) {
        let refusal = state.withLock { state -> GridError? in
            var budget = state.budget ?? countAll()
            defer { state.budget = budget }
            if let refusal = budget.add(path, bytes, for: client) { return refusal }
            state.held[path, default: 0] += 1
            state.news[collection, default: 0] += 1
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Once, with the first upload of a run.
    private func countAll() -> UploadBudget {
        var budget = UploadBudget(limitBytes: limitBytes)
        for name in Self.names(in: folder) {
            for inner in Self.names(in: "\(folder)/\(name)") {
                let path = "\(folder)/\(name)/\(inner)"
                guard name.hasSuffix("_") else {
                    budget.record(path, Self.size(path))
                    continue
                }
                for file in Self.names(in: path) { budget.record("\(path)/\(file)", Self.size("\(path)/\(file)")) }
            }
        }
        return budget
    }
}

extension UploadedPictures.State {
    mutating func release(_ path: String) {
        guard let count = held[path] else { return }
        held[path] = count > 1 ? count - 1 : nil
    }
}
