import GridEngine

/// All files of a listing, packed: 38 bytes and the name for a file, and 4–8 for its place in the table. Immutable.
///
/// Files are numbered in the listing's order, folder by folder; a name ends where the next begins.
struct PhotoCatalogue: Sendable {
    struct Folder: Sendable {
        /// Index of the root folder that it is in.
        var root: Int
        /// From its root, without a slash at either end; empty for the root itself. Bytes, as the system has them.
        var path: [UInt8]
        var title: String
        var identifier: ItemIdentifier
        /// The files in it, by number.
        var files: Range<Int> = 0..<0
    }

    private(set) var folders: [Folder] = []
    private(set) var identifiers: [UInt128] = []
    private(set) var revisions: [UInt64] = []
    private(set) var files: [PictureFile] = []
    private var folderOfFile: [Int32] = []
    /// The files with a sidecar, by number.
    private var describedFiles: Set<Int32> = []
    private var names: [UInt8] = []
    private var nameStarts: [UInt32] = [0]
    /// Open addressing over the identifiers; a power of two, at most three quarters full; -1 for a free place.
    private var table: [Int32] = []

    var count: Int { identifiers.count }

    /// Appends a folder whose files `appendFile` then adds.
    mutating func appendFolder(_ folder: Folder) {
        folders.append(folder)
        folders[folders.count - 1].files = count..<count
    }

    mutating func appendFile(
        name: some Collection<UInt8>, identifier: ItemIdentifier, revision: UInt64, file: PictureFile,
        hasSidecar: Bool = false
    ) {
        precondition(names.count + name.count <= Int(UInt32.max), "file names fill more than 4 GB")
        if hasSidecar { describedFiles.insert(Int32(count)) }
        names.append(contentsOf: name)
        nameStarts.append(UInt32(names.count))
        identifiers.append(identifier.value)
        revisions.append(revision)
        files.append(file)
        folderOfFile.append(Int32(folders.count - 1))
        folders[folders.count - 1].files = folders[folders.count - 1].files.lowerBound..<count
    }

    /// Indexes the files by identifier. Of two files with one identifier, the one whose path is smaller keeps it; the other
    /// gets that of its path and a number.
    mutating func finish(hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128) {
        var places = 16
        while places * 3 < count * 4 { places *= 2 }
        table = Array(repeating: -1, count: places)
        var clashing: Set<Int> = []
        for file in 0..<count {
            let place = self.place(of: identifiers[file])
            if table[place] < 0 { table[place] = Int32(file) } else { clashing.formUnion([Int(table[place]), file]) }
        }
        guard !clashing.isEmpty else { return }
        settle(clashing, hash: hash)
    }

    private mutating func settle(_ clashing: Set<Int>, hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128) {
        let inOrder = clashing.map { (file: $0, root: folder(of: $0).root, path: path(of: $0)) }
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
        table = Array(repeating: -1, count: table.count)
        for file in 0..<count { table[place(of: identifiers[file])] = Int32(file) }
    }

    /// The file's number. O(1).
    func file(_ identifier: ItemIdentifier) -> Int? {
        guard !table.isEmpty else { return nil }
        let file = table[place(of: identifier.value)]
        return file < 0 ? nil : Int(file)
    }

    func name(of file: Int) -> ArraySlice<UInt8> { names[Int(nameStarts[file])..<Int(nameStarts[file + 1])] }

    func hasSidecar(_ file: Int) -> Bool { describedFiles.contains(Int32(file)) }

    func folder(of file: Int) -> Folder { folders[Int(folderOfFile[file])] }

    /// From the file's root.
    func path(of file: Int) -> [UInt8] { PhotoCatalogue.path(folder(of: file).path, name(of: file)) }

    static func path(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
        folder.isEmpty ? Array(name) : folder + [UInt8(ascii: "/")] + name
    }

    /// The place of the identifier in the table, or the free place for it.
    private func place(of identifier: UInt128) -> Int {
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: identifier ^ identifier >> 64) & mask
        while table[place] >= 0, identifiers[Int(table[place])] != identifier { place = (place + 1) & mask }
        return place
    }
}
