import GridEngine

extension PictureMetadata {
    /// Where the camera focused, as shares of the width and height of the picture as it is shown.
    ///
    /// A region that a program wrote comes before the camera's own area, which comes before its point, and before its maker's notes. All of
    /// them are of the picture as it is stored, before it is turned.
    static func focus(_ tags: MetadataTags) -> (x: Double, y: Double)? {
        guard let stored = focusRegion(tags) ?? subject(tags) ?? canonArea(tags) else { return nil }
        let orientation = MetadataNumber.positive(tags.text("Exif.Image.Orientation"), upTo: 8)
        return turned(stored, orientation: orientation.map { Int($0) } ?? 1)
    }

    typealias Point = (x: Double, y: Double)

    /// The first region of the type `Focus`, as the Metadata Working Group has them: shares already.
    private static func focusRegion(_ tags: MetadataTags) -> Point? {
        for number in 1...regionLimit {
            let region = "Xmp.mwg-rs.Regions/mwg-rs:RegionList[\(number)]/mwg-rs:"
            guard tags.text("\(region)Type") == "Focus" else { continue }
            return point(
                MetadataNumber.first(tags.text("\(region)Area/stArea:x")),
                MetadataNumber.first(tags.text("\(region)Area/stArea:y")), in: (1, 1))
        }
        return nil
    }

    private static let regionLimit = 16

    /// The middle of the subject, in px of the picture that the camera stored.
    private static func subject(_ tags: MetadataTags) -> Point? {
        guard let width = MetadataNumber.positive(tags.text("Exif.Photo.PixelXDimension"), upTo: sideLimit),
            let height = MetadataNumber.positive(tags.text("Exif.Photo.PixelYDimension"), upTo: sideLimit)
        else { return nil }
        for tag in ["Exif.Photo.SubjectArea", "Exif.Photo.SubjectLocation"] {
            let numbers = (tags.text(tag) ?? "").split(separator: " ").map { Double($0) }
            guard numbers.count >= 2 else { continue }
            if let point = point(numbers[0], numbers[1], in: (width, height)) { return point }
        }
        return nil
    }

    static let sideLimit = 10_000_000.0

    /// `nil` of what is outside: the picture was cut, or made smaller, since.
    static func point(_ x: Double?, _ y: Double?, in size: (width: Double, height: Double)) -> Point? {
        guard let x, let y else { return nil }
        let point = (x: x / size.width, y: y / size.height)
        return (0...1).contains(point.x) && (0...1).contains(point.y) ? point : nil
    }

    /// A point of a picture that is turned or mirrored as Exif counts it.
    private static func turned(_ point: Point, orientation: Int) -> Point {
        let (x, y) = point
        switch orientation {
        case 2: return (1 - x, y)
        case 3: return (1 - x, 1 - y)
        case 4: return (x, 1 - y)
        case 5: return (y, x)
        case 6: return (1 - y, x)
        case 7: return (1 - y, 1 - x)
        case 8: return (y, 1 - x)
        default: return point
        }
    }
}
