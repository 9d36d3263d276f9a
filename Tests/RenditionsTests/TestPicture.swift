import CVips
import GridEngine
import Renditions
import Testing

/// A picture in memory that tests paint, save as files of any kind, and read back.
struct TestPicture {
    var width: Int
    var height: Int
    var bands: Int
    /// Row by row from the top; 16-bit samples for `is16Bit`.
    var samples: [UInt16]
    var is16Bit = false
    var interpretation = VIPS_INTERPRETATION_sRGB
    var orientation: Int32?
    var profile: String?
    /// The height of one frame, for pictures that are several frames one above the other.
    var frameHeight: Int32?

    init(width: Int, height: Int, bands: Int = 3, colour: (_ x: Int, _ y: Int) -> [UInt16]) {
        self.width = width
        self.height = height
        self.bands = bands
        samples = []
        samples.reserveCapacity(width * height * bands)
        for y in 0..<height { for x in 0..<width { samples.append(contentsOf: colour(x, y)) } }
    }

    /// A picture whose quarters are red, green, blue and white, clockwise from the top left being red, green, white, blue.
    static func quarters(width: Int, height: Int) -> TestPicture {
        TestPicture(width: width, height: height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): [255, 0, 0]
            case (false, true): [0, 255, 0]
            case (true, false): [0, 0, 255]
            case (false, false): [255, 255, 255]
            }
        }
    }

    subscript(x: Int, y: Int) -> [UInt16] {
        let start = (y * width + x) * bands
        return Array(samples[start..<(start + bands)])
    }

    /// Saves by the named libvips operation, for example `jpegsave`, with options such as `Q=90`.
    func save(_ operation: String, to path: String, options: String = "") throws {
        _ = VipsDecoder.isAvailable
        let image = try #require(makeImage())
        defer { g_object_unref(image) }
        var call = vips_operation_new(operation)
        try #require(call != nil, "libvips has no \(operation)")
        set("in", of: call, to: image)
        "filename".withCString { name in
            _ = path.withCString { vips_object_set_argument_from_string(vipsObject(call), name, $0) }
        }
        if !options.isEmpty { vips_object_set_from_string(vipsObject(call), options) }
        let status = vips_cache_operation_buildp(&call)
        vips_object_unref_outputs(vipsObject(call))
        g_object_unref(call)
        let text = String(cString: vips_error_buffer())
        vips_error_clear()
        try #require(status == 0, "\(operation): \(text)")
    }

    private func makeImage() -> UnsafeMutablePointer<VipsImage>? {
        let image: UnsafeMutablePointer<VipsImage>?
        if is16Bit {
            image = samples.withUnsafeBytes {
                vips_image_new_from_memory_copy(
                    $0.baseAddress, $0.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_USHORT)
            }
        } else {
            image = samples.map { UInt8($0) }.withUnsafeBytes {
                vips_image_new_from_memory_copy(
                    $0.baseAddress, $0.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_UCHAR)
            }
        }
        guard let image else { return nil }
        image.pointee.Type = interpretation
        if let orientation { vips_image_set_int(image, VIPS_META_ORIENTATION, orientation) }
        if let frameHeight { vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, frameHeight) }
        if let profile {
            var value = GValue()
            g_value_init(&value, vips_blob_get_type())
            var call = vips_operation_new("profile_load")
            vips_object_set_argument_from_string(vipsObject(call), "name", profile)
            if vips_cache_operation_buildp(&call) == 0 {
                g_object_get_property(gObject(call), "profile", &value)
                var count = 0
                let bytes = vips_value_get_blob(&value, &count)
                vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, bytes, count)
            }
            vips_object_unref_outputs(vipsObject(call))
            g_object_unref(call)
            g_value_unset(&value)
        }
        return image
    }

    private func vipsObject(_ call: UnsafeMutablePointer<VipsOperation>?) -> UnsafeMutablePointer<VipsObject>? {
        UnsafeMutableRawPointer(call)?.assumingMemoryBound(to: VipsObject.self)
    }

    private func gObject(_ call: UnsafeMutablePointer<VipsOperation>?) -> UnsafeMutablePointer<GObject>? {
        UnsafeMutableRawPointer(call)?.assumingMemoryBound(to: GObject.self)
    }

    private func set(
        _ name: String, of call: UnsafeMutablePointer<VipsOperation>?, to image: UnsafeMutablePointer<VipsImage>
    ) {
        var value = GValue()
        g_value_init(&value, vips_image_get_type())
        g_value_set_object(&value, image)
        g_object_set_property(gObject(call), name, &value)
        g_value_unset(&value)
    }
}

extension TestPicture {
    /// Reads an encoded picture as it lies in its bytes: nothing turned, nothing converted.
    init(reading bytes: [UInt8]) throws {
        let source = try bytes.withUnsafeBytes { buffer in
            let blob = vips_blob_copy(buffer.baseAddress, buffer.count)
            defer { vips_area_unref(UnsafeMutableRawPointer(blob)?.assumingMemoryBound(to: VipsArea.self)) }
            return try #require(vips_source_new_from_blob(blob))
        }
        defer { g_object_unref(source) }
        let image = try #require(lookahead_vips_header(source))
        defer { g_object_unref(image) }
        var count = 0
        let memory = try #require(vips_image_write_to_memory(image, &count))
        defer { g_free(memory) }
        width = Int(vips_image_get_width(image))
        height = Int(vips_image_get_height(image))
        bands = Int(vips_image_get_bands(image))
        samples = UnsafeRawBufferPointer(start: memory, count: count).map { UInt16($0) }
        orientation = vips_image_get_typeof(image, VIPS_META_ORIENTATION) != 0 ? vips_image_get_orientation(image) : nil
        profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 ? "embedded" : nil
    }

    /// Whether the colour at a place given in hundredths of width and height is near `colour`.
    func isNear(_ colour: [UInt16], atPercent place: (Int, Int), tolerance: Int = 40) -> Bool {
        let found = self[place.0 * width / 100, place.1 * height / 100]
        return zip(found, colour).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }
}
