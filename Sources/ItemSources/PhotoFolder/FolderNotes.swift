/// What was noticed of folders, beside their files, when they were read.
struct FolderNotes: Sendable {
    /// Folders and files that are not shown because a file in a folder says so (`FolderRules`).
    var leftOut: Set<FolderPlace> = []
    /// Folders that the server may not read.
    var unread: Set<FolderPlace> = []
    /// Folders without a single entry, as one is whose disk is not mounted.
    var bare: Set<FolderPlace> = []

    /// Replaces what was noticed of folders that were read again.
    mutating func replace(in update: CatalogueUpdate, with newer: FolderNotes) {
        let read = Set(update.folders.map(\.place))
        func isRead(_ place: FolderPlace) -> Bool {
            read.contains(place) || update.trees.contains { $0.contains(place) }
        }
        leftOut = leftOut.filter { !isRead($0) }.union(newer.leftOut)
        unread = unread.filter { !isRead($0) }.union(newer.unread)
        bare = bare.filter { !isRead($0) }.union(newer.bare)
    }
}
