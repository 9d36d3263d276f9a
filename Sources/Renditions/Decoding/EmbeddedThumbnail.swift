import GridEngine

/// The thumbnail that cameras put into a JPEG's Exif data (Exif 2.32, 4.5.6).
///
/// The bytes are not trusted: every offset is checked against the bounds, and invalid ones mean that there is no thumbnail.
struct EmbeddedThumbnail {
    /// A JPEG, which is to be turned as the picture is.
    let bytes: ArraySlice<UInt8>
    /// In Exif's numbers, 1 to 8.
    let orientation: Int
    /// The size of the picture in the file, not turned.
    let pictureSize: RenditionSize

    /// Cameras write their metadata before the picture: as much of the file is read.
    static let headBytes = 256 * 1024
    /// Smaller ones would be shown larger than they are.
    private static let leastSide = 40
    /// Exif's own limit for the whole segment.
    private static let mostBytes = 65_536
    /// Exif's number of the tag that says how a picture is to be turned.
    static let orientationTag = 0x0112
    /// Some cameras fill a thumbnail of another shape with black bars: such a one is not used.
    private static let shapeTolerance = 0.04

    init?(_ file: OpenFile) {
        self.init(jpeg: file.head(Self.headBytes))
    }

    /// - Parameter head: the beginning of a JPEG file, metadata included.
    init?(jpeg head: [UInt8]) {
        guard let (size, exif) = Self.segments(of: head[...]), let size, let exif else { return nil }
        let tiff = TIFFReader(exif)
        guard let tiff, let main = tiff.directory(at: tiff.firstDirectory), main.next > 0,
            let second = tiff.directory(at: main.next), let start = second.values[0x0201],
            let count = second.values[0x0202], count <= Self.mostBytes, let thumbnail = tiff.bytes(start, count),
            let (small, _) = Self.segments(of: thumbnail), let small, min(small.width, small.height) >= Self.leastSide,
            size.width > 0, size.height > 0
        else { return nil }
        let shape = Double(small.width * size.height) / Double(small.height * size.width)
        guard abs(shape - 1) <= Self.shapeTolerance else { return nil }
        (bytes, pictureSize) = (thumbnail, size)
        orientation = Self.orientation(main)
    }

    /// The orientation of a JPEG; `nil` where its metadata go beyond the beginning.
    static func orientation(of head: [UInt8]) -> Int? {
        guard let (size, exif) = segments(of: head[...]), size != nil else { return nil }
        let tiff = exif.flatMap { TIFFReader($0) }
        return orientation(tiff.flatMap { $0.directory(at: $0.firstDirectory) })
    }

    private static func orientation(_ directory: TIFFReader.Directory?) -> Int {
        directory?.values[orientationTag].flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    }

    /// The picture's size and its Exif data, of a JPEG's segments before the first scan.
    static func segments(of jpeg: ArraySlice<UInt8>) -> (RenditionSize?, ArraySlice<UInt8>?)? {
        guard jpeg.starts(with: [0xff, 0xd8]) else { return nil }
        var exif: ArraySlice<UInt8>?
        var offset = jpeg.startIndex + 2
        while offset + 4 <= jpeg.endIndex, jpeg[offset] == 0xff {
            let marker = jpeg[offset + 1]
            if marker == 0xff {
                offset += 1
                continue
            }
            let count = Int(jpeg[offset + 2]) << 8 | Int(jpeg[offset + 3])
            let end = offset + 2 + count
            guard count >= 2, end <= jpeg.endIndex, marker != 0xda, marker != 0xd9 else { break }
            let content = jpeg[(offset + 4)..<end]
            if marker == 0xe1, exif == nil, content.starts(with: Array("Exif\0\0".utf8)) { exif = content.dropFirst(6) }
            // Start of frame, of whatever process; the three between are tables.
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker), content.count >= 5 {
                let at = content.startIndex
                let height = Int(content[at + 1]) << 8 | Int(content[at + 2])
                let width = Int(content[at + 3]) << 8 | Int(content[at + 4])
                return (RenditionSize(width: width, height: height), exif)
            }
            offset = end
        }
        return (nil, exif)
    }

    /// The same JPEG with Exif data of its own that say nothing but the orientation.
    static func turned(_ jpeg: ArraySlice<UInt8>, by orientation: Int) -> [UInt8] {
        guard (2...8).contains(orientation) else { return Array(jpeg) }
        let head: [UInt8] = [0xff, 0xd8, 0xff, 0xe1, 0, 34] + Array("Exif\0\0II*\0".utf8)
        let directory: [UInt8] = [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
        return head + directory + jpeg.dropFirst(2)
    }
}
