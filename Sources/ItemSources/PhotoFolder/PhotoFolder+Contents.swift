import GridEngine

extension PhotoFolder {
    struct Contents {
        var catalogue = PhotoCatalogue()
        /// Numbers of files that the last listing left out, by reason.
        var skipped: [Reason: Int] = [:]
        var names = FileNames()
        var notes = FolderNotes()
        /// Where files were that are gone, from their root, by the identifiers of those paths.
        var lastPaths: [ItemIdentifier: [UInt8]] = [:]

        /// The file of an item. O(1).
        func file(of id: String) -> Int? { names.listedIdentifier(of: id).flatMap { catalogue.file($0) } }

        /// Takes over a whole listing.
        mutating func take(_ listing: Listed) {
            noteGone(catalogue.folders.lazy.flatMap(\.files).map { Int($0) }, unless: listing.catalogue)
            (catalogue, skipped, notes) = (listing.catalogue, listing.skipped, listing.notes)
        }

        /// Notes where files were that a newer catalogue has no longer.
        mutating func noteGone(_ files: some Sequence<Int>, unless newer: PhotoCatalogue) {
            for file in files {
                let identifier = ItemIdentifier(hash: catalogue.identifiers[file])
                if newer.file(identifier) == nil { lastPaths[identifier] = catalogue.path(of: file) }
            }
        }
    }

    /// The result of a whole listing.
    struct Listed {
        var catalogue: PhotoCatalogue
        var skipped: [Reason: Int]
        var notes: FolderNotes
    }

    package func lastPath(of id: String) -> String? {
        contents.withLock { contents in
            contents.names.listedIdentifier(of: id).flatMap { contents.lastPaths[$0] }
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    package func keepLastPaths(of ids: [String]) {
        contents.withLock { contents in
            let kept = ids.compactMap { contents.names.listedIdentifier(of: $0) }.compactMap { identifier in
                contents.lastPaths[identifier].map { (identifier, $0) }
            }
            contents.lastPaths = Dictionary(kept) { first, _ in first }
        }
    }

    func listing(of found: Listed) -> SourceListing {
        let (catalogue, notes) = (found.catalogue, found.notes)
        var sections = catalogue.foldersInOrder.map { folder in
            SourceListing.Section(
                id: folder.identifier.text, title: folder.title,
                items: folder.files.map {
                    SourceListing.Entry(
                        id: ItemIdentifier(hash: catalogue.identifiers[Int($0)]).text,
                        revision: catalogue.revisions[Int($0)], trace: catalogue.traces[Int($0)])
                })
        }
        if sections.isEmpty {
            let id = ItemIdentifier(hash: hash([], root: 0, salt: -1)).text
            sections = [SourceListing.Section(id: id, title: sectionTitle(root: 0, path: []), items: [])]
        }
        func titles(_ places: Set<FolderPlace>) -> [String] {
            places.map { sectionTitle(root: $0.root, path: $0.path) }.sorted()
        }
        return SourceListing(
            sections: sections, skipped: found.skipped,
            folders: .init(leftOut: titles(notes.leftOut), unread: titles(notes.unread), bare: titles(notes.bare)))
    }
}
