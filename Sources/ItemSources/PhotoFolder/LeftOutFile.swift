import GridEngine

/// Why a file that is no picture by its name is left out: people look for their videos.
enum LeftOutFile {
    private static let video: Set<String> = [
        "3gp", "avi", "flv", "insv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "webm", "wmv",
    ]

    static func reason(_ name: [UInt8]) -> Reason {
        guard let ending = FileEnding(name)?.text else { return .notAPicture }
        return video.contains(ending) ? .videoFile : .notAPicture
    }
}
