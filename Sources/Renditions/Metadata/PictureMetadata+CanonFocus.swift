import GridEngine

extension PictureMetadata {
    /// The area of autofocus that was in focus; of several, the one that is nearest to the middle of them.
    ///
    /// EOS cameras alone: their areas are counted from the middle of the picture, upwards. Other Canon cameras count downwards, and
    /// write areas that their sensors do not have.
    static func canonArea(_ tags: MetadataTags) -> Point? {
        let numbers = { (tag: String) in
            (tags.text("Exif.Canon.\(tag)") ?? "").split(separator: " ").compactMap { Int($0) }
        }
        guard tags.text("Exif.Image.Model")?.hasPrefix("Canon EOS") == true,
            let width = numbers("AFImageWidth").first, let height = numbers("AFImageHeight").first, width > 0,
            height > 0, isWhole(tags, width, height), let valid = numbers("AFValidPoints").first
        else { return nil }
        let (across, up) = (numbers("AFXPositions"), numbers("AFYPositions"))
        // A bit for each area.
        let words = numbers("AFPointsInFocus")
        let count = min(valid, across.count, up.count, words.count * 16)
        var points: [Point] = []
        for area in 0..<max(0, count) where words[area / 16] >> (area % 16) & 1 == 1 {
            let (x, y) = (Double(width) / 2 + Double(across[area]), Double(height) / 2 - Double(up[area]))
            if let point = point(x, y, in: (Double(width), Double(height))) { points.append(point) }
        }
        let middle = (x: mean(points.map(\.x)), y: mean(points.map(\.y)))
        return points.min { distance($0, middle) < distance($1, middle) }
    }

    private static func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }

    /// Squared.
    private static func distance(_ one: Point, _ other: Point) -> Double {
        let (x, y) = (one.x - other.x, one.y - other.y)
        return x * x + y * y
    }

    /// Whether the picture has the proportions in which the camera focused: a program that cuts a picture leaves the maker's notes alone.
    private static func isWhole(_ tags: MetadataTags, _ width: Int, _ height: Int) -> Bool {
        guard let storedWidth = MetadataNumber.positive(tags.text("Exif.Photo.PixelXDimension"), upTo: sideLimit),
            let storedHeight = MetadataNumber.positive(tags.text("Exif.Photo.PixelYDimension"), upTo: sideLimit)
        else { return false }
        let ratio = storedWidth * Double(height) / (storedHeight * Double(width))
        return (0.98...1.02).contains(ratio)
    }
}
