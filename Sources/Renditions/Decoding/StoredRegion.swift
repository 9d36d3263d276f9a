import CVips
import GridEngine

/// A region as the file stores it: cameras store pictures as the sensor reads them, and note how to turn them upright.
struct StoredRegion: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// In a picture that the loader has shrunk: every pixel that any of the region's is in.
    func shrunk(by factor: Int, within picture: VipsPicture) -> StoredRegion {
        let (wide, high) = (Int(vips_image_get_width(picture.image)), Int(vips_image_get_height(picture.image)))
        let (left, top) = (min(x / factor, wide - 1), min(y / factor, high - 1))
        let right = min((x + width + factor - 1) / factor, wide)
        let bottom = min((y + height + factor - 1) / factor, high)
        return StoredRegion(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}

extension PictureRegion {
    func isWithin(_ size: RenditionSize) -> Bool { x + width <= size.width && y + height <= size.height }

    /// - Returns: `nil` where it is not within the picture.
    func stored(_ header: VipsHeader) -> StoredRegion? {
        stored(uprightSize: header.uprightSize, orientation: header.orientation)
    }

    /// - Parameters:
    ///   - size: of the upright picture.
    ///   - orientation: as EXIF has it, 1 to 8.
    /// - Returns: `nil` where it is not within the picture.
    func stored(uprightSize size: RenditionSize, orientation: Int) -> StoredRegion? {
        guard isWithin(size) else { return nil }
        // Distances from the other edges.
        let (right, bottom) = (size.width - x - width, size.height - y - height)
        let (column, row) =
            switch orientation {
            case 2: (right, y)
            case 3: (right, bottom)
            case 4: (x, bottom)
            case 5: (y, x)
            case 6: (y, right)
            case 7: (bottom, right)
            case 8: (bottom, x)
            default: (x, y)
            }
        return orientation >= 5
            ? StoredRegion(x: column, y: row, width: height, height: width)
            : StoredRegion(x: column, y: row, width: width, height: height)
    }
}
