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
        guard let ending = FileEnding(name)?.text else { return .notAPicture }
        return raw.contains(ending) ? .rawFile : video.contains(ending) ? .videoFile : .notAPicture
    }
}
