import Prefetching

/// The facts about a picture's file that need no reading of it.
package struct PictureFile: Hashable, Sendable {
    package enum Format: UInt8, Sendable {
        case jpeg, png, webp, gif, tiff, heif
        /// The values of a camera's sensor, with a preview that the camera made.
        case raw
        case video

        /// - Parameter ending: of the file's name, in small letters, without its dot. `nil` of what is no picture.
        package init?(ending: some StringProtocol) {
            switch ending {
            // Stereo cameras, panoramas and the like write this too: a JPEG of which the first picture is shown.
            case "jpg", "jpeg", "jpe", "jif", "jfif", "jps", "mpo", "insp": self = .jpeg
            case "png", "apng": self = .png
            case "webp": self = .webp
            case "gif": self = .gif
            case "tif", "tiff": self = .tiff
            case "avif", "avifs", "heic", "heics", "heif", "hif": self = .heif
            default:
                if Self.rawEndings.contains(String(ending)) {
                    self = .raw
                } else if Self.videoEndings.contains(String(ending)) {
                    self = .video
                } else {
                    return nil
                }
            }
        }

        /// The endings of the cameras' makers, and Adobe's DNG.
        private static let rawEndings: Set<String> = [
            "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "iiq", "kdc", "mef", "mos", "mrw", "nef",
            "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
        ]

        /// Browsers play some of them. The others are shown all the same: as files with a name, and a length where it is known.
        private static let videoEndings: Set<String> = [
            "3g2", "3gp", "avi", "flv", "insv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "webm",
            "wmv",
        ]

        /// The word of people for it: `photo`, `raw`, `video`.
        package var kind: String {
            switch self {
            case .raw: "raw"
            case .video: "video"
            default: "photo"
            }
        }
    }

    package let format: Format
    private let size: UInt32

    /// - Parameters:
    ///   - format: by the file's name.
    ///   - bytes: its size; one of 4 GiB and more is taken for the largest that can be said.
    package init(format: Format, bytes: Int) {
        self.format = format
        size = UInt32(clamping: bytes)
    }

    /// The file's size.
    package var bytes: Int { Int(size) }

    var costClass: CostClass {
        let doublings = UInt8(UInt32.bitWidth - max(1, size).leadingZeroBitCount)
        return CostClass(format: format.rawValue, doublings: doublings)
    }
}

/// Where the original of an item is.
package enum OriginalPlace: Sendable, Equatable {
    /// A file of this machine, by its absolute path: bytes, as the system has them. The first `folderBytes` of it, with a slash at
    /// the end, are the served folder; none are, where files of several folders are served together.
    case file(path: [UInt8], folderBytes: Int)
    /// An address in the web.
    case web(String)
}

extension OriginalPlace {
    /// The path, or the address.
    package var bytes: [UInt8] {
        switch self {
        case .file(let path, _): path
        case .web(let address): Array(address.utf8)
        }
    }
}
