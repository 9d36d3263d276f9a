import CVips
import GridEngine

/// Regions for close looks at a picture: its own pixels.
extension VipsDecoder {
    /// - Throws: `.unreadable` of a picture that has too many pixels to be made whole.
    func checkWhole(_ header: VipsHeader, _ forms: [RenditionForm]) throws(LoadFailure) {
        guard forms.contains(.whole), header.pixels > RenditionForm.wholePixelLimit else { return }
        throw .unreadable(
            .pictureTooLargeWhole(
                size: header.pixels / 1_000_000, limit: RenditionForm.wholePixelLimit / 1_000_000))
    }

    /// Decodes the rows down to the region's last, and keeps the region's pixels alone.
    func rendition(
        of region: PictureRegion, _ header: VipsHeader, _ source: UnsafeMutablePointer<VipsSource>,
        _ content: PictureContent, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition {
        guard let place = region.stored(header) else { throw .unreadable(.regionOutside) }
        let shrinks = header.isJPEG && region.shrink > 1
        let options = shrinks ? content.options.dropLast() + ",shrink=\(region.shrink)]" : content.options
        guard let all = lookahead_vips_rows(source, options) else { throw Self.broken() }
        let rows = VipsPicture(all)
        var intent = header.intent
        if let profile = content.profile {
            rows.setProfile(profile)
            intent = VipsHeader(all).intent
        }
        let part = shrinks ? place.shrunk(by: region.shrink, within: rows) : place
        // The loader looks at the flag of its own image while it passes over the rows above.
        let stop = cancellation.onCancel { rows.stop() }
        defer { stop.remove() }
        return try rendition(
            of: part, in: rows, shrink: shrinks ? 1 : region.shrink, intent: intent, header.uprightSize,
            cancellation)
    }

    /// The rendition of a picture that is painted, not decoded.
    func rendition(
        of region: PictureRegion, ofPixels rgb: [UInt8], size: RenditionSize, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition {
        guard region.isWithin(size) else { throw .unreadable(.regionOutside) }
        return try rgb.withUnsafeBufferPointer { bytes throws(LoadFailure) in
            guard
                let full = vips_image_new_from_memory(
                    bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), 3, VIPS_FORMAT_UCHAR)
            else { throw Self.broken() }
            full.pointee.Type = VIPS_INTERPRETATION_sRGB
            let part = StoredRegion(x: region.x, y: region.y, width: region.width, height: region.height)
            return try rendition(
                of: part, in: VipsPicture(full), shrink: region.shrink, intent: nil, size, cancellation)
        }
    }

    func rendition(
        of part: StoredRegion, in rows: VipsPicture, shrink: Int, intent: VipsIntent?, _ originalSize: RenditionSize,
        _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition {
        var picture = try Self.step { out in
            lookahead_vips_crop(
                rows.image, &out, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height))
        }
        if shrink > 1 {
            picture = try Self.step { out in lookahead_vips_shrink(picture.image, &out, Int32(shrink)) }
        }
        // Rows come in order only: what turns them needs them in memory.
        picture = try Self.inMemory(picture, cancellation)
        picture = try Self.step { out in lookahead_vips_upright(picture.image, &out) }
        return try encodeFull(Self.inStandardRGB(picture, intent), originalSize, closeQuality, cancellation)
    }

    private static func inStandardRGB(
        _ picture: VipsPicture, _ intent: VipsIntent?
    ) throws(LoadFailure) -> VipsPicture {
        var out: UnsafeMutablePointer<VipsImage>?
        if let intent, lookahead_vips_srgb(picture.image, &out, 1, intent) == 0, let out { return VipsPicture(out) }
        // A profile that cannot be used counts as none.
        return try step { out in lookahead_vips_srgb(picture.image, &out, 0, VIPS_INTENT_RELATIVE) }
    }

    static func step(
        _ make: (inout UnsafeMutablePointer<VipsImage>?) -> Int32
    ) throws(LoadFailure) -> VipsPicture {
        var out: UnsafeMutablePointer<VipsImage>?
        guard make(&out) == 0, let out else { throw broken() }
        return VipsPicture(out)
    }
}

extension RenditionForm {
    /// Whether it shows the picture's own pixels.
    var isClose: Bool {
        if case .region = self { true } else { self == .whole }
    }
}
