/// Changes noticed in a tree of folders since it was read, and the files that are being written.
struct FolderChanges {
    typealias Instant = ContinuousClock.Instant

    /// A file that was created and not closed counts as written when nothing was written to it for this long: the system reports
    /// no end of what is made by other means than writing.
    static let writingLimit = Duration.seconds(10)

    /// Events were lost, or the root is another folder.
    private(set) var isEverything = false
    /// Folders whose own files have changed.
    private(set) var folders: Set<FolderPlace> = []
    /// Folders that came, went or were renamed, with everything below.
    private(set) var trees: Set<FolderPlace> = []
    private(set) var writing: [FolderPlace: [[UInt8]: Instant]] = [:]

    var isEmpty: Bool { !isEverything && folders.isEmpty && trees.isEmpty }

    mutating func noteEverything() { isEverything = true }

    mutating func noteTree(_ place: FolderPlace) { trees.insert(place) }

    mutating func noteFolder(_ place: FolderPlace) { folders.insert(place) }

    /// - Returns: whether there is something to read: not while a file is being written.
    mutating func note(_ event: FolderEvents.Event, in place: FolderPlace, at now: Instant) -> Bool {
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
        guard FileEnding(event.name)?.format != nil || Sidecars.isSidecar(event.name) else { return false }
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

    /// Forgets what was noticed in a folder and below.
    mutating func remove(below place: FolderPlace) {
        folders = folders.filter { !place.contains($0) }
        trees = trees.filter { !place.contains($0) }
    }

    /// Takes out what is to be read. Files that are being written stay so.
    mutating func take() -> FolderChanges {
        let taken = self
        self = FolderChanges()
        writing = taken.writing
        return taken
    }
}
