import GridEngine

/// Previews of JPEGs without libvips's pipelines: of the thumbnail that a camera put into its file, in the place of the whole picture, or of the
/// picture at a part of its size.
extension VipsDecoder {
    /// Maximum pixels of a picture that are decoded to see whether its thumbnail shows it, or a share of its rows.
    private static let comparedPixels = 250_000
    private static let comparedShare = 24
    /// Maximum pixels of a thumbnail: what its 64 KB say of them need not be true.
    private static let thumbnailPixels = 1_000_000
    /// px of the shorter side that are compared, at least.
    private static let comparedSide = 64
    /// Maximum difference of the means of areas, of 255: cameras sharpen their thumbnails. In 177 files of cameras 4 differ by more, two of which
    /// show another picture.
    private static let meanTolerance = 12
    private static let mostTolerance = 64

    /// `nil` of what libvips has to decode: other kinds, several passes, colours of a profile, what is damaged, very large pictures.
    func previewOfJPEG(_ content: PictureContent, _ cancellation: Cancellation) throws(LoadFailure) -> Rendition? {
        guard content.kind == .jpeg else { return nil }
        let head = try content.bytes.head(EmbeddedThumbnail.headBytes)
        do throws(LoadFailure) {
            if let thumbnail = EmbeddedThumbnail(jpeg: head),
                let pixels = try pixels(of: thumbnail, content, cancellation)
            {
                return try preview(of: pixels, originalSize: pixels.size, thumbnail.orientation, cancellation)
            }
            guard let orientation = EmbeddedThumbnail.orientation(of: head) else { return nil }
            return try JPEGRows.with(content.bytes) { rows throws(LoadFailure) -> Rendition? in
                let size = rows.size
                guard size.width * size.height <= min(pixelLimit, Self.quickPixels), !rows.needsProfile else {
                    return nil
                }
                guard let pixels = try rows.pixels(shrink: Self.shrink(size), rows: { $0 }, cancellation) else {
                    return nil
                }
                return try preview(of: pixels, originalSize: size, orientation, cancellation)
            }
        } catch {
            if case .cancelled = error { throw error }
            // Damage does not make the preview fail: libvips is to see it.
            return nil
        }
    }

    /// The factor by which libjpeg shrinks a picture while it decodes, so that it is no smaller than its preview.
    private static func shrink(_ size: RenditionSize) -> Int {
        let preview = size.preview(step: previewSide)
        return [8, 4, 2].first { size.width / $0 >= preview.width && size.height / $0 >= preview.height } ?? 1
    }

    private func preview(
        of pixels: PlainPixels, originalSize: RenditionSize, _ orientation: Int, _ cancellation: Cancellation
    ) throws(LoadFailure) -> Rendition {
        let small = pixels.scaled(to: originalSize.preview(step: Self.previewSide)).upright(orientation)
        let size =
            orientation < 5 ? originalSize : RenditionSize(width: originalSize.height, height: originalSize.width)
        return try encodePreview(Self.picture(of: small), size, cancellation)
    }

    /// The thumbnail, where it shows the picture as it is now: programs that change a picture leave the thumbnail behind.
    ///
    /// The first rows of both are compared. A picture in several passes would have to be decoded whole for that: then there is no gain.
    private func pixels(
        of thumbnail: EmbeddedThumbnail, _ content: PictureContent, _ cancellation: Cancellation
    ) throws(LoadFailure) -> PlainPixels? {
        let small = try JPEGRows.with(.memory(Array(thumbnail.bytes))) { rows throws(LoadFailure) -> PlainPixels? in
            guard rows.size.width * rows.size.height <= Self.thumbnailPixels else { return nil }
            return try rows.pixels(shrink: 1, rows: { $0 }, cancellation)
        }
        guard let small else { return nil }
        let side = min(thumbnail.pictureSize.width, thumbnail.pictureSize.height)
        let shrink = [8, 4, 2].first { side / $0 >= Self.comparedSide } ?? 1
        let most = Self.comparedPixels / (shrink * thumbnail.pictureSize.width)
        var height = 0
        let strip = try JPEGRows.with(content.bytes) { rows throws(LoadFailure) -> PlainPixels? in
            try rows.pixels(
                shrink: shrink,
                rows: { all in
                    height = all
                    return min(all, max(1, most, all / Self.comparedShare))
                }, cancellation)
        }
        guard let strip else { return nil }
        let count = max(1, small.size.height * strip.size.height / height)
        let top = PlainPixels(
            size: RenditionSize(width: small.size.width, height: count), bands: small.bands,
            samples: Array(small.samples.prefix(count * small.size.width * small.bands)))
        let areas = RenditionSize(
            width: min(8, strip.size.width, top.size.width), height: min(8, strip.size.height, max(1, count / 2)))
        let means = [strip, top].map { $0.scaled(to: areas).colours }
        let differences = zip(means[0], means[1]).map { abs(Int($0) - Int($1)) }
        let isShown =
            differences.reduce(0, +) <= Self.meanTolerance * differences.count
            && differences.allSatisfy { $0 <= Self.mostTolerance }
        return isShown ? small : nil
    }
}
