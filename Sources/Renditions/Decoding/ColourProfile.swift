/// Reads as much of an ICC profile as is needed to leave the sRGB ones alone: they are the most common by far, and
/// running every pixel through one costs as much as the scaling.
enum ColourProfile {
    /// Whether the profile is an RGB display profile that describes itself as sRGB (ICC.1:2022, 7.2 and 9.2.41).
    static func isStandardRGB(_ profile: UnsafeRawBufferPointer) -> Bool {
        guard profile.count > 132, tag(profile, 16) == "RGB " else { return false }
        let count = min(word(profile, 128), 100)
        for index in 0..<count {
            let entry = 132 + index * 12
            guard entry + 12 <= profile.count else { return false }
            guard tag(profile, entry) == "desc" else { continue }
            let offset = word(profile, entry + 4)
            let size = min(word(profile, entry + 8), 256)
            guard offset + size <= profile.count else { return false }
            return describesStandardRGB(profile[offset..<(offset + size)])
        }
        return false
    }

    /// Version 2 writes the description in ASCII, version 4 in UTF-16: zero bytes are skipped for both.
    private static func describesStandardRGB(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        let letters = text.dropFirst(12).filter { $0 != 0 }
        let name = Array("sRGB".utf8)
        guard letters.count >= name.count else { return false }
        return (0...(letters.count - name.count)).contains { Array(letters[$0..<($0 + name.count)]) == name }
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    private static func tag(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> String {
        String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
    }
}
