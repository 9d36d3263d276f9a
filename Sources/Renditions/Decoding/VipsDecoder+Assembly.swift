import CVips
import GridEngine

/// Pictures whose pixels are put together before they are scaled.
extension VipsDecoder {
    /// Pages of the content as one picture. Its rows come in order only.
    func assembled(
        _ assembly: TIFFAssembly, _ content: PictureBytes, _ source: UnsafeMutablePointer<VipsSource>,
        _ cancellation: Cancellation
    ) throws(LoadFailure) -> VipsPicture {
        switch assembly {
        case .planes(let count, let alpha, let colours):
            var pages: [VipsPicture] = []
            for page in 0..<count {
                guard let rows = lookahead_vips_rows(source, "[fail_on=truncated,page=\(page)]") else {
                    throw Self.broken()
                }
                let plane = VipsPicture(rows)
                try checkSize(VipsHeader(rows))
                // The pages are read from one source, each from its place.
                pages.append(try Self.inMemory(plane, cancellation))
            }
            return try Self.joined(pages, alpha, colours)
        case .packed(let width, let samples, let bits, let colours):
            guard let rows = lookahead_vips_rows(source, "[fail_on=truncated]") else { throw Self.broken() }
            let packed = VipsPicture(rows)
            try checkSize(VipsHeader(rows))
            let memory = try Self.inMemory(packed, cancellation)
            return try Self.unpacked(memory, width: width, samples: samples, bits: bits, colours)
        case .units(let units, let orientation):
            guard let rows = lookahead_vips_rows(source, "[fail_on=truncated]") else { throw Self.broken() }
            let packed = VipsPicture(rows)
            try checkSize(VipsHeader(rows))
            return try Self.converted(Self.inMemory(packed, cancellation), units, orientation)
        case .colours(let count):
            guard let rows = lookahead_vips_rows(source, "[fail_on=truncated]") else { throw Self.broken() }
            let all = VipsPicture(rows)
            try checkSize(VipsHeader(rows))
            return try Self.step { out in lookahead_vips_first_bands(all.image, &out, Int32(count)) }
        case .raster(let orientation):
            guard let content = content.all() else { throw Self.broken() }
            return try raster(content, orientation)
        }
    }

    private static func converted(
        _ packed: VipsPicture, _ units: YCbCrUnits, _ orientation: Int
    ) throws(LoadFailure) -> VipsPicture {
        let image = packed.image
        let count =
            Int(vips_image_get_width(image)) * Int(vips_image_get_height(image)) * Int(vips_image_get_bands(image))
        guard let start = vips_image_get_data(image), vips_image_get_format(image) == VIPS_FORMAT_UCHAR,
            count == units.rowBytes * units.rows
        else { throw broken() }
        let pixels = units.pixels(UnsafeRawBufferPointer(start: start, count: count))
        guard
            let copy = vips_image_new_from_memory_copy(
                pixels, pixels.count, Int32(units.width), Int32(units.height), 3, VIPS_FORMAT_UCHAR)
        else { throw broken() }
        copy.pointee.Type = VIPS_INTERPRETATION_sRGB
        if (2...8).contains(orientation) { vips_image_set_int(copy, VIPS_META_ORIENTATION, Int32(orientation)) }
        return VipsPicture(copy)
    }

    private static func joined(
        _ pages: [VipsPicture], _ alpha: TIFFAssembly.Alpha?, _ colours: TIFFColours
    ) throws(LoadFailure) -> VipsPicture {
        var images: [UnsafeMutablePointer<VipsImage>?] = pages.map(\.image)
        var picture = try step { out in lookahead_vips_join(&images, &out, Int32(images.count)) }
        let format = vips_image_get_format(picture.image)
        let isEight = format == VIPS_FORMAT_UCHAR
        picture = try step { out in
            lookahead_vips_interpreted(
                picture.image, &out, isEight ? colours.interpretation.eight : colours.interpretation.sixteen)
        }
        if alpha == .premultiplied {
            let opaque: Double = isEight ? 255 : 65_535
            picture = try step { out in lookahead_vips_unpremultiplied(picture.image, &out, opaque, format) }
        }
        // The joined picture refers to its pages.
        picture = try inMemory(picture, Cancellation())
        withExtendedLifetime(pages) {}
        return described(picture, colours)
    }

    private static func unpacked(
        _ packed: VipsPicture, width: Int, samples: Int, bits: Int, _ colours: TIFFColours
    ) throws(LoadFailure) -> VipsPicture {
        let (rowBytes, height) = (Int(vips_image_get_width(packed.image)), Int(vips_image_get_height(packed.image)))
        let perRow = width * samples
        guard let start = vips_image_get_data(packed.image), vips_image_get_bands(packed.image) == 1,
            vips_image_get_format(packed.image) == VIPS_FORMAT_UCHAR, perRow * bits <= rowBytes * 8,
            perRow * height <= 1 << 28
        else { throw broken() }
        let bytes = UnsafeRawBufferPointer(start: start, count: rowBytes * height)
        let most = UInt32(1) << UInt32(bits) - 1
        let values = [UInt16](unsafeUninitializedCapacity: perRow * height) { buffer, count in
            for row in 0..<height {
                var (held, heldBits, next) = (UInt32(0), 0, row * rowBytes)
                for _ in 0..<perRow {
                    while heldBits < bits {
                        held = held << 8 | UInt32(bytes[next])
                        next += 1
                        heldBits += 8
                    }
                    heldBits -= bits
                    let value = held >> UInt32(heldBits) & most
                    buffer[count] = UInt16((colours.isInverted ? most - value : value) * 65_535 / most)
                    count += 1
                }
            }
        }
        let image = values.withUnsafeBytes { bytes in
            vips_image_new_from_memory_copy(
                bytes.baseAddress, bytes.count, Int32(width), Int32(height), Int32(samples), VIPS_FORMAT_USHORT)
        }
        guard let image else { throw broken() }
        image.pointee.Type = colours.interpretation.sixteen
        return described(VipsPicture(image), colours)
    }

    private static func described(_ picture: VipsPicture, _ colours: TIFFColours) -> VipsPicture {
        if (2...8).contains(colours.orientation) {
            vips_image_set_int(picture.image, VIPS_META_ORIENTATION, Int32(colours.orientation))
        }
        if let profile = colours.profile { picture.setProfile(profile) }
        return picture
    }
}
