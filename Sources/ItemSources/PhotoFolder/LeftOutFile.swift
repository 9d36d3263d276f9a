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
