import GridEngine
import Hashing

/// The form of one entry on disk, all numbers little endian:
/// magic, checksum (8 bytes) of all that follows, width, height, original width, original height, length of the key,
/// length of the content type, length of the picture, colour or all ones (4 bytes each); then key, content type, picture.
/// The highest bit of the content type's length says that the original is damaged, the next one that a texel follows the picture. Its bits
/// from 16 on have the sharpness and one, 0 for none.
enum DiskCacheEntry {
    /// Goes up when the form of an entry, or what a rendition of one key looks like, changes.
    static let formatVersion = 4
    private static let magic = Array("LKHDRND2".utf8)
    private static let headerBytes = 8 + 8 + 8 * 4
    private static let damageBit = 1 << 31
    private static let texelBit = 1 << 30
    private static let sharpnessShift = 16
    private static let sharpnessMask = 0xfff

    /// The key in full, as an entry holds it.
    static func text(of key: RenditionKey) -> [UInt8] {
        var text = Array(key.collection.utf8)
        text.append(0)
        text.append(contentsOf: key.item.utf8)
        text.append(0)
        let form =
            switch key.form {
            case .preview: "0"
            case .width(let width): "\(width)"
            case .region(let region):
                "\(region.x),\(region.y),\(region.width),\(region.height)/\(region.shrink)"
            }
        text.append(contentsOf: "\(key.revision) \(form)".utf8)
        return text
    }

    /// FNV-1a of the key, 128 bits. Two keys of one name would only push each other out.
    static func name(of key: RenditionKey) -> UInt128 { hash(of: text(of: key)) }

    static func hash(of text: some Sequence<UInt8>) -> UInt128 {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in text { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        return hash
    }

    static func bytes(of rendition: Rendition, for key: RenditionKey) -> [UInt8] {
        let key = text(of: key)
        let type = Array(rendition.contentType.utf8)
        var bytes: [UInt8] = []
        let texel = rendition.texel?.rgb ?? []
        bytes.reserveCapacity(headerBytes + key.count + type.count + rendition.bytes.count + texel.count)
        bytes.append(contentsOf: magic)
        bytes.append(contentsOf: repeatElement(0, count: 8))
        let sharpness = rendition.sharpness.map { $0 + 1 } ?? 0
        let bits =
            (rendition.isDamaged ? damageBit : 0) | (texel.isEmpty ? 0 : texelBit) | sharpness << sharpnessShift
        let numbers = [
            rendition.width, rendition.height, rendition.originalWidth, rendition.originalHeight, key.count,
            type.count | bits, rendition.bytes.count, Int(rendition.colour ?? .max),
        ]
        for number in numbers {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: key)
        bytes.append(contentsOf: type)
        bytes.append(contentsOf: rendition.bytes)
        bytes.append(contentsOf: texel)
        let sum = Checksum.fnv(bytes[16...])
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(8..<16, with: $0) }
        return bytes
    }

    /// `nil` for anything but a whole entry of this very key.
    static func rendition(in bytes: [UInt8], for key: RenditionKey) -> Rendition? {
        guard bytes.count >= headerBytes, bytes.starts(with: magic) else { return nil }
        let numbers = (0..<8).map { number(bytes, at: 16 + 4 * $0) }
        let (keyCount, typeCount, pictureCount) = (numbers[4], numbers[5] & (1 << sharpnessShift - 1), numbers[6])
        let texelCount = numbers[5] & texelBit == 0 ? 0 : Texel.byteCount
        let wanted = text(of: key)
        guard headerBytes + keyCount + typeCount + pictureCount + texelCount == bytes.count, keyCount == wanted.count,
            bytes[headerBytes..<(headerBytes + keyCount)].elementsEqual(wanted)
        else { return nil }
        let sum = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
        guard UInt64(littleEndian: sum) == Checksum.fnv(bytes[16...]) else { return nil }
        let sharpness = (numbers[5] >> sharpnessShift & sharpnessMask) - 1
        let type = bytes[(headerBytes + keyCount)...].prefix(typeCount)
        return Rendition(
            bytes: Array(bytes.dropLast(texelCount).suffix(pictureCount)),
            contentType: String(decoding: type, as: UTF8.self),
            width: numbers[0], height: numbers[1], originalWidth: numbers[2], originalHeight: numbers[3],
            colour: numbers[7] <= 0xff_ffff ? UInt32(numbers[7]) : nil, isDamaged: numbers[5] & damageBit != 0,
            texel: Texel(rgb: Array(bytes.suffix(texelCount))),
            sharpness: Rendition.sharpnessRange.contains(sharpness) ? sharpness : nil)
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
    }
}

/// Finds damage in what is on disk.
enum Checksum {
    /// FNV-1a over words of eight bytes: finds damage, not malice; 2 GB/s rather than 0.7 byte by byte.
    static func fnv(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash = FNV1a.basis64
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                hash = FNV1a.hash64(word: word, continuing: hash)
                offset += 8
            }
            hash = FNV1a.hash64(bytes[offset...], continuing: hash)
        }
        return hash
    }
}
