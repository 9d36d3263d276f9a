import GridEngine

/// A picture's content as libvips is to read it.
///
/// Some whole files are not read by libvips 8.14 and the libraries below it as they are. Those are put right here, in memory,
/// as far as that needs no codec.
struct PictureContent {
    var bytes: PictureBytes
    let kind: PictureSignature.Kind
    /// An ICC profile in the place of what the file says about colours in another way.
    var profile: [UInt8]?
    /// How the pixels are put together, where libvips cannot do that by itself.
    var assembly: TIFFAssembly?
    /// Whether libvips must not look for smaller versions of the picture in the file.
    var isAlone = false
    /// What ends a decode.
    var strictness = Strictness.truncation
    /// Bytes in memory for a pixel while libheif decodes it; 0 of what is decoded in rows.
    var heldBytes = 0

    /// - Throws: `.unreadable` of what is empty, no picture, or of a kind that no library here reads; what the system says of a
    ///   file that cannot be read.
    init(_ bytes: PictureBytes) throws(LoadFailure) {
        guard bytes.count != 0 else { throw .unreadable(.fileEmpty) }
        // libvips would look for signs of each format that it knows, in all of a large file.
        guard let kind = PictureSignature.kind(of: try bytes.head(PictureSignature.headBytes)) else {
            throw .unreadable(.notAPicture)
        }
        (self.bytes, self.kind) = (bytes, kind)
        switch kind {
        case .jpeg: try checkJPEG()
        case .png:
            profile = PNGColour(bytes)?.profile
            if let right = PNGChunks.putRight(bytes) { self.bytes = .memory(right) }
        case .heif: try putRightHEIF()
        case .tiff: try putRightTIFF()
        case .gif:
            if let open = GIFCanvas.withOpenPart(bytes) { self.bytes = .memory(open) }
        case .webp: break
        }
    }

    enum Strictness: String {
        /// What a library calls doubtful is an error too.
        case warnings = "[fail_on=warning]"
        /// A truncated picture fails instead of turning grey.
        case truncation = "[fail_on=truncated]"
        /// What cannot be read is left out, however much it is.
        case nothing = "[fail_on=none,unlimited]"
    }

    /// Of the loader.
    var options: String { strictness.rawValue }
}
