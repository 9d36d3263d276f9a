import CTIFF

/// The first picture of a TIFF file as libtiff itself makes pixels of it, strip by strip, or tiles by their rows: of old JPEG, which
/// libvips does not read, and of a file of which some cannot be read.
struct TIFFRaster {
    let width: Int
    let height: Int
    /// Red, green and blue, rows from the top as they are stored. Missing pixels are grey.
    private(set) var pixels: [UInt8] = []
    private(set) var missingRows = 0

    private static let missing: UInt8 = 128

    /// `nil` of what libtiff does not read, and of more pixels than `pixelLimit`.
    init?(_ content: [UInt8], pixelLimit: Int) {
        let read = content.withUnsafeBufferPointer { bytes -> TIFFRaster? in
            var source = LookaheadTIFFContent(bytes: bytes.baseAddress, count: tmsize_t(bytes.count), at: 0)
            return withUnsafeMutablePointer(to: &source) { source in
                guard let tiff = lookahead_tiff_open(source) else { return nil }
                defer { TIFFClose(tiff) }
                var words = [CChar](repeating: 0, count: 1024)
                var image = TIFFRGBAImage()
                guard TIFFRGBAImageBegin(&image, tiff, 1, &words) != 0 else { return nil }
                defer { TIFFRGBAImageEnd(&image) }
                return TIFFRaster(&image, Int(lookahead_tiff_rows(tiff)), pixelLimit)
            }
        }
        guard let read else { return nil }
        self = read
    }

    private init?(_ image: inout TIFFRGBAImage, _ rowsTogether: Int, _ pixelLimit: Int) {
        (width, height) = (Int(image.width), Int(image.height))
        guard width > 0, height > 0, rowsTogether > 0, width <= pixelLimit / height else { return nil }
        // It is turned afterwards, as any picture.
        image.orientation = UInt16(ORIENTATION_TOPLEFT)
        image.req_orientation = UInt16(ORIENTATION_TOPLEFT)
        pixels = [UInt8](repeating: Self.missing, count: width * height * 3)
        var part = [UInt32](repeating: 0, count: width * min(rowsTogether, height))
        for start in stride(from: 0, to: height, by: rowsTogether) {
            let rows = min(rowsTogether, height - start)
            let read = Self.readable(&image, &part, start, rows)
            missingRows += rows - read
            for pixel in 0..<(read * width) {
                let at = (start * width + pixel) * 3
                let colours = part[pixel]
                pixels[at] = UInt8(truncatingIfNeeded: colours)
                pixels[at + 1] = UInt8(truncatingIfNeeded: colours >> 8)
                pixels[at + 2] = UInt8(truncatingIfNeeded: colours >> 16)
            }
        }
    }

    /// Reads as many of the rows from `start` on as can be read. Those of one strip are decoded from its first on, each time.
    private static func readable(
        _ image: inout TIFFRGBAImage, _ part: inout [UInt32], _ start: Int, _ rows: Int
    ) -> Int {
        let width = image.width
        func isRead(_ count: Int) -> Bool {
            (image.row_offset, image.col_offset) = (Int32(start), 0)
            return TIFFRGBAImageGet(&image, &part, width, UInt32(count)) != 0
        }
        if isRead(rows) { return rows }
        var (least, most) = (0, rows - 1)
        while least < most {
            let middle = (least + most + 1) / 2
            if isRead(middle) { least = middle } else { most = middle - 1 }
        }
        if least > 0, !isRead(least) { return 0 }
        return least
    }
}

/// Numbers of a TIFF structure, of either byte order.
struct TIFFReader {
    struct Directory {
        /// Single numbers that are stored in the entry itself, by tag.
        var values: [Int: Int] = [:]
        /// Texts, with the zero at their end, by tag.
        var texts: [Int: ArraySlice<UInt8>] = [:]
        /// Offset of the next directory; 0 for none.
        var next = 0
    }

    private let content: ArraySlice<UInt8>
    private let isLittle: Bool

    init?(_ content: ArraySlice<UInt8>) {
        self.content = content
        if content.starts(with: Array("II*\0".utf8)) {
            isLittle = true
        } else if content.starts(with: Array("MM\0*".utf8)) {
            isLittle = false
        } else {
            return nil
        }
    }

    var firstDirectory: Int { number(at: 4, bytes: 4) ?? 0 }

    func bytes(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, count > 0, count <= content.count, start <= content.count - count else { return nil }
        return content[(content.startIndex + start)..<(content.startIndex + start + count)]
    }

    func directory(at offset: Int) -> Directory? {
        guard offset >= 8, let count = number(at: offset, bytes: 2), count <= 1000 else { return nil }
        var directory = Directory()
        for entry in 0..<count {
            let at = offset + 2 + entry * 12
            guard let tag = number(at: at, bytes: 2), let type = number(at: at + 2, bytes: 2) else { return nil }
            guard let count = number(at: at + 4, bytes: 4) else { return nil }
            switch type {
            // Text of more than four bytes is stored elsewhere.
            case 2 where count > 4: directory.texts[tag] = number(at: at + 8, bytes: 4).flatMap { bytes($0, count) }
            case 3 where count == 1: directory.values[tag] = number(at: at + 8, bytes: 2)
            case 4 where count == 1: directory.values[tag] = number(at: at + 8, bytes: 4)
            default: continue
            }
        }
        directory.next = number(at: offset + 2 + count * 12, bytes: 4) ?? 0
        return directory
    }

    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard let bytes = bytes(offset, count) else { return nil }
        let ordered = isLittle ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
