/// The text in a PNG file. It is not shown, and libpng unpacks all of it with the header: 50 MB from 50 KB, several times.
/// A colour profile of several megabytes is treated as text.
enum PNGText {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let kinds = ["tEXt", "zTXt", "iTXt"].map { Array($0.utf8) }
    private static let profile = Array("iCCP".utf8)
    private static let pixels = Array("IDAT".utf8)
    /// Maximum bytes of text that are left to the library; a thousand times that when unpacked.
    private static let limitBytes = 4 << 10
    /// Maximum bytes of a profile, packed; those of cameras and screens have at most 1 MB.
    private static let profileLimit = 4 << 20

    /// The file without its text, when there is more of that than the limit; `nil` for every other file.
    static func withoutText(_ file: PictureBytes) -> [UInt8]? {
        guard file.bytes(at: 0, count: 8) == signature else { return nil }
        // What follows the pixels is not read.
        let size = file.count
        var kept: [Range<Int>] = []
        var keptFrom = 0
        var textBytes = 0
        var offset = 8
        while let head = file.bytes(at: offset, count: 8) {
            let kind = Array(head[4...])
            guard kind != pixels else { break }
            // Junk: of zeros there would be hundreds of millions.
            guard kind.allSatisfy(isLetter) else { return nil }
            let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 12 + length
            guard end <= size else { return nil }
            if kinds.contains(kind) || kind == profile && length > profileLimit {
                textBytes += length
                kept.append(keptFrom..<offset)
                keptFrom = end
            }
            offset = end
        }
        guard textBytes > limitBytes, size <= PictureBytes.memoryLimit else { return nil }
        kept.append(keptFrom..<size)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size - textBytes)
        for range in kept {
            guard let part = file.bytes(at: range.lowerBound, count: range.count) else { return nil }
            bytes += part
        }
        return bytes
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xdf)
    }
}
