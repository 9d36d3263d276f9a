import GridEngine

/// Why a file that is no picture by its name is left out: people look for their RAW files and videos.
enum LeftOutFile {
    private static let raw: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "iiq", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]
    private static let video: Set<String> = [
        "3gp", "avi", "flv", "insv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "webm", "wmv",
    ]

    static func reason(_ name: [UInt8]) -> Reason {
        guard let ending = ending(name) else { return .notAPicture }
        return raw.contains(ending) ? .rawFile : video.contains(ending) ? .videoFile : .notAPicture
    }

    /// What follows the last dot of a name, in lower case. `nil` without a dot, or where too much follows.
    static func ending(_ name: [UInt8]) -> String? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else { return nil }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }
}
