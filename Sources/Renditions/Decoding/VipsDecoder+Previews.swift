import CVips
import GridEngine

/// Previews: pictures small enough to be sent by the dozen, large enough to recognize.
extension VipsDecoder {
    /// px of a preview's shorter side, where it fits into its bytes so. Shown at cell size by the browser's smooth scaling.
    static let previewSide = 48

    /// Ways to write one, the first that fits is taken: qualities, then smaller.
    private static let attempts: [(side: Int, quality: Int32)] = [(48, 45), (48, 20), (32, 20), (16, 10)]

    /// WebP, with the mean colour.
    func encodePreview(
        _ picture: VipsPicture, _ originalSize: RenditionSize, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition {
        let pixels = try Self.inMemory(picture, cancellation)
        let size = RenditionSize(
            width: Int(vips_image_get_width(pixels.image)), height: Int(vips_image_get_height(pixels.image)))
        let colour = Self.ground(pixels.image)
        let texel = Self.texel(pixels.image)
        for (side, quality) in Self.attempts {
            let small = size.preview(step: side)
            guard let bytes = Self.webp(pixels, small, size, quality) else { throw Self.broken() }
            guard bytes.count <= RenditionForm.previewBytes else { continue }
            return Rendition(
                bytes: bytes, contentType: "image/webp", width: small.width, height: small.height,
                originalWidth: originalSize.width, originalHeight: originalSize.height, colour: colour, texel: texel)
        }
        throw .unreadable(.previewTooLarge)
    }

    /// The pixels of a full picture, scaled to its preview.
    static func previewSized(_ picture: VipsPicture) throws(LoadFailure) -> VipsPicture {
        let full = RenditionSize(
            width: Int(vips_image_get_width(picture.image)), height: Int(vips_image_get_height(picture.image)))
        let size = full.preview(step: previewSide)
        guard size != full else { return picture }
        if let scaled = averaged(picture, full, to: size) { return scaled }
        var scaled: UnsafeMutablePointer<VipsImage>?
        guard lookahead_vips_thumbnail_image(picture.image, &scaled, Int32(size.width), Int32(size.height)) == 0,
            let scaled
        else { throw broken() }
        return VipsPicture(scaled)
    }

    /// Without a pipeline, of a picture in memory; `nil` for what has not three bytes a pixel or one, as most pictures have.
    private static func averaged(
        _ picture: VipsPicture, _ full: RenditionSize, to size: RenditionSize
    ) -> VipsPicture? {
        let image = picture.image
        let (bands, interpretation) = (Int(vips_image_get_bands(image)), vips_image_get_interpretation(image))
        guard
            bands == 3 && interpretation == VIPS_INTERPRETATION_sRGB
                || bands == 1 && interpretation == VIPS_INTERPRETATION_B_W,
            vips_image_get_format(image) == VIPS_FORMAT_UCHAR, vips_image_get_coding(image) == VIPS_CODING_NONE,
            let start = vips_image_get_data(image)
        else { return nil }
        // Fits into the size, in the picture's own proportions, as libvips does it.
        let shrink = max(Double(full.width) / Double(size.width), Double(full.height) / Double(size.height))
        let side = { (side: Int) in max(1, Int((Double(side) / shrink).rounded())) }
        let size = RenditionSize(width: side(full.width), height: side(full.height))
        let samples = UnsafeRawBufferPointer(start: start, count: full.width * full.height * bands)
        let scaled = AreaMean.scaled(samples, full, bands: bands, to: size)
        return try? self.picture(of: PlainPixels(size: size, bands: bands, samples: scaled))
    }

    /// Pixels as libvips takes them.
    static func picture(of pixels: PlainPixels) throws(LoadFailure) -> VipsPicture {
        guard
            let copy = vips_image_new_from_memory_copy(
                pixels.samples, pixels.samples.count, Int32(pixels.size.width), Int32(pixels.size.height),
                Int32(pixels.bands), VIPS_FORMAT_UCHAR)
        else { throw broken() }
        copy.pointee.Type = pixels.bands == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return VipsPicture(copy)
    }

    private static func webp(
        _ pixels: VipsPicture, _ small: RenditionSize, _ size: RenditionSize, _ quality: Int32
    ) -> [UInt8]? {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        var status: Int32
        if small == size {
            status = lookahead_vips_webpsave(pixels.image, &bytes, &count, quality, 2, 0)
        } else {
            var scaled: UnsafeMutablePointer<VipsImage>?
            status = lookahead_vips_thumbnail_image(pixels.image, &scaled, Int32(small.width), Int32(small.height))
            if status == 0, let scaled {
                status = lookahead_vips_webpsave(scaled, &bytes, &count, quality, 2, 0)
                g_object_unref(scaled)
            }
        }
        defer { g_free(bytes) }
        guard status == 0, let bytes else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Backgrounds of transparent pictures: dark for light ones, light for dark ones.
    private static let grounds: (dark: UInt32, light: UInt32) = (0x2b2e34, 0xe9ebee)

    /// The colour to show behind a picture in memory, 0xRRGGBB: its mean, or, when more than a sixteenth is transparent, one that
    /// contrasts with the visible part. `nil` for pixels of an unusual format.
    static func ground(_ image: UnsafeMutablePointer<VipsImage>) -> UInt32? {
        let bands = Int(vips_image_get_bands(image))
        let count = Int(vips_image_get_width(image)) * Int(vips_image_get_height(image)) * bands
        guard vips_image_get_format(image) == VIPS_FORMAT_UCHAR, (1...4).contains(bands),
            let start = vips_image_get_data(image)
        else { return nil }
        let samples = UnsafeRawBufferPointer(start: start, count: count)
        let isGrey = bands < 3
        let hasAlpha = bands == 2 || bands == 4
        var sums = SIMD3<Int>(repeating: 0)
        var weights = 0
        for pixel in stride(from: 0, through: count - bands, by: bands) {
            let weight = hasAlpha ? Int(samples[pixel + bands - 1]) : 255
            let colour =
                isGrey
                ? SIMD3(repeating: Int(samples[pixel]))
                : SIMD3(Int(samples[pixel]), Int(samples[pixel + 1]), Int(samples[pixel + 2]))
            sums &+= colour &* weight
            weights += weight
        }
        guard weights > 0 else { return nil }
        if weights < count / bands * 239 {
            let mean = sums / weights
            // Luma as of BT.601, in thousandths.
            return (mean &* SIMD3(299, 587, 114)).wrappedSum() < 127_500 ? grounds.light : grounds.dark
        }
        return UInt32(sums.x / weights) << 16 | UInt32(sums.y / weights) << 8 | UInt32(sums.z / weights)
    }
}
