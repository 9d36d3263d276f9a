import Prefetching

/// What is known of a picture's file without reading it.
package struct PictureFile: Hashable, Sendable {
    package enum Format: UInt8, Sendable {
        case jpeg, png, webp, gif, tiff, heif

        /// - Parameter ending: of the file's name, in small letters, without its dot. `nil` of what is no picture.
        package init?(ending: some StringProtocol) {
            switch ending {
            case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
            case "png": self = .png
            case "webp": self = .webp
            case "gif": self = .gif
            case "tif", "tiff": self = .tiff
            case "avif", "heic", "heif": self = .heif
            default: return nil
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
