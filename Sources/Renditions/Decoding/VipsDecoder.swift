import CVips
import Glibc
import GridEngine

/// Decodes in this process by libvips: shrink-on-load, upright, sRGB, first frame, without metadata.
package struct VipsDecoder: PictureDecoder {
    /// Pictures with more pixels than this are refused by their header, before any is decoded.
    package var pixelLimit: Int
    /// `VipsHeader.decodingCost` of a picture that takes a quarter of a second and more.
    private static let heavyCost = 24_000_000
    package var jpegQuality = 80
    package var webpQuality = 80
    /// Of what shows the picture's own pixels. From 90 on, colours are stored as finely as brightness.
    package var closeQuality = 90

    /// Whether libvips can be used in this process; starts it.
    package static var isAvailable: Bool { VipsLibrary.isReady }

    /// Starts libvips in a process that decodes one picture at a time, as a worker does: it is quicker there. To be called before
    /// anything else uses it.
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
            if let bytes = PNGText.withoutText(file) {
                return try renditions(of: .encoded(bytes), as: forms, cancellation: cancellation, whenSlow: whenSlow)
            }
            guard lseek(file.descriptor, 0, SEEK_SET) >= 0,
                let source = vips_source_new_from_descriptor(file.descriptor)
            else { throw Self.systemFailure(errno) }
            // libvips works on a duplicate of the descriptor; the file is held open all the same, until the source is gone.
            defer {
                g_object_unref(source)
                withExtendedLifetime(file) {}
            }
            return try renditions(of: source, Self.sizeBytes(of: file) == 0, forms, cancellation, whenSlow)
        case .encoded(let bytes):
            return try Self.withSource(bytes) { source throws(LoadFailure) in
                try renditions(of: source, bytes.isEmpty, forms, cancellation, whenSlow)
            }
        case .pixels(let width, let height, let rgb):
            return try renditions(
                ofPixels: rgb, size: RenditionSize(width: width, height: height), forms, cancellation)
        }
    }

    private func renditions(
        of source: UnsafeMutablePointer<VipsSource>, _ isEmpty: Bool, _ forms: [RenditionForm],
        _ cancellation: Cancellation, _ whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard !isEmpty else { throw .unreadable(.fileEmpty) }
        let header = try header(of: source)
        try checkWhole(header, forms)
        if header.cost(of: forms[0]) > Self.heavyCost { whenSlow() }
        guard !cancellation.isCancelled else { throw .cancelled }
        if case .region(let region) = forms[0] {
            return [try rendition(of: region, header, source, cancellation)]
        }
        let size = Self.size(of: header.uprightSize, as: forms[0])
        var thumbnail: UnsafeMutablePointer<VipsImage>?
        let status = lookahead_vips_thumbnail(
            source, &thumbnail, Int32(size.width), Int32(size.height), header.needsProfile ? "srgb" : nil)
        guard status == 0, let thumbnail else { throw Self.broken() }
        return try encode(VipsPicture(thumbnail), header.uprightSize, as: forms, cancellation)
    }

    private func header(of source: UnsafeMutablePointer<VipsSource>) throws(LoadFailure) -> VipsHeader {
        guard let loader = vips_foreign_find_load_source(source),
            VipsLibrary.loaders.contains(String(cString: loader))
        else {
            vips_error_clear()
            // A TIFF's directory may be at its end: a truncated file is not even recognized.
            if Self.beginsLikeTIFF(source) { throw Self.broken() }
            throw .unreadable(.notAPicture)
        }
        guard let image = lookahead_vips_header(source) else { throw Self.broken() }
        let header = VipsHeader(image)
        g_object_unref(image)
        guard header.pixels <= pixelLimit else {
            throw .unreadable(.pictureTooLarge(size: header.pixels / 1_000_000, limit: pixelLimit / 1_000_000))
        }
        return header
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
