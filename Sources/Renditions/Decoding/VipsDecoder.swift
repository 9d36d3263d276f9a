import CVips
import Glibc
import GridEngine

/// Decodes in this process by libvips: shrink-on-load, upright, sRGB, first frame, without metadata.
package struct VipsDecoder: PictureDecoder {
    /// Pictures with more pixels than this are refused by their header, before any is decoded.
    package var pixelLimit: Int
    /// `VipsHeader.decodingCost` of a picture that takes a quarter of a second and more.
    private static let heavyCost = 24_000_000
    /// Pixels of a JPEG in one pass of which a preview is made sooner than that.
    static let quickPixels = 4 * heavyCost
    /// Maximum bytes that a picture may take while it is decoded, where a library holds all of it several times.
    private static let heldLimit = 560_000_000
    private static let smallPixels = 1_000_000
    package var jpegQuality = 80
    package var webpQuality = 80
    /// The quality of renditions in the picture's own pixels. From 90 on, colours are stored as finely as brightness.
    package var closeQuality = 90

    /// Whether libvips can be used in this process; starts it.
    package static var isAvailable: Bool { VipsLibrary.isReady }

    /// Starts libvips in a process that decodes one picture at a time, as a worker does: it is quicker there. Call it before
    /// anything else uses libvips.
    /// - Returns: whether it can be used.
    package static func startOneByOne() -> Bool {
        VipsLibrary.decodesOneByOne.store(true, ordering: .relaxed)
        return VipsLibrary.isReady
    }

    package init(pixelLimit: Int = 268_435_456) {
        self.pixelLimit = pixelLimit
    }

    package func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard VipsLibrary.isReady else { throw .transient(.pictureLibraryMissing) }
        switch original {
        case .file(let file, _):
            return try renditions(of: .file(file), as: forms, cancellation, whenSlow)
        case .encoded(let bytes):
            return try renditions(of: .memory(bytes), as: forms, cancellation, whenSlow)
        case .pixels(let width, let height, let rgb):
            return try renditions(
                ofPixels: rgb, size: RenditionSize(width: width, height: height), forms, cancellation)
        }
    }

    private func renditions(
        of bytes: PictureBytes, as forms: [RenditionForm], _ cancellation: Cancellation, _ whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        let content = try PictureContent(bytes)
        if forms == [.preview], let preview = try previewOfJPEG(content, cancellation) { return [preview] }
        return try decoded(content, as: forms, cancellation, whenSlow)
    }

    /// The content as it is, else with the end marker that it lacks, else what is there of it.
    func decoded(
        _ content: PictureContent, as forms: [RenditionForm], _ cancellation: Cancellation, _ whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        func attempt(_ content: PictureContent) throws(LoadFailure) -> [Rendition]? {
            do throws(LoadFailure) {
                return try content.bytes.withSource { source throws(LoadFailure) in
                    try renditions(of: source, content, forms, cancellation, whenSlow)
                }
            } catch {
                if case .unreadable(.pictureDamaged) = error { return nil }
                throw error
            }
        }
        FoundDamage.forget()
        if let whole = try attempt(content) { return FoundDamage.marking(whole) }
        FoundDamage.forget()
        // A complaint about the last rows comes too late to make a decode fail.
        if let ended = content.withEndMarker, let whole = try attempt(ended), !FoundDamage.take() { return whole }
        guard let part = try partly(content, cancellation), let parts = try attempt(part) else { throw Self.broken() }
        FoundDamage.note()
        return FoundDamage.marking(parts)
    }

    private func renditions(
        of source: UnsafeMutablePointer<VipsSource>, _ content: PictureContent, _ forms: [RenditionForm],
        _ cancellation: Cancellation, _ whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        if let assembly = content.assembly {
            let picture = try assembled(assembly, content.bytes, source, cancellation)
            return try renditions(of: picture, VipsHeader(picture.image), forms, cancellation)
        }
        let header = try header(of: source, content)
        try checkWhole(header, forms)
        if header.cost(of: forms[0]) > Self.heavyCost { whenSlow() }
        guard !cancellation.isCancelled else { throw .cancelled }
        if case .region(let region) = forms[0] {
            return [try rendition(of: region, header, source, content, cancellation)]
        }
        // Pages of a few px are a pyramid for libvips, whatever is on them.
        let isAlone = content.isAlone || content.kind == .tiff && header.pixels < Self.smallPixels
        if isAlone || content.profile != nil {
            guard let rows = lookahead_vips_rows(source, content.options) else { throw Self.broken() }
            let picture = VipsPicture(rows)
            if let profile = content.profile { picture.setProfile(profile) }
            return try renditions(of: picture, VipsHeader(rows), forms, cancellation)
        }
        let size = Self.size(of: header.uprightSize, as: forms[0])
        return try encode(
            thumbnail(of: source, size, header.intent, content.options), header.uprightSize, as: forms, cancellation)
    }

    /// Renditions of a picture that is there, or comes in rows.
    private func renditions(
        of picture: VipsPicture, _ header: VipsHeader, _ forms: [RenditionForm], _ cancellation: Cancellation
    ) throws(LoadFailure) -> [Rendition] {
        try checkWhole(header, forms)
        if case .region(let region) = forms[0] {
            guard let part = region.stored(header) else { throw .unreadable(.regionOutside) }
            return [
                try rendition(
                    of: part, in: picture, shrink: region.shrink, intent: header.intent, header.uprightSize,
                    cancellation)
            ]
        }
        let size = Self.size(of: header.uprightSize, as: forms[0])
        let thumbnail = try Self.step { out in
            if let intent = header.intent {
                lookahead_vips_thumbnail_rows(picture.image, &out, Int32(size.width), Int32(size.height), intent)
            } else {
                lookahead_vips_thumbnail_image(picture.image, &out, Int32(size.width), Int32(size.height))
            }
        }
        defer { withExtendedLifetime(picture) {} }
        return try encode(thumbnail, header.uprightSize, as: forms, cancellation)
    }

    private func thumbnail(
        of source: UnsafeMutablePointer<VipsSource>, _ size: RenditionSize, _ intent: VipsIntent?, _ options: String
    ) throws(LoadFailure) -> VipsPicture {
        var thumbnail: UnsafeMutablePointer<VipsImage>?
        let (width, height) = (Int32(size.width), Int32(size.height))
        if let intent, lookahead_vips_thumbnail(source, &thumbnail, width, height, options, 1, intent) == 0,
            let thumbnail
        {
            return VipsPicture(thumbnail)
        }
        // A profile that cannot be used counts as none. Nothing has been decoded yet.
        return try Self.step { out in
            lookahead_vips_thumbnail(source, &out, width, height, options, 0, VIPS_INTENT_RELATIVE)
        }
    }

    private func header(
        of source: UnsafeMutablePointer<VipsSource>, _ content: PictureContent
    ) throws(LoadFailure) -> VipsHeader {
        guard let loader = vips_foreign_find_load_source(source),
            VipsLibrary.loaders.contains(String(cString: loader)), let image = lookahead_vips_header(source)
        else {
            guard content.isWholeTIFF() else { throw Self.broken() }
            vips_error_clear()
            throw .unreadable(.pictureKindUnsupported("TIFF"))
        }
        let header = VipsHeader(image)
        g_object_unref(image)
        try checkSize(header, heldBytes: content.heldBytes)
        return header
    }

    func checkSize(_ header: VipsHeader, heldBytes: Int = 0) throws(LoadFailure) {
        var limit = pixelLimit
        if heldBytes > 0 { limit = min(limit, Self.heldLimit / (heldBytes * header.sampleBytes)) }
        guard header.pixels <= limit else {
            throw .unreadable(.pictureTooLarge(size: header.pixels / 1_000_000, limit: limit / 1_000_000))
        }
    }

    private func renditions(
        ofPixels rgb: [UInt8], size: RenditionSize, _ forms: [RenditionForm], _ cancellation: Cancellation
    ) throws(LoadFailure) -> [Rendition] {
        guard size.width > 0, size.height > 0, size.width * size.height <= pixelLimit,
            rgb.count == size.width * size.height * 3
        else { throw .unreadable(.pixelCountMismatch) }
        let result = Self.size(of: size, as: forms[0])
        if case .region(let region) = forms[0] {
            return [try rendition(of: region, ofPixels: rgb, size: size, cancellation)]
        }
        return try rgb.withUnsafeBufferPointer { bytes throws(LoadFailure) in
            // No copy: the pipeline has ended when this closure returns.
            guard
                let full = vips_image_new_from_memory(
                    bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), 3, VIPS_FORMAT_UCHAR)
            else { throw Self.broken() }
            full.pointee.Type = VIPS_INTERPRETATION_sRGB
            defer { g_object_unref(full) }
            guard result != size else {
                g_object_ref(full)
                return try encode(VipsPicture(full), size, as: forms, cancellation)
            }
            var thumbnail: UnsafeMutablePointer<VipsImage>?
            let status = lookahead_vips_thumbnail_image(full, &thumbnail, Int32(result.width), Int32(result.height))
            guard status == 0, let thumbnail else { throw Self.broken() }
            return try encode(VipsPicture(thumbnail), size, as: forms, cancellation)
        }
    }
}
