/// Pixel sizes of pictures and renditions.
package struct RenditionSize: Sendable, Equatable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The longer side of a rendition is at most this many times its step: beyond that a panorama is made to fit by
    /// its length, since no cell shows it at full height.
    package static let longestSideInSteps = 3

    /// The size of a rendition at `step` for this upright original: it *covers* a square cell of `step` px, so that
    /// its shorter side is `step` and the picture is sharp with `object-fit: cover`. Never larger than the original.
    package func rendition(step: Int) -> RenditionSize {
        let shorter = min(width, height)
        let longer = max(width, height)
        guard shorter > step || longer > step * Self.longestSideInSteps else { return self }
        let byCover = Double(step) / Double(shorter)
        let byLength = Double(step * Self.longestSideInSteps) / Double(longer)
        let scale = min(byCover, byLength, 1)
        return RenditionSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}
