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
    /// Whether the loader can shrink while it decodes.
    let isJPEG: Bool
    /// An embedded colour profile other than sRGB: colours must go through it.
    let needsProfile: Bool

    init(_ image: UnsafeMutablePointer<VipsImage>) {
        let width = Int(vips_image_get_width(image))
        let height = Int(vips_image_get_height(image))
        pixels = width * height
        // A picture in several passes is read whole before its first pixel is known.
        let isMultiscan =
            vips_image_get_typeof(image, "interlaced") != 0 || vips_image_get_typeof(image, "jpeg-multiscan") != 0
        isJPEG = vips_image_get_typeof(image, "jpeg-chroma-subsample") != 0
        // A JPEG of one pass is decoded at an eighth of its size where that is enough.
        decodingCost = isMultiscan ? pixels * 2 : isJPEG ? pixels / 4 : pixels
        orientation = Int(vips_image_get_orientation(image))
        // Orientations 5–8 are rotated by a quarter.
        uprightSize =
            orientation >= 5
            ? RenditionSize(width: height, height: width) : RenditionSize(width: width, height: height)
        needsProfile = Self.hasForeignProfile(image)
    }

    /// As `decodingCost`; of the picture's own pixels nothing is shrunk.
    func cost(of form: RenditionForm) -> Int { form.isClose ? max(decodingCost, pixels) : decodingCost }

    private static func hasForeignProfile(_ image: UnsafeMutablePointer<VipsImage>) -> Bool {
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 else { return false }
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) == 0, let bytes else { return false }
        return !ColourProfile.isStandardRGB(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
