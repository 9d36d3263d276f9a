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
    /// The condition that ends a decode.
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
        /// A library's warning is an error too.
        case warnings = "[fail_on=warning]"
        /// A truncated picture fails instead of turning grey.
        case truncation = "[fail_on=truncated]"
        /// Unreadable parts are left out, however large they are.
        case nothing = "[fail_on=none,unlimited]"
    }

    /// The loader's options.
    var options: String { strictness.rawValue }
}

extension PictureContent {
    private static let segmentLimit = 10_000
    /// Maximum bytes between two segments that are passed over.
    private static let junkLimit = 256 << 10
    /// Frames that libjpeg reads, all of eight bits: of one pass and of several, with Huffman or arithmetic coding.
    private static let decodedFrames: Set<UInt8> = [0xc0, 0xc1, 0xc2, 0xc9, 0xca]
    private static let endMarker: [UInt8] = [0xff, 0xd9]

    /// - Throws: of a lossless JPEG and the like, which nobody may call damaged.
    func checkJPEG() throws(LoadFailure) {
        var offset = 2
        for _ in 0..<Self.segmentLimit {
            guard let head = bytes.bytes(at: offset, count: 5) else { return }
            guard head[0] == 0xff else {
                // libjpeg would look for the next marker in all of a large file.
                let next = bytes.bytes(at: offset, count: min(Self.junkLimit, bytes.count - offset))
                guard next?.contains(0xff) == true else { throw VipsDecoder.broken() }
                return
            }
            let marker = head[1]
            if marker == 0xff {
                offset += 1
                continue
            }
            guard marker != 0xda, marker != 0xd9 else { return }
            // Start of frame, of whatever process; the three between are tables.
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                guard Self.decodedFrames.contains(marker), head[4] == 8 else {
                    throw .unreadable(.pictureKindUnsupported("JPEG"))
                }
                return
            }
            offset += 2 + (Int(head[2]) << 8 | Int(head[3]))
        }
    }

    /// A JPEG with the end marker that it lacks; `nil` of any other content. Where that was all that it lacked, it is read without a warning.
    var withEndMarker: PictureContent? {
        guard kind == .jpeg, bytes.bytes(at: bytes.count - 2, count: 2) != Self.endMarker, let all = bytes.all() else {
            return nil
        }
        var content = self
        content.bytes = .memory(all + Self.endMarker)
        content.strictness = .warnings
        return content
    }
}
