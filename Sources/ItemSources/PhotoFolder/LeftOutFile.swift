import GridEngine

/// Why a file that is no picture and no video by its name is left out: people look for what they put into a folder.
enum LeftOutFile {
    private static let kinds: [(reason: Reason, endings: Set<String>)] = [
        (
            .documentFile,
            [
                "csv", "doc", "docx", "epub", "htm", "html", "key", "log", "md", "odp", "ods", "odt", "pdf", "ppt",
                "pptx",
                "rtf", "tex", "txt", "xls", "xlsx",
            ]
        ),
        (.archiveFile, ["7z", "bz2", "dmg", "gz", "iso", "rar", "tar", "tgz", "xz", "zip", "zst"]),
        (.audioFile, ["aac", "aif", "aiff", "flac", "m4a", "mid", "mp3", "oga", "ogg", "opus", "wav", "wma"]),
        (
            .editorFile,
            ["ai", "cdr", "clip", "dwg", "eps", "idml", "indd", "kra", "ora", "psb", "psd", "svg", "svgz", "xcf"]
        ),
    ]

    static func reason(_ name: [UInt8]) -> Reason {
        guard let ending = FileEnding(name)?.text else { return .notAPicture }
        return kinds.first { $0.endings.contains(ending) }?.reason ?? .notAPicture
    }
}

/// The items whose files were renamed: their identifiers, and those of the paths that they are listed under.
struct FileNames {
    private var listed: [String: ItemIdentifier] = [:]
    private var items: [ItemIdentifier: String] = [:]
    /// Raised when names change.
    private(set) var revision = 0

    mutating func adopt(_ names: [ListedName]) {
        if !names.isEmpty { revision += 1 }
        for name in names {
            if let before = listed.removeValue(forKey: name.id), items[before] == name.id { items[before] = nil }
            guard let identifier = name.listedAs.flatMap({ ItemIdentifier($0) }) else { continue }
            listed[name.id] = identifier
            items[identifier] = name.id
        }
    }

    /// The identifier of the path of an item's file; `nil` when the path that the item is named after is another's by now. O(1).
    func listedIdentifier(of id: String) -> ItemIdentifier? {
        if let identifier = listed[id] { return identifier }
        guard let identifier = ItemIdentifier(id), items[identifier] == nil else { return nil }
        return identifier
    }

    /// The item whose file has a path. O(1).
    func item(listedAs identifier: ItemIdentifier) -> String { items[identifier] ?? identifier.text }
}

/// Facts about folders, besides their files, from when they were read.
struct FolderNotes: Sendable {
    /// Folders and files that are not shown because a file in a folder says so (`FolderRules`).
    var leftOut: Set<FolderPlace> = []
    /// Folders that the server may not read.
    var unread: Set<FolderPlace> = []
    /// Folders without a single entry, as one is whose disk is not mounted.
    var bare: Set<FolderPlace> = []
    /// Files whose lines say something of pictures.
    var dataSets: Set<FoundDataSet> = []

    /// Replaces what was noticed of folders that were read again.
    mutating func replace(in update: CatalogueUpdate, with newer: FolderNotes) {
        let read = Set(update.folders.map(\.place))
        func isRead(_ place: FolderPlace) -> Bool {
            read.contains(place) || update.trees.contains { $0.contains(place) }
        }
        leftOut = leftOut.filter { !isRead($0) }.union(newer.leftOut)
        unread = unread.filter { !isRead($0) }.union(newer.unread)
        bare = bare.filter { !isRead($0) }.union(newer.bare)
        dataSets = dataSets.filter { !isRead($0.place) }.union(newer.dataSets)
    }
}

/// A data set as a folder was read.
struct FoundDataSet: Hashable {
    var place: FolderPlace
    var name: [UInt8]
    var revision: UInt64
}
