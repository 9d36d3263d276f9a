import CVips
import Glibc
import GridEngine
import Synchronization

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

/// The facts in a picture's header, before any pixel is decoded.
struct VipsHeader {
    /// The size as people see it, orientation applied.
    let uprightSize: RenditionSize
    /// All frames or pages that a decoder would have to hold: one.
    let pixels: Int
    /// Pixels that have to be decoded, weighted by what they take in their format.
    let decodingCost: Int
    /// The orientation in EXIF's numbers, 1 to 8.
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

    /// The cost of a form. It is `decodingCost`, except that a close form shrinks nothing while it decodes.
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

/// libvips, set up once for the process.
enum VipsLibrary {
    /// The loaders that content may reach, by name of their class; everything else is "not a picture".
    ///
    /// libvips marks loaders that have not been fuzzed as untrusted, and those are blocked as well. None of ours is among
    /// them. Left out on purpose: SVG and PDF (they run programs of their own), and ImageMagick (it brings
    /// hundreds of formats); JPEG XL and JPEG 2000 are untrusted in libvips 8.14.
    static let loaders: Set<String> = [
        "VipsForeignLoadJpegSource", "VipsForeignLoadPngSource", "VipsForeignLoadWebpSource",
        "VipsForeignLoadNsgifSource", "VipsForeignLoadTiffSource", "VipsForeignLoadHeifSource",
    ]

    /// Starts libvips on first use; `false` when that failed.
    static let isReady: Bool = {
        // A worker has no disk: what a loader does not give row by row stays in memory, however large. It has one thread yet.
        if decodesOneByOne.load(ordering: .relaxed) { setenv("VIPS_DISC_THRESHOLD", "16g", 1) }
        guard lookahead_vips_init("lookahead") == 0 else { return false }
        vips_block_untrusted_set(1)
        // Damage is reported as a failure or with the picture, not as a line on stderr for each strip of it.
        g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, { _, _, words, _ in FoundDamage.read(words) }, nil)
        // The pool of loaders is what makes use of the cores; one picture needs one thread.
        vips_concurrency_set(1)
        // Its vector code comes from liborc, which crashes a process when two threads free such code at once
        // (https://github.com/libvips/libvips/pull/1211; seen with 0.4.33). Loads take a tenth longer without it.
        if !decodesOneByOne.load(ordering: .relaxed) { vips_vector_set_enabled(0) }
        // No operation comes twice: renditions have caches of their own.
        vips_cache_set_max(0)
        hasStarted.store(true, ordering: .releasing)
        return true
    }()

    private static let hasStarted = Atomic(false)

    /// Whether this process decodes one picture at a time, as a worker does. Set it before the first use.
    static let decodesOneByOne = Atomic(false)

    /// Frees what libvips keeps per thread. Called as the last act of a thread that may have used it.
    ///
    /// Where the pictures are decoded in other processes the library was never started, and must not be now: threads end
    /// while the process does, and its start would meet the libraries' own clearing up.
    static func endThread() {
        if hasStarted.load(ordering: .acquiring) { vips_thread_shutdown() }
    }
}
