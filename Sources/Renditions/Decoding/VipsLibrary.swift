import CVips
import Glibc
import Synchronization

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

    /// Whether this process decodes one picture at a time, as a worker does. To be set before the first use.
    static let decodesOneByOne = Atomic(false)

    /// Frees what libvips keeps per thread. Called as the last act of a thread that may have used it.
    ///
    /// Where the pictures are decoded in other processes the library was never started, and must not be now: threads end
    /// while the process does, and its start would meet the libraries' own clearing up.
    static func endThread() {
        if hasStarted.load(ordering: .acquiring) { vips_thread_shutdown() }
    }
}
