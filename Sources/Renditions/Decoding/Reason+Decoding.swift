import GridEngine

/// Why no picture could be made of a file's content.
extension Reason {
    package static let pictureDamaged = Reason("picture-damaged", "The picture is incomplete or damaged.")
    /// The file is whole as far as can be told, and no library here reads its kind; `format` is its format's name.
    static func pictureKindUnsupported(_ format: String) -> Reason {
        Reason(
            "picture-kind-unsupported",
            "This kind of \(format) is not supported. Download it to open it in another program.",
            values: ["format": format])
    }

    package static let pixelCountMismatch = Reason(
        "pixel-count-mismatch", "The picture's size does not match its content.")
    static let previewTooLarge = Reason("preview-too-large", "No preview of the picture is small enough.")
    static let rawWithoutPreview = Reason(
        "raw-without-preview",
        "This RAW file has no preview that can be read. Download it to open it in another program.")
    package static let videoWithoutPoster = Reason(
        "video-without-poster",
        "This video shows no picture.")
    static let fileBeingWritten = Reason(
        "file-being-written", "The file is still being written. It is read again once it is complete.")
    static let pictureLibraryMissing = Reason(
        "picture-library-missing", "The picture library libvips could not be started. Check its installation.")

    package static let regionOutside = Reason("region-outside", "This part is not within the picture.")

    /// Sizes in megapixels.
    package static func pictureTooLargeWhole(size: Int, limit: Int) -> Reason {
        Reason(
            "picture-too-large-whole",
            "The picture has \(size) megapixels. Above \(limit), only parts of it are sent.",
            values: ["size": "\(size)", "limit": "\(limit)"])
    }

    /// Sizes in megapixels.
    package static func pictureTooLarge(size: Int, limit: Int) -> Reason {
        Reason(
            "picture-too-large", "The picture has \(size) megapixels. The limit is \(limit).",
            values: ["size": "\(size)", "limit": "\(limit)"])
    }
}
