import CJPEG
import Glibc
import GridEngine

/// Pixels in rows without gaps, of one byte (grey) or three (RGB).
struct PlainPixels {
    var size: RenditionSize
    var bands: Int
    var samples: [UInt8]

    /// The mean of each area. `result` is at most as large along both sides.
    func scaled(to result: RenditionSize) -> PlainPixels {
        guard result != size else { return self }
        let scaled = samples.withUnsafeBytes { AreaMean.scaled($0, size, bands: bands, to: result) }
        return PlainPixels(size: result, bands: bands, samples: scaled)
    }

    /// In three bytes a pixel.
    var colours: [UInt8] { bands == 3 ? samples : samples.flatMap { [$0, $0, $0] } }

    /// Turned as Exif says, 1 to 8.
    func upright(_ orientation: Int) -> PlainPixels {
        guard (2...8).contains(orientation) else { return self }
        let (width, height) = (size.width, size.height)
        let result = orientation < 5 ? size : RenditionSize(width: height, height: width)
        var turned: [UInt8] = []
        turned.reserveCapacity(samples.count)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (column, row) =
                    switch orientation {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                let pixel = (row * width + column) * bands
                turned += samples[pixel..<pixel + bands]
            }
        }
        return PlainPixels(size: result, bands: bands, samples: turned)
    }
}

/// A JPEG that libjpeg decodes by itself: of one pass, in grey or three colours, at an eighth of its size or more. libvips takes several times
/// as long for a small picture: it reads all metadata, sets up a pipeline with threads, and compiles vector code for its scaling.
final class JPEGRows {
    /// Rows that are decoded between two looks at the cancellation.
    private static let rowsAtOnce = 64

    private var jpeg = lookahead_jpeg()

    /// Calls `body` with the picture at the beginning of its first row.
    /// - Returns: `nil` for what is none of these, or is damaged.
    static func with<Answer>(
        _ bytes: PictureBytes, _ body: (JPEGRows) throws(LoadFailure) -> Answer?
    ) throws(LoadFailure) -> Answer? {
        let rows = JPEGRows()
        switch bytes {
        case .file(let file):
            defer { withExtendedLifetime(file) {} }
            guard lookahead_jpeg_open(&rows.jpeg, file.descriptor, nil, 0) == 0 else { return nil }
            return try rows.jpeg.is_plain != 0 ? body(rows) : nil
        case .memory(let bytes):
            return try bytes.withUnsafeBufferPointer { buffer throws(LoadFailure) in
                guard lookahead_jpeg_open(&rows.jpeg, -1, buffer.baseAddress, buffer.count) == 0 else { return nil }
                return try rows.jpeg.is_plain != 0 ? body(rows) : nil
            }
        }
    }

    private init() {}

    deinit { lookahead_jpeg_close(&jpeg) }

    /// The size in the file, not turned.
    var size: RenditionSize { RenditionSize(width: Int(jpeg.width), height: Int(jpeg.height)) }

    /// Whether its colours are to be taken through a profile.
    var needsProfile: Bool {
        guard let bytes = jpeg.profile else { return false }
        let profile = ColourProfile(UnsafeRawBufferPointer(start: bytes, count: Int(jpeg.profile_bytes)))
        // One that says nothing of such colours counts as none.
        guard let profile, profile.space == (jpeg.bands == 1 ? .grey : .rgb) else { return false }
        return !profile.isStandardRGB && profile.intent != nil
    }

    /// Decodes rows from the first one on. Once.
    /// - Parameters:
    ///   - shrink: 1, 2, 4 or 8: the sides become so many times shorter.
    ///   - count: how many of all rows.
    ///   - cancellation: stops it.
    /// - Returns: `nil` where libjpeg has complained of anything.
    /// - Throws: `.cancelled`
    func pixels(
        shrink: Int, rows count: (_ all: Int) -> Int, _ cancellation: Cancellation
    ) throws(LoadFailure) -> PlainPixels? {
        guard lookahead_jpeg_start(&jpeg, Int32(shrink)) == 0 else { return nil }
        let size = RenditionSize(width: Int(jpeg.row_width), height: count(Int(jpeg.row_count)))
        let (bands, rowBytes) = (Int(jpeg.bands), Int(jpeg.row_width) * Int(jpeg.bands))
        var isCancelled = false
        let samples = [UInt8](unsafeUninitializedCapacity: size.height * rowBytes) { samples, filled in
            while filled < size.height * rowBytes {
                isCancelled = cancellation.isCancelled
                let next = min(Self.rowsAtOnce, size.height - filled / rowBytes)
                guard !isCancelled,
                    lookahead_jpeg_read(&jpeg, samples.baseAddress! + filled, Int32(next)) == 0
                else { return }
                filled += next * rowBytes
            }
        }
        guard !isCancelled else { throw .cancelled }
        guard jpeg.warnings == 0, samples.count == size.height * rowBytes else { return nil }
        return PlainPixels(size: size, bands: bands, samples: samples)
    }
}
