import CVips
import Glibc
import GridEngine

extension VipsDecoder {
    /// How hard the WebP encoder tries, 0–6. Beyond 2 it takes more time and saves hardly a byte at these sizes.
    private static let webpEffort: Int32 = 2
    /// Maximum pixels of a picture whose colours are kept as finely as its brightness: of icons and pixel art single pixels are seen,
    /// and those of four together would share one colour.
    private static let iconPixels = 64 * 64

    static func size(of original: RenditionSize, as form: RenditionForm) -> RenditionSize {
        switch form {
        case .preview: original.preview(step: previewSide)
        case .width(let step): original.rendition(step: step)
        case .region: original
        }
    }

    /// Runs the pipeline: here is where pixels are decoded, once for all the forms.
    func encode(
        _ picture: VipsPicture, _ originalSize: RenditionSize, as forms: [RenditionForm], _ cancellation: Cancellation
    ) throws(LoadFailure) -> [Rendition] {
        let tap = forms.contains(where: \.isMeasured) ? SharpnessTap(picture) : nil
        let picture = tap?.picture ?? picture
        let pixels = forms.count > 1 ? try Self.inMemory(picture, cancellation) : picture
        var renditions: [Rendition] = []
        for form in forms {
            do throws(LoadFailure) {
                switch form {
                case .preview:
                    // Colour and bytes, of several attempts, out of few pixels.
                    let small = forms.count > 1 ? try Self.previewSized(pixels) : pixels
                    renditions.append(try encodePreview(small, originalSize, cancellation))
                case .width, .region:
                    let quality = form.isClose ? closeQuality : nil
                    var full = try encodeFull(pixels, originalSize, quality, cancellation)
                    // The pixels have passed.
                    if form.isMeasured { full.sharpness = tap?.sharpness }
                    renditions.append(full)
                }
            } catch {
                if renditions.isEmpty || cancellation.isCancelled { throw error }
            }
        }
        return renditions
    }

    /// Runs the pipeline now, so that its pixels can be read several times.
    static func inMemory(_ picture: VipsPicture, _ cancellation: Cancellation) throws(LoadFailure) -> VipsPicture {
        let stop = cancellation.onCancel { picture.stop() }
        defer { stop.remove() }
        guard let memory = vips_image_copy_memory(picture.image) else {
            throw cancellation.isCancelled ? .cancelled : broken()
        }
        return VipsPicture(memory)
    }

    /// JPEG, or WebP for what is transparent.
    func encodeFull(
        _ picture: VipsPicture, _ originalSize: RenditionSize, _ quality: Int?, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition {
        // A pipeline that runs already is stopped too: libvips looks at the flag between strips of pixels.
        let stop = cancellation.onCancel { picture.stop() }
        defer { stop.remove() }
        let isTransparent = vips_image_hasalpha(picture.image) != 0
        var picture = picture
        var ground: UInt32?
        if isTransparent {
            // The pixels are read twice: for the colour behind them, too.
            picture = try Self.inMemory(picture, cancellation)
            ground = Self.ground(picture.image)
        }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let isIcon =
            Int(vips_image_get_width(picture.image)) * Int(vips_image_get_height(picture.image)) <= Self.iconPixels
        let status =
            isTransparent
            ? lookahead_vips_webpsave(
                picture.image, &bytes, &count, Int32(quality ?? webpQuality), Self.webpEffort, isIcon ? 1 : 0)
            : lookahead_vips_jpegsave(
                picture.image, &bytes, &count, Int32(quality ?? (isIcon ? closeQuality : jpegQuality)))
        defer { g_free(bytes) }
        guard !cancellation.isCancelled else {
            vips_error_clear()
            throw .cancelled
        }
        guard status == 0, let bytes else { throw Self.broken() }
        return Rendition(
            bytes: Array(UnsafeRawBufferPointer(start: bytes, count: count)),
            contentType: isTransparent ? "image/webp" : "image/jpeg",
            width: Int(vips_image_get_width(picture.image)), height: Int(vips_image_get_height(picture.image)),
            originalWidth: originalSize.width, originalHeight: originalSize.height, colour: ground)
    }

    /// The failure for content that libvips gave up on.
    ///
    /// The message of libvips is not used: it is for programmers, and in one buffer for all threads.
    static func broken() -> LoadFailure {
        vips_error_clear()
        return .unreadable(.pictureDamaged)
    }

    /// The failure of a system call that ended with the `errno` `code`.
    static func systemFailure(_ code: Int32) -> LoadFailure {
        vips_error_clear()
        return LoadFailure(systemError: code)
    }
}
