/// What the first bytes of a file say it is, whatever its sender calls it.
package enum PictureSignature {
    /// Whether a file begins as a picture does that can be shown: JPEG, PNG, WebP, GIF, AVIF, HEIF or TIFF.
    package static func isPicture(_ bytes: [UInt8]) -> Bool {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }
        if bytes.starts(with: [0xff, 0xd8, 0xff])
            || bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        {
            return true
        }
        if has("GIF87a") || has("GIF89a") || has("RIFF") && has("WEBP", at: 8) { return true }
        if bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a]) { return true }
        return has("ftyp", at: 4) && ["avif", "avis", "heic", "heix", "mif1", "msf1"].contains { has($0, at: 8) }
    }
}
