import CVips
import GridEngine
import LookaheadTesting
import Renditions

/// A black PNG of 16,000 × 16,000 pixels: small as a file, and 768 MB for who takes it into memory whole.
final class LargePicture: Sendable {
    private let folder = TemporaryFolder()

    init() {
        _ = VipsDecoder.isAvailable
        var black = vips_operation_new("black")
        for (name, value) in [("width", "16000"), ("height", "16000"), ("bands", "3")] {
            vips_object_set_argument_from_string(object(black), name, value)
        }
        vips_cache_operation_buildp(&black)
        var image = GValue()
        g_value_init(&image, vips_image_get_type())
        g_object_get_property(UnsafeMutableRawPointer(black)?.assumingMemoryBound(to: GObject.self), "out", &image)
        vips_object_unref_outputs(object(black))
        g_object_unref(black)
        for name in ["plain", "interlaced"] {
            var save = vips_operation_new("pngsave")
            g_object_set_property(UnsafeMutableRawPointer(save)?.assumingMemoryBound(to: GObject.self), "in", &image)
            vips_object_set_argument_from_string(object(save), "filename", folder.file("\(name).png"))
            vips_object_set_from_string(object(save), name == "plain" ? "compression=1" : "compression=1,interlace")
            vips_cache_operation_buildp(&save)
            vips_object_unref_outputs(object(save))
            g_object_unref(save)
        }
        g_value_unset(&image)
    }

    func original(interlaced: Bool = false) -> Original {
        (try? folder.original(interlaced ? "interlaced.png" : "plain.png")) ?? .encoded([])
    }

    private func object(_ call: UnsafeMutablePointer<VipsOperation>?) -> UnsafeMutablePointer<VipsObject>? {
        UnsafeMutableRawPointer(call)?.assumingMemoryBound(to: VipsObject.self)
    }
}
