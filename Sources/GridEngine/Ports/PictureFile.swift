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
    /// Of its size in bytes.
    private let doublings: UInt8

    package init(format: Format, bytes: Int) {
        self.format = format
        doublings = UInt8(Int.bitWidth - max(1, bytes).leadingZeroBitCount)
    }

    var costClass: CostClass { CostClass(format: format.rawValue, doublings: doublings) }
}
