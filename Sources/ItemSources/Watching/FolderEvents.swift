#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// inotify(7): one descriptor that reports what happens in any number of folders. Any thread.
final class FolderEvents: Sendable {
    struct Event {
        /// Names the folder; -1 when events were lost.
        var watch: Int32
        var kinds: Kinds
        /// The entry's name; empty for the folder itself.
        var name: [UInt8]
    }

    struct Kinds: OptionSet {
        var rawValue: UInt32

        static let modified = Kinds(rawValue: 0x2)
        static let attributes = Kinds(rawValue: 0x4)
        static let closedWriting = Kinds(rawValue: 0x8)
        static let movedFrom = Kinds(rawValue: 0x40)
        static let movedTo = Kinds(rawValue: 0x80)
        static let created = Kinds(rawValue: 0x100)
        static let deleted = Kinds(rawValue: 0x200)
        static let deletedSelf = Kinds(rawValue: 0x400)
        static let movedSelf = Kinds(rawValue: 0x800)
        static let unmounted = Kinds(rawValue: 0x2000)
        static let overflow = Kinds(rawValue: 0x4000)
        /// The watch is gone.
        static let ignored = Kinds(rawValue: 0x8000)
        static let onlyFolders = Kinds(rawValue: 0x0100_0000)
        static let isFolder = Kinds(rawValue: 0x4000_0000)

        static let wanted: Kinds = [
            .modified, .attributes, .closedWriting, .movedFrom, .movedTo, .created, .deleted, .deletedSelf, .movedSelf,
            .onlyFolders,
        ]
    }

    let descriptor: Int32

    /// - Throws: `EMFILE` when the user has as many of them as `max_user_instances` allows.
    init() throws(FolderHandle.Failure) {
        // The same flags under other names.
        descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FolderHandle.Failure(code: errno) }
    }

    deinit { close(descriptor) }

    /// Watches an open folder. One that is watched already keeps its number.
    /// - Throws: `ENOSPC` when the user watches as many folders as `max_user_watches` allows.
    func add(_ folder: FolderHandle) throws(FolderHandle.Failure) -> Int32 {
        // By its descriptor: the path may lead to another one by now.
        let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(folder.descriptor)", Kinds.wanted.rawValue)
        guard watch >= 0 else { throw FolderHandle.Failure(code: errno) }
        return watch
    }

    func remove(_ watch: Int32) {
        _ = inotify_rm_watch(descriptor, watch)
    }

    /// The events since the last call; empty without any.
    func read() -> [Event] {
        var events: [Event] = []
        // Room for hundreds at once; one has 16 bytes and its name.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return events
            }
            buffer.withUnsafeBytes { bytes in
                var start = 0
                while start + 16 <= count {
                    let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                    let name = bytes[start + 16..<min(start + 16 + length, count)].prefix { $0 != 0 }
                    events.append(
                        Event(
                            watch: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
                            kinds: Kinds(rawValue: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)),
                            name: Array(name)))
                    start += 16 + length
                }
            }
            // The rest is read with the next call: what waits for this one must not wait for ever.
            if events.count > 10_000 { return events }
        }
    }
}

/// Changes noticed in a tree of folders since it was read, and the files that are being written.
struct FolderChanges {
    typealias Instant = ContinuousClock.Instant

    /// A file that was created and not closed counts as written when nothing was written to it for this long: the system reports
    /// no end of files that are made by other means than writing.
    static let writingLimit = Duration.seconds(10)

    /// Events were lost, or the root is another folder.
    private(set) var isEverything = false
    /// Folders whose own files have changed.
    private(set) var folders: Set<FolderPlace> = []
    /// Folders that came, went or were renamed, with everything below.
    private(set) var trees: Set<FolderPlace> = []
    private(set) var writing: [FolderPlace: [[UInt8]: Instant]] = [:]

    var isEmpty: Bool { !isEverything && folders.isEmpty && trees.isEmpty }

    mutating func recordEverything() { isEverything = true }

    mutating func recordTree(_ place: FolderPlace) { trees.insert(place) }

    mutating func recordFolder(_ place: FolderPlace) { folders.insert(place) }

    /// - Returns: whether there is something to read: not while a file is being written.
    mutating func record(_ event: FolderEvents.Event, in place: FolderPlace, at now: Instant) -> Bool {
        if FolderRules.isRule(event.name) {
            guard !event.kinds.isSubset(of: [.modified]) else { return false }
            trees.insert(place)
            return true
        }
        guard let first = event.name.first, first != UInt8(ascii: ".") else { return false }
        if event.kinds.contains(.isFolder) {
            guard !event.kinds.isDisjoint(with: [.created, .movedFrom, .movedTo, .deleted, .attributes]) else {
                return false
            }
            trees.insert(place.folder(event.name))
            return true
        }
        // Others are left out of the listing.
        guard
            FileEnding(event.name)?.format != nil || Sidecars.isSidecar(event.name) || DataSetForm(event.name) != nil
        else { return false }
        if event.kinds.contains(.modified) {
            writing[place, default: [:]][event.name] = now
            return false
        }
        if event.kinds.contains(.created) {
            writing[place, default: [:]][event.name] = now
        } else if event.kinds.contains(.attributes) {
            if writing[place]?[event.name] != nil { return false }
        } else {
            endWriting(event.name, in: place)
        }
        folders.insert(place)
        return true
    }

    private mutating func endWriting(_ name: [UInt8], in place: FolderPlace) {
        writing[place]?[name] = nil
        if writing[place]?.isEmpty == true { writing[place] = nil }
    }

    /// When the first file counts as written although it was not closed; `nil` when none is being written.
    var nextWritten: Instant? {
        writing.values.lazy.flatMap(\.values).min().map { $0 + Self.writingLimit }
    }

    /// - Returns: whether files count as written from now on.
    mutating func settleWriting(at now: Instant) -> Bool {
        var isAny = false
        for (place, files) in writing {
            for (name, time) in files where time + Self.writingLimit <= now {
                endWriting(name, in: place)
                folders.insert(place)
                isAny = true
            }
        }
        return isAny
    }

    /// Forgets the changes in a folder and below.
    mutating func remove(below place: FolderPlace) {
        folders = folders.filter { !place.contains($0) }
        trees = trees.filter { !place.contains($0) }
    }

    /// Takes out the folders to read. Files that are being written stay so.
    mutating func takeReady() -> FolderChanges {
        let taken = self
        self = FolderChanges()
        writing = taken.writing
        return taken
    }
}
