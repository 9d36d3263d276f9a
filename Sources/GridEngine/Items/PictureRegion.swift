/// A part of a picture in the picture's own pixels, or shrunk by a power of two: what a close look at it needs.
package struct PictureRegion: Hashable, Sendable {
    /// The place of its upper left corner in the upright original, in px.
    package let x: Int
    package let y: Int
    /// Its size in the upright original, in px.
    package let width: Int
    package let height: Int
    /// How many px of the original are one of the region's, in each direction: 1, 2, 4 or 8.
    package let shrink: Int

    /// Maximum pixels of a region, after it is shrunk.
    package static let pixelLimit = 16_777_216
    /// Maximum px of one of its sides, after it is shrunk.
    package static let sideLimit = 8192
    /// No picture that is decoded has a longer side.
    private static let extent = 1 << 28

    /// - Returns: `nil` where it has no pixels, more of them than a region may have, or another factor than those.
    package init?(x: Int, y: Int, width: Int, height: Int, shrink: Int = 1) {
        guard [1, 2, 4, 8].contains(shrink), 0..<Self.extent ~= x, 0..<Self.extent ~= y,
            1..<Self.extent ~= width, 1..<Self.extent ~= height
        else { return nil }
        let (wide, high) = ((width + shrink - 1) / shrink, (height + shrink - 1) / shrink)
        guard wide <= Self.sideLimit, high <= Self.sideLimit, wide * high <= Self.pixelLimit else { return nil }
        (self.x, self.y, self.width, self.height, self.shrink) = (x, y, width, height, shrink)
    }
}
