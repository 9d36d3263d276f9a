import CVips
import GridEngine

/// The thumbnail that a camera put into its file, in the place of the whole picture.
extension VipsDecoder {
    /// Maximum pixels of a picture that are decoded to see whether its thumbnail shows it, or a share of its rows.
    private static let comparedPixels = 1_000_000
    private static let comparedShare = 24
    /// px of the shorter side that are compared, at least.
    private static let comparedSide = 64
    /// Maximum difference of the means of areas, of 255: cameras sharpen their thumbnails. In 177 files of cameras 4 differ by more, two of which
    /// show another picture.
    private static let meanTolerance = 12
    private static let mostTolerance = 64

    /// A preview made of the thumbnail in the picture's file. `nil` where there is none that shows the picture as it is now: programs that
    /// change a picture leave the thumbnail behind.
    func previewOfThumbnail(
        _ content: PictureContent, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition? {
        guard content.kind == .jpeg,
            let thumbnail = EmbeddedThumbnail(jpeg: try content.bytes.head(EmbeddedThumbnail.headBytes))
        else { return nil }
        do throws(LoadFailure) {
            guard try shows(thumbnail, content, cancellation) else { return nil }
            return try decoded(PictureContent(.memory(thumbnail.bytes)), as: [.preview], cancellation) {}[0]
        } catch {
            if case .cancelled = error { throw error }
            // A damaged thumbnail does not make the preview fail.
            return nil
        }
    }

    /// Compares the first rows of both. A picture in several passes would have to be decoded whole for that: then there is no gain.
    private func shows(
        _ thumbnail: EmbeddedThumbnail, _ content: PictureContent, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Bool {
        let side = min(thumbnail.pictureSize.width, thumbnail.pictureSize.height)
        // The factor by which libjpeg shrinks while it decodes.
        let shrink = [8, 4, 2].first { side / $0 >= Self.comparedSide } ?? 1
        let picture = try content.bytes.withSource { source throws(LoadFailure) -> Strip? in
            guard let rows = lookahead_vips_rows(source, "[fail_on=truncated,shrink=\(shrink)]") else {
                throw Self.broken()
            }
            let picture = VipsPicture(rows)
            guard !VipsHeader(rows).isMultiscan else { return nil }
            let (width, height) = (Int(vips_image_get_width(rows)), Int(vips_image_get_height(rows)))
            let most = Self.comparedPixels / (shrink * shrink * width)
            let count = min(height, max(1, most, height / Self.comparedShare))
            return try Strip(picture, of: count, cancellation)
        }
        guard let picture else { return false }
        let other = try PictureBytes.memory(Array(thumbnail.stored)).withSource { source throws(LoadFailure) -> Strip in
            guard let rows = lookahead_vips_rows(source, "[fail_on=truncated]") else { throw Self.broken() }
            let count = Int(vips_image_get_height(rows)) * picture.size.height / picture.height
            return try Strip(VipsPicture(rows), of: max(1, count), cancellation)
        }
        let areas = RenditionSize(
            width: min(8, picture.size.width, other.size.width),
            height: min(8, picture.size.height, max(1, other.size.height / 2)))
        let differences = zip(picture.means(areas), other.means(areas)).map { abs(Int($0) - Int($1)) }
        return differences.reduce(0, +) <= Self.meanTolerance * differences.count
            && differences.allSatisfy { $0 <= Self.mostTolerance }
    }

    /// The first rows of a picture, in sRGB without its profile.
    private struct Strip {
        let size: RenditionSize
        /// The height of the whole picture.
        let height: Int
        private let pixels: VipsPicture

        init(_ picture: VipsPicture, of count: Int, _ cancellation: Cancellation) throws(LoadFailure) {
            let width = vips_image_get_width(picture.image)
            height = Int(vips_image_get_height(picture.image))
            var rows = try VipsDecoder.step { out in
                lookahead_vips_crop(picture.image, &out, 0, 0, width, Int32(count))
            }
            rows = try VipsDecoder.step { out in
                lookahead_vips_srgb(rows.image, &out, 0, VIPS_INTENT_RELATIVE)
            }
            pixels = try VipsDecoder.inMemory(rows, cancellation)
            size = RenditionSize(width: Int(width), height: count)
        }

        func means(_ areas: RenditionSize) -> [UInt8] {
            let count = size.width * size.height * 3
            guard let start = vips_image_get_data(pixels.image), vips_image_get_bands(pixels.image) == 3,
                vips_image_get_format(pixels.image) == VIPS_FORMAT_UCHAR
            else { return [] }
            defer { withExtendedLifetime(pixels) {} }
            return AreaMean.scaled(UnsafeRawBufferPointer(start: start, count: count), size, bands: 3, to: areas)
        }
    }
}
