import GridEngine

/// Folders that were read again.
struct CatalogueUpdate {
    /// Folders of which, with everything below, nothing is there but what `folders` says.
    var trees: [FolderPlace] = []
    var folders: [FolderScan.Folder] = []
}

extension PhotoCatalogue {
    struct Changes {
        var sections: [SectionChange] = []
        /// Whether folders with pictures came or went.
        var areSectionsOthers = false
    }

    /// Takes over folders that were read again. Files that have not changed keep their numbers. O(files in those folders).
    /// - Returns: what has changed; `nil` when two files share an identifier: then everything has to be listed again.
    mutating func apply(
        _ update: CatalogueUpdate, namedBefore: Int, title: (_ root: Int, _ path: [UInt8]) -> String,
        hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128
    ) -> Changes? {
        var changes = Changes()
        let read = Set(update.folders.map(\.place))
        if !update.trees.isEmpty {
            for index in folders.indices where !folders[index].files.isEmpty && !read.contains(folders[index].place) {
                guard update.trees.contains(where: { $0.contains(folders[index].place) }) else { continue }
                remove(folders[index].files.lazy.map { Int($0) })
                setFiles([], of: index)
                changes.areSectionsOthers = true
            }
        }
        for scanned in update.folders {
            let index: Int
            if let known = folder(at: scanned.place) {
                index = known
            } else {
                guard !scanned.files.isEmpty else { continue }
                index = folders.count
                appendFolder(
                    Folder(
                        place: scanned.place, key: scanned.key, title: title(scanned.place.root, scanned.place.path),
                        identifier: ItemIdentifier(hash: hash(scanned.place.path, scanned.place.root, -1))))
            }
            let wasEmpty = folders[index].files.isEmpty
            guard let change = replaceFiles(of: index, by: scanned, namedBefore, hash: hash) else { return nil }
            if wasEmpty != folders[index].files.isEmpty { changes.areSectionsOthers = true }
            if !change.removed.isEmpty || !change.listed.isEmpty { changes.sections.append(change) }
        }
        return changes
    }

    private mutating func replaceFiles(
        of folder: Int, by scanned: FolderScan.Folder, _ namedBefore: Int,
        hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128
    ) -> SectionChange? {
        var known: [ArraySlice<UInt8>: Int] = [:]
        for file in folders[folder].files { known[name(of: Int(file))] = Int(file) }
        let place = folders[folder].place
        let firstNew = count
        var inOrder: [Int32] = []
        var changed: [Int] = []
        setFiles([], of: folder)
        for file in scanned.files {
            let name = scanned.names[file.name]
            if let number = known.removeValue(forKey: name) {
                let isSame =
                    revisions[number] == file.revision && traces[number] == file.trace
                    && hasSidecar(number) == file.hasSidecar
                if !isSame, !file.isWriting {
                    changed.append(inOrder.count)
                    self.update(
                        number, revision: file.revision, trace: file.trace, file: file.file,
                        hasSidecar: file.hasSidecar)
                }
                inOrder.append(Int32(number))
            } else if !file.isWriting {
                changed.append(inOrder.count)
                inOrder.append(Int32(count))
                appendFile(
                    name: name,
                    identifier: ItemIdentifier(hash: hash(FolderPlace.path(place.path, name), place.root, 0)),
                    revision: file.revision, trace: file.trace, file: file.file, hasSidecar: file.hasSidecar, to: folder
                )
            }
        }
        var change = SectionChange(section: folders[folder].identifier.text)
        change.removed = known.values.map { identifier(of: $0) }.sorted()
        remove(known.values)
        setFiles(inOrder, of: folder)
        guard insert(firstNew..<count) else { return nil }
        change.listed = changed.map { place in
            let number = Int(inOrder[place])
            return SectionChange.Listed(
                entry: .init(id: identifier(of: number), revision: revisions[number], trace: traces[number]),
                before: inOrder[max(0, place - namedBefore)..<place].reversed().map { identifier(of: Int($0)) })
        }
        return change
    }

    private func identifier(of number: Int) -> String { ItemIdentifier(hash: identifiers[number]).text }
}

extension FolderPlace {
    /// How many folders it is below its root.
    var depth: Int { path.isEmpty ? 0 : 1 + path.count { $0 == UInt8(ascii: "/") } }
}

extension FolderScan {
    /// The sort key of a folder.
    static func key(of place: FolderPlace) -> [UInt8] {
        place.path.split(separator: UInt8(ascii: "/")).reduce([]) { key($0, Array($1)) }
    }
}
