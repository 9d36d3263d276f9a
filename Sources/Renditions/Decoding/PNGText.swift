import Glibc
import GridEngine

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
    /// Maximum size of a file that is read into memory.
    private static let fileLimit = 1 << 30

    /// The file without its text, when there is more of that than the limit; `nil` for every other file.
    static func withoutText(_ file: OpenFile) -> [UInt8]? {
        guard read(file, at: 0, count: 8) == signature else { return nil }
        // What follows the pixels is not read.
        let size = VipsDecoder.sizeBytes(of: file)
        var kept: [Range<Int>] = []
        var keptFrom = 0
        var textBytes = 0
        var offset = 8
        while let head = read(file, at: offset, count: 8) {
            let kind = Array(head[4...])
            guard kind != pixels else { break }
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
        guard textBytes > limitBytes, size <= fileLimit else { return nil }
        kept.append(keptFrom..<size)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size - textBytes)
        for range in kept {
            guard let part = read(file, at: range.lowerBound, count: range.count) else { return nil }
            bytes += part
        }
        return bytes
    }

    /// Exactly `count` bytes, or `nil` where the file has fewer.
    private static func read(_ file: OpenFile, at offset: Int, count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(file.descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                guard got > 0 else { return }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
