import CVips
import GridEngine
import Testing

@testable import Renditions

/// A photograph of this system's backgrounds, and what libvips makes of it.
final class RealPhoto {
    /// By three cameras, and of a sharp animal, leaves, dunes, a flower, drops of rain.
    static let paths = ["Blinds", "Dune", "FreshFlower", "Garden", "GreenMeadow", "LadyBird", "RainDrops"]
        .map { "/usr/share/backgrounds/mate/nature/\($0).jpg" }

    private let image: UnsafeMutablePointer<VipsImage>

    private init(_ image: UnsafeMutablePointer<VipsImage>) { self.image = image }

    /// Its longer side has at most `longest` px.
    convenience init(_ path: String, longest: Int32 = 1600) throws {
        _ = VipsDecoder.isAvailable
        let source = try #require(vips_source_new_from_file(path), "install mate-backgrounds: \(path)")
        defer { g_object_unref(source) }
        var scaled: UnsafeMutablePointer<VipsImage>?
        try #require(lookahead_vips_thumbnail(source, &scaled, longest, longest, "", 0, VIPS_INTENT_RELATIVE) == 0)
        defer { g_object_unref(scaled) }
        // Rows come once from a file, and are read for several pictures.
        self.init(try #require(vips_image_copy_memory(scaled)))
    }

    deinit { g_object_unref(image) }

    /// - Parameters:
    ///   - operation: of libvips, with one picture in and one out.
    ///   - options: its other arguments, `sigma=2`.
    /// - Returns: what it makes of the photograph.
    /// - Throws: where libvips fails.
    func by(_ operation: String, _ options: String) throws -> RealPhoto {
        var call = vips_operation_new(operation)
        try #require(call != nil, "libvips has no \(operation)")
        defer { g_object_unref(call) }
        var value = GValue()
        g_value_init(&value, vips_image_get_type())
        g_value_set_object(&value, image)
        let object = UnsafeMutableRawPointer(call)?.assumingMemoryBound(to: GObject.self)
        // Cutting has another word for what comes in.
        g_object_set_property(object, operation == "extract_area" ? "input" : "in", &value)
        g_value_unset(&value)
        let vips = UnsafeMutableRawPointer(call)?.assumingMemoryBound(to: VipsObject.self)
        try #require(vips_object_set_from_string(vips, options) == 0)
        try #require(vips_cache_operation_buildp(&call) == 0, "\(String(cString: vips_error_buffer()))")
        let built = UnsafeMutableRawPointer(call)
        g_value_init(&value, vips_image_get_type())
        g_object_get_property(built?.assumingMemoryBound(to: GObject.self), "out", &value)
        let out = try #require(g_value_dup_object(&value)?.assumingMemoryBound(to: VipsImage.self))
        g_value_unset(&value)
        vips_object_unref_outputs(built?.assumingMemoryBound(to: VipsObject.self))
        return RealPhoto(out)
    }

    var size: (width: Int, height: Int) { (Int(vips_image_get_width(image)), Int(vips_image_get_height(image))) }

    func jpeg(quality: Int32 = 92) throws -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        try #require(lookahead_vips_jpegsave(image, &bytes, &count, quality) == 0)
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// As a decoder answers it, in a form.
    static func rendition(of jpeg: [UInt8], as form: RenditionForm) throws -> Rendition {
        try VipsDecoder().renditions(of: .encoded(jpeg), as: [form], cancellation: Cancellation(), whenSlow: {})[0]
    }
}
