import GridEngine

/// All files of a listing, packed: 50 bytes and the name for a file, and 4–8 for its place in the table.
///
/// Files have numbers, which they keep as long as they are listed; a name ends where that of the next number begins.
struct PhotoCatalogue: Sendable {
    struct Folder: Sendable {
        var place: FolderPlace
        /// Its sort key.
        var key: [UInt8]
        var title: String
        var identifier: ItemIdentifier
        /// The numbers of the files in it, in their order.
        var files: [Int32] = []
    }

    private(set) var folders: [Folder] = []
    private(set) var identifiers: [UInt128] = []
    private(set) var revisions: [UInt64] = []
    private(set) var traces: [UInt64] = []
    private(set) var files: [PictureFile] = []
    private var folderOfFile: [Int32] = []
    /// The files with a sidecar, by number.
    private var describedFiles: Set<Int32> = []
    private(set) var names: [UInt8] = []
    private var nameStarts: [UInt32] = [0]
    /// Indices in `folders`.
    private var folderIndices: [FolderPlace: Int] = [:]
    /// Open addressing over the identifiers; a power of two, at most three quarters full; -1 for a free place, -2 for one that was
    /// taken.
    private var table: [Int32] = []
    private var usedPlaces = 0
    /// Numbers of files that were taken out.
    private var removed: [Int] = []

    /// Number of files, including those that are gone.
    var count: Int { identifiers.count }

    /// Appends a folder whose files `appendFile` then adds.
    mutating func appendFolder(_ folder: Folder) {
        folderIndices[folder.place] = folders.count
        folders.append(folder)
    }

    /// Appends a file to the folder of an index in `folders`; without one, to the last.
    mutating func appendFile(
        name: some Collection<UInt8>, identifier: ItemIdentifier, revision: UInt64, trace: UInt64,
        file: PictureFile, hasSidecar: Bool = false, to folder: Int? = nil
    ) {
        precondition(names.count + name.count <= Int(UInt32.max), "file names fill more than 4 GB")
        let folder = folder ?? folders.count - 1
        if hasSidecar { describedFiles.insert(Int32(count)) }
        folders[folder].files.append(Int32(count))
        names.append(contentsOf: name)
        nameStarts.append(UInt32(names.count))
        identifiers.append(identifier.value)
        revisions.append(revision)
        traces.append(trace)
        files.append(file)
        folderOfFile.append(Int32(folder))
    }

    /// Indexes the files by identifier. When two files have the same one, the file whose path is smaller keeps it; the other
    /// gets that of its path and a number.
    mutating func finish(hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128) {
        let clashing = index(0..<count)
        if !clashing.isEmpty { settle(clashing, hash: hash) }
    }

    /// Makes the table.
    /// - Returns: files that share their identifiers.
    private mutating func index(_ numbers: some Collection<Int>) -> Set<Int> {
        var places = 16
        while places * 3 < numbers.count * 4 + 64 { places *= 2 }
        table = Array(repeating: -1, count: places)
        usedPlaces = numbers.count
        var clashing: Set<Int> = []
        for file in numbers {
            let place = self.place(of: identifiers[file])
            if table[place] < 0 { table[place] = Int32(file) } else { clashing.formUnion([Int(table[place]), file]) }
        }
        return clashing
    }

    private mutating func settle(_ clashing: Set<Int>, hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128) {
        let inOrder = clashing.map { (file: $0, root: folder(of: $0).place.root, path: path(of: $0)) }
            .sorted { $0.root != $1.root ? $0.root < $1.root : $0.path.lexicographicallyPrecedes($1.path) }
        var taken = Set((0..<count).filter { !clashing.contains($0) }.map { identifiers[$0] })
        for (file, root, path) in inOrder {
            var salt = 0
            var value = ItemIdentifier(hash: hash(path, root, salt)).value
            while !taken.insert(value).inserted {
                salt += 1
                value = ItemIdentifier(hash: hash(path, root, salt)).value
            }
            identifiers[file] = value
        }
        _ = index(0..<count)
    }

    /// The file's number. O(1).
    func file(_ identifier: ItemIdentifier) -> Int? {
        guard !table.isEmpty else { return nil }
        let file = table[place(of: identifier.value)]
        return file < 0 ? nil : Int(file)
    }

    func name(of file: Int) -> ArraySlice<UInt8> { names[place(ofName: file)] }

    /// The name's place in `names`.
    func place(ofName file: Int) -> Range<Int> { Int(nameStarts[file])..<Int(nameStarts[file + 1]) }

    func hasSidecar(_ file: Int) -> Bool { describedFiles.contains(Int32(file)) }

    func folder(of file: Int) -> Folder { folders[Int(folderOfFile[file])] }

    /// From the file's root.
    func path(of file: Int) -> [UInt8] { FolderPlace.path(folder(of: file).place.path, name(of: file)) }

    /// The folder at a place; `nil` when no picture was ever found in it.
    func folder(at place: FolderPlace) -> Int? { folderIndices[place] }

    /// The folders with files in their order.
    var foldersInOrder: [Folder] {
        let filled = folders.filter { !$0.files.isEmpty }
        let isSorted = zip(filled, filled.dropFirst()).allSatisfy { !$1.precedes($0) }
        return isSorted ? filled : filled.sorted { $0.precedes($1) }
    }

    /// The place of the identifier in the table, or the free place for it.
    private func place(of identifier: UInt128) -> Int {
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: identifier ^ identifier >> 64) & mask
        while table[place] != -1, table[place] == -2 || identifiers[Int(table[place])] != identifier {
            place = (place + 1) & mask
        }
        return place
    }
}

// MARK: Changes

extension PhotoCatalogue {
    /// Adds files to the table.
    /// - Returns: `false` when one shares its identifier with another file: then everything has to be listed again.
    mutating func insert(_ numbers: Range<Int>) -> Bool {
        if table.isEmpty || (usedPlaces + numbers.count) * 4 > table.count * 3 {
            return index(folders.flatMap(\.files).map { Int($0) }).isEmpty
        }
        for file in numbers {
            let place = self.place(of: identifiers[file])
            guard table[place] == -1 else { return false }
            table[place] = Int32(file)
            usedPlaces += 1
        }
        return true
    }

    /// Takes files out of the table.
    mutating func remove(_ numbers: some Sequence<Int>) {
        for file in numbers {
            let place = self.place(of: identifiers[file])
            if table[place] == Int32(file) { table[place] = -2 }
            describedFiles.remove(Int32(file))
            removed.append(file)
        }
    }

    /// The numbers of files that were taken out since the last call. Their names and folders are known still.
    mutating func takeRemoved() -> [Int] {
        defer { removed = [] }
        return removed
    }

    mutating func setFiles(_ files: [Int32], of folder: Int) { folders[folder].files = files }

    /// Replaces what is known of a file.
    mutating func update(_ number: Int, revision: UInt64, trace: UInt64, file: PictureFile, hasSidecar: Bool) {
        (revisions[number], traces[number], files[number]) = (revision, trace, file)
        if hasSidecar { describedFiles.insert(Int32(number)) } else { describedFiles.remove(Int32(number)) }
    }
}

extension PhotoCatalogue.Folder {
    func precedes(_ other: PhotoCatalogue.Folder) -> Bool {
        if place.root != other.place.root { return place.root < other.place.root }
        return key == other.key
            ? place.path.lexicographicallyPrecedes(other.place.path) : key.lexicographicallyPrecedes(other.key)
    }
}
