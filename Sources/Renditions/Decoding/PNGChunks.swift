/// A PNG file's chunks before its pixels, as libpng is to be told them.
///
/// Text is not shown, and libpng unpacks all of it with the header: 50 MB from 50 KB, several times; a colour profile of several megabytes is
/// treated as text. A palette where none belongs makes it give up a whole picture, a profile behind the palette and transparency of
/// more colours than there are are passed over; browsers forgive all of that.
enum PNGChunks {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// The signature and the header.
    private static let headBytes = 33
    private static let kinds: Set<String> = ["tEXt", "zTXt", "iTXt"]
    /// Maximum bytes of text that are left to the library; a thousand times that when unpacked.
    private static let limitBytes = 4 << 10
    /// Maximum bytes of a profile, packed; those of cameras and screens have at most 1 MB.
    private static let profileLimit = 4 << 20

    private struct Change {
        let range: Range<Int>
        var isText = false
        /// The bytes in its place.
        var bytes: [UInt8] = []
    }

    /// The changes of one file.
    private struct Changes {
        var all: [Change] = []
        var textBytes = 0
        /// Profiles that come before everything else.
        var early: [Range<Int>] = []
        private var colours: Int?
        private var hasTransparency = false

        mutating func read(_ kind: String, _ range: Range<Int>, _ colourType: UInt8, _ file: PictureBytes) {
            let length = range.count - 12
            switch kind {
            case _ where kinds.contains(kind) || kind == "iCCP" && length > profileLimit:
                textBytes += length
                all.append(Change(range: range, isText: true))
            case "iCCP" where colours != nil:
                early.append(range)
                all.append(Change(range: range))
            case "PLTE" where colourType & 2 == 0 || hasTransparency && colourType == 2:
                all.append(Change(range: range))
            case "PLTE": colours = length / 3
            case "tRNS":
                hasTransparency = true
                guard colourType == 3, let colours, (1..<length).contains(colours),
                    let data = file.bytes(at: range.lowerBound + 8, count: colours)
                else { return }
                all.append(Change(range: range, bytes: chunk("tRNS", data)))
            default: break
            }
        }
    }

    /// The file put right; `nil` for one that libpng may read as it is.
    static func putRight(_ file: PictureBytes) -> [UInt8]? {
        guard let head = file.bytes(at: 0, count: headBytes), head.starts(with: signature),
            head[8..<16].elementsEqual([0, 0, 0, 13] + Array("IHDR".utf8))
        else { return nil }
        // Chunks behind the pixels are not read.
        let (size, colourType) = (file.count, head[25])
        var changes = Changes()
        var offset = headBytes
        while let head = file.bytes(at: offset, count: 8) {
            // Junk: of zeros there would be hundreds of millions.
            guard head[4...].allSatisfy(isLetter) else { return nil }
            let kind = String(decoding: head[4...], as: UTF8.self)
            guard kind != "IDAT" else { break }
            let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 12 + length
            guard end <= size else { return nil }
            changes.read(kind, offset..<end, colourType, file)
            offset = end
        }
        if changes.textBytes <= limitBytes { changes.all.removeAll(where: \.isText) }
        guard !changes.all.isEmpty, size <= PictureBytes.memoryLimit else { return nil }
        return changed(file, head, changes)
    }

    private static func changed(_ file: PictureBytes, _ head: [UInt8], _ changes: Changes) -> [UInt8]? {
        var bytes = head
        bytes.reserveCapacity(file.count)
        for range in changes.early {
            guard let profile = file.bytes(at: range.lowerBound, count: range.count) else { return nil }
            bytes += profile
        }
        var keptFrom = headBytes
        for change in changes.all + [Change(range: file.count..<file.count)] {
            let kept = change.range.lowerBound - keptFrom
            guard let part = file.bytes(at: keptFrom, count: kept) else { return nil }
            bytes += part + change.bytes
            keptFrom = change.range.upperBound
        }
        return bytes
    }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(kind.utf8) + data
        var sum = UInt32.max
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
        }
        return withUnsafeBytes(of: UInt32(data.count).bigEndian, Array.init) + content
            + withUnsafeBytes(of: (~sum).bigEndian, Array.init)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xdf)
    }
}

/// The colour chunks of a PNG file besides a profile (PNG, third edition, 4.3), which libvips passes over.
struct PNGColour {
    /// An ICC profile that says the same; `nil` where the colours are sRGB's, and where an `iCCP` or `sRGB` chunk says what they are.
    let profile: [UInt8]?

    /// Relevant chunks come before the pixels, and are few.
    private static let chunkLimit = 1000

    /// - Returns: `nil` for a file without such chunks.
    init?(_ file: PictureBytes) {
        var chunks: [String: [UInt8]] = [:]
        var offset = 8
        for _ in 0..<Self.chunkLimit {
            guard let head = file.bytes(at: offset, count: 8) else { break }
            let (length, name) = (Self.number(head[..<4]), String(decoding: head[4...], as: UTF8.self))
            guard name != "IDAT" else { break }
            if ["IHDR", "cICP", "iCCP", "sRGB", "gAMA", "cHRM"].contains(name), chunks[name] == nil {
                chunks[name] = file.bytes(at: offset + 8, count: min(length, 32)) ?? []
            }
            offset += 12 + length
        }
        guard let header = chunks["IHDR"], header.count >= 13, let colours = Self.colours(chunks) else { return nil }
        // Grey, with transparency or without it.
        profile = colours.profile(isGrey: header[9] & 2 == 0)
    }

    private static func colours(_ chunks: [String: [UInt8]]) -> ColourDescription? {
        if let code = chunks["cICP"], code.count == 4 {
            return ColourDescription(primaries: Int(code[0]), transfer: Int(code[1]))
        }
        guard chunks["iCCP"] == nil, chunks["sRGB"] == nil else { return nil }
        var colours = ColourDescription(curve: .standard)
        if let gamma = chunks["gAMA"], gamma.count == 4 {
            let value = number(gamma[...])
            // 1/2.2 is what programs write for sRGB.
            if abs(value - 45_455) > 500, (1_000...1_000_000) ~= value {
                colours.curve = .gamma(100_000 / Double(value))
            }
        }
        if let sides = chunks["cHRM"], sides.count == 32 {
            let points = stride(from: 0, to: 32, by: 8).map { at in
                (
                    x: Double(number(sides[at..<(at + 4)])) / 100_000,
                    y: Double(number(sides[(at + 4)..<(at + 8)])) / 100_000
                )
            }
            (colours.white, colours.red, colours.green, colours.blue) = (points[0], points[1], points[2], points[3])
        }
        return colours
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
