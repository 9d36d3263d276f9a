/// The kind of a file by its first bytes, whatever its name or its sender calls it.
package enum PictureSignature {
    package enum Kind: Sendable {
        case jpeg, png, webp, gif, tiff
        /// HEIF and AVIF, still or moving.
        case heif
    }

    /// Bytes from the beginning that are enough to tell.
    package static let headBytes = 64

    /// Whether a file begins as a picture does that can be shown.
    package static func isPicture(_ bytes: [UInt8]) -> Bool { kind(of: bytes) != nil }

    /// - Parameter head: the first `headBytes` of a file, fewer where it ends before.
    /// - Returns: `nil` of what is no picture in a format that can be shown.
    package static func kind(of head: [UInt8]) -> Kind? {
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if head.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
        if head.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
        if has("GIF87a") || has("GIF89a") { return .gif }
        if has("RIFF") && has("WEBP", at: 8) { return .webp }
        // With 43 in the place of 42 for files above 4 GiB.
        if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") { return .tiff }
        guard has("ftyp", at: 4) else { return nil }
        return brands(of: head).contains(where: heifBrands.contains) ? .heif : nil
    }

    /// The major brand, and those that the file is compatible with.
    private static func brands(of head: [UInt8]) -> [String] {
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return stride(from: 8, to: min(size, head.count) - 3, by: 4).filter { $0 != 12 }
            .map { String(decoding: head[$0..<($0 + 4)], as: UTF8.self) }
    }

    private static let heifBrands: Set<String> = [
        "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevm", "hevs", "hevx", "mif1", "msf1",
    ]
}
