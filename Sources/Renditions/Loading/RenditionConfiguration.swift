/// The limits of a `RenditionLoader`.
package struct RenditionConfiguration: Sendable {
    /// Maximum loads at once, including those that wait for content.
    package var loaders: Int
    /// Maximum decodes at once; each uses one core and up to about 100 MB.
    package var decoders: Int
    /// The limit of the memory cache, counted in encoded bytes plus 200 an entry.
    package var memoryCacheBytes: Int
    /// The folder of the disk cache, created if it is missing; `nil` for none.
    package var diskCacheFolder: String?
    /// The limit of the disk cache, headers included.
    package var diskCacheBytes: Int
    /// The widths that renditions come in, ascending, not empty.
    package var widthSteps: [Int]

    /// Maximum bytes of downloads whose pictures take long to decode and that other loads have begun in the place of; a single one
    /// may be larger.
    package var slowBytes = 256 << 20

    /// A file that cannot be read is considered incomplete for this time after the last write.
    package var settlingSeconds = 5

    package init(
        loaders: Int = 4, decoders: Int = 2, memoryCacheBytes: Int = 128 << 20, diskCacheFolder: String? = nil,
        diskCacheBytes: Int = 2 << 30, widthSteps: [Int] = [96, 160, 240, 320, 480, 640, 960, 1280, 1920, 2560]
    ) {
        precondition(!widthSteps.isEmpty && widthSteps == widthSteps.sorted(), "width steps must ascend: \(widthSteps)")
        self.loaders = max(1, loaders)
        self.decoders = max(1, decoders)
        self.memoryCacheBytes = max(0, memoryCacheBytes)
        self.diskCacheFolder = diskCacheFolder
        self.diskCacheBytes = max(0, diskCacheBytes)
        self.widthSteps = widthSteps
    }
}
