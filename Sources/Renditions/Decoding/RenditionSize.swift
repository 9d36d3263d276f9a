/// Pixel sizes of pictures and renditions.
package struct RenditionSize: Sendable, Equatable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// A preview's longer side is at most this many times its shorter one's step: it has few bytes.
    private static let longestPreviewInSteps = 3
    /// The pixels of a rendition are at most these, or three squares of its step.
    private static let mostPixels = 6_000_000
    /// The longest side that WebP can have. Transparent pictures become WebP.
    private static let longestSide = 16_383

    /// The size of a rendition at `step` for this upright original: it *covers* a square cell of `step` px, so that
    /// its shorter side is `step` and the picture is sharp with `object-fit: cover`. A panorama that would have too many
    /// pixels so has fewer rows. Never larger than the original.
    package func rendition(step: Int) -> RenditionSize {
        scaled(
            toCover: step, longest: max(3 * step, Self.longestSide), pixels: max(3 * step * step, Self.mostPixels))
    }

    /// The size of a preview at `step`: as a rendition, but a panorama is fitted by its length.
    package func preview(step: Int) -> RenditionSize {
        scaled(toCover: step, longest: Self.longestPreviewInSteps * step, pixels: .max)
    }

    private func scaled(toCover step: Int, longest: Int, pixels: Int) -> RenditionSize {
        let byCover = Double(step) / Double(min(width, height))
        let byLength = Double(longest) / Double(max(width, height))
        let byPixels = (Double(pixels) / (Double(width) * Double(height))).squareRoot()
        let scale = min(byCover, byLength, byPixels)
        guard scale < 1 else { return self }
        return RenditionSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}
