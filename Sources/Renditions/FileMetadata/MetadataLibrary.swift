import CGExiv2

/// gexiv2 and exiv2, set up once for the process.
package enum MetadataLibrary {
    /// Starts the library on first use; `false` when that failed. In a worker, before it is confined: the library opens the
    /// tables of character sets.
    package static let isReady: Bool = {
        guard gexiv2_initialize() != 0 else { return false }
        // Damage is what files have; no line on stderr for each tag.
        gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
        MetadataText.prepare()
        // Converts a comment from UTF-16, as it will for files.
        sample.withUnsafeBytes { _ = MetadataTags($0)?.text("Exif.Photo.UserComment") }
        return true
    }()

    /// A TIFF file without a picture: an Exif directory with the comment "a" in UTF-16.
    private static let sample: [UInt8] = [
        0x49, 0x49, 0x2a, 0, 8, 0, 0, 0,  // least significant byte first
        1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0,  // the Exif directory is at 26
        1, 0, 0x86, 0x92, 7, 0, 10, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0,  // UserComment, 10 bytes at 44
        0x55, 0x4e, 0x49, 0x43, 0x4f, 0x44, 0x45, 0, 0x61, 0,
    ]
}
