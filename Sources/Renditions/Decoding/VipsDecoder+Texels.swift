import CVips
import GridEngine

extension VipsDecoder {
    /// The texel of a picture in memory: the mean of each sixteenth of its centre square along both sides. `nil` for pixels of an unusual
    /// format.
    static func texel(_ image: UnsafeMutablePointer<VipsImage>) -> Texel? {
        let bands = Int(vips_image_get_bands(image))
        let (width, height) = (Int(vips_image_get_width(image)), Int(vips_image_get_height(image)))
        guard vips_image_get_format(image) == VIPS_FORMAT_UCHAR, (1...4).contains(bands), width > 0, height > 0,
            let start = vips_image_get_data(image)
        else { return nil }
        // Not by an operation of libvips, which would clear what the decoder has said of damage.
        let samples = UnsafeRawBufferPointer(start: start, count: width * height * bands)
        let square = square(of: samples, width: width, height: height, bands: bands)
        return Texel(rgb: scaled(square, side: min(width, height)))
    }

    /// The centre square, three bytes a pixel; what is transparent lies on grey.
    private static func square(
        of samples: UnsafeRawBufferPointer, width: Int, height: Int, bands: Int
    ) -> [UInt8] {
        let side = min(width, height)
        let (left, top) = ((width - side) / 2, (height - side) / 2)
        let (isGrey, hasAlpha) = (bands < 3, bands == 2 || bands == 4)
        return [UInt8](unsafeUninitializedCapacity: side * side * 3) { square, count in
            for row in 0..<side {
                var pixel = ((top + row) * width + left) * bands
                for place in row * side..<(row + 1) * side {
                    let alpha = hasAlpha ? Int(samples[pixel + bands - 1]) : 255
                    for band in 0..<3 {
                        let sample = Int(samples[pixel + (isGrey ? 0 : band)])
                        square[place * 3 + band] =
                            hasAlpha
                            ? UInt8((sample * alpha + Int(Texel.grey) * (255 - alpha) + 127) / 255) : UInt8(sample)
                    }
                    pixel += bands
                }
            }
            count = side * side * 3
        }
    }

    private static func scaled(_ square: [UInt8], side: Int) -> [UInt8] {
        let result = RenditionSize(width: Texel.side, height: Texel.side)
        guard side < Texel.side else {
            return square.withUnsafeBytes {
                AreaMean.scaled($0, RenditionSize(width: side, height: side), bands: 3, to: result)
            }
        }
        // A smaller picture gives its nearest pixels.
        return (0..<Texel.byteCount).map { place in
            let (row, column) = (place / (Texel.side * 3), place / 3 % Texel.side)
            return square[((row * side / Texel.side) * side + column * side / Texel.side) * 3 + place % 3]
        }
    }
}
