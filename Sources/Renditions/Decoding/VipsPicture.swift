import CVips
import GridEngine

/// One libvips image: a pipeline that has not run yet. Unreferenced with the last reference to it.
///
/// `@unchecked Sendable`: only `stop` is called from other threads than the one that runs the pipeline, and
/// `vips_image_set_kill` is made for that: it writes one flag that the pipeline reads.
final class VipsPicture: @unchecked Sendable {
    let image: UnsafeMutablePointer<VipsImage>

    /// Takes over one reference to `image`.
    init(_ image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit { g_object_unref(image) }

    /// Gives it a colour profile in the place of its own. Before anything else is made of it.
    func setProfile(_ profile: [UInt8]) {
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, profile.count)
    }

    /// Makes the pipeline that runs, or will run, fail soon.
    func stop() { vips_image_set_kill(image, 1) }
}

/// What a picture's header says before any pixel is decoded.
struct VipsHeader {
    /// The size as people see it, orientation applied.
    let uprightSize: RenditionSize
    /// All frames or pages that a decoder would have to hold: one.
    let pixels: Int
    /// Pixels that have to be decoded, weighted by what they take in their format.
    let decodingCost: Int
    /// As EXIF has it, 1 to 8.
    let orientation: Int
    /// Whether it is stored in several passes.
    let isMultiscan: Bool
    /// Whether the loader can shrink while it decodes.
    let isJPEG: Bool
    /// The intent by which colours must go through the picture's profile; `nil` where it has none but sRGB, and none that fits.
    var intent: VipsIntent?
    /// Bytes of a sample.
    let sampleBytes: Int

    init(_ image: UnsafeMutablePointer<VipsImage>) {
        let width = Int(vips_image_get_width(image))
        let height = Int(vips_image_get_height(image))
        pixels = width * height
        // A picture in several passes is read whole before its first pixel is known.
        // `jpeg-multiscan` is there for every JPEG, whatever it says.
        isMultiscan = vips_image_get_typeof(image, "interlaced") != 0
        isJPEG = vips_image_get_typeof(image, "jpeg-chroma-subsample") != 0
        // A JPEG of one pass is decoded at an eighth of its size where that is enough.
        decodingCost = isMultiscan ? pixels * 2 : isJPEG ? pixels / 4 : pixels
        orientation = Int(vips_image_get_orientation(image))
        // Orientations 5–8 are rotated by a quarter.
        uprightSize =
            orientation >= 5
            ? RenditionSize(width: height, height: width) : RenditionSize(width: width, height: height)
        intent = Self.intent(of: image)
        sampleBytes = vips_image_get_format(image) == VIPS_FORMAT_UCHAR ? 1 : 2
    }

    /// As `decodingCost`; of the picture's own pixels nothing is shrunk.
    func cost(of form: RenditionForm) -> Int { form.isClose ? max(decodingCost, pixels) : decodingCost }

    private static func intent(of image: UnsafeMutablePointer<VipsImage>) -> VipsIntent? {
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 else { return nil }
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) == 0, let bytes,
            let profile = ColourProfile(UnsafeRawBufferPointer(start: bytes, count: count)),
            profile.fits(bands: Int(vips_image_get_bands(image)), vips_image_get_interpretation(image)),
            !profile.isStandardRGB
        else { return nil }
        return profile.intent
    }
}
