import GridEngine

extension FolderScan {
    /// Packs what was read.
    /// - Parameters:
    ///   - title: the title of a folder.
    ///   - hash: the hash of a path below a root, with a salt.
    /// - Returns: all folders that have pictures.
    func catalogue(
        title: (_ root: Int, _ path: [UInt8]) -> String, hash: (_ path: [UInt8], _ root: Int, _ salt: Int) -> UInt128
    ) -> PhotoCatalogue {
        var catalogue = PhotoCatalogue()
        let inOrder = folders.filter { !$0.files.isEmpty }.map { folder in
            (
                entry: PhotoCatalogue.Folder(
                    place: folder.place, key: folder.key, title: title(folder.place.root, folder.place.path),
                    identifier: ItemIdentifier(hash: hash(folder.place.path, folder.place.root, -1))), folder: folder
            )
        }.sorted { $0.entry.precedes($1.entry) }
        for (entry, folder) in inOrder {
            catalogue.appendFolder(entry)
            for file in folder.files {
                let name = folder.names[file.name]
                let path = FolderPlace.path(folder.place.path, name)
                catalogue.appendFile(
                    name: name, identifier: ItemIdentifier(hash: hash(path, folder.place.root, 0)),
                    revision: file.revision,
                    trace: file.trace, file: file.file, hasSidecar: file.hasSidecar)
            }
        }
        catalogue.finish(hash: hash)
        return catalogue
    }
}
