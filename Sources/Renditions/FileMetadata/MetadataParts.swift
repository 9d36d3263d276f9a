/// The parts of a picture's file that hold metadata, as files that exiv2 can read by themselves: damage in one of them, or in what is
/// no metadata at all (a colour profile), leaves the others.
struct MetadataParts {
    struct Kinds: OptionSet {
        let rawValue: UInt8
        static let exif = Kinds(rawValue: 1)
        static let xmp = Kinds(rawValue: 2)
        static let iptc = Kinds(rawValue: 4)
        static let all: Kinds = [.exif, .xmp, .iptc]
    }

    struct Part {
        /// The metadata that it is read for.
        var kinds: Kinds
        var bytes: [UInt8]
    }

    /// In the file's order.
    private(set) var parts: [Part] = []

    /// Maximum bytes of one part; what is larger is no description of a picture.
    private static let partLimit = 16 << 20
    /// Maximum parts of a file. An ordinary one has three.
    private static let countLimit = 64

    /// - Returns: `nil` of a file that is metadata as a whole: TIFF and its relatives, RAW files, sidecars.
    init?(_ content: UnsafeRawBufferPointer) {
        if content.spells([0xff, 0xd8], at: 0) {
            readJPEG(content)
        } else if content.spells(Self.signatureOfPNG, at: 0) {
            readPNG(content)
        } else if content.spells("RIFF", at: 0), content.spells("WEBP", at: 8) {
            readWebP(content)
        } else if content.spells("GIF8", at: 0) {
            readGIF(content)
        } else if content.spells("ftyp", at: 4), content.spells("crx ", at: 8) {
            if let exif = CanonBoxes.exif(in: content) { add(.exif, exif) }
            if let xmp = CanonBoxes.xmp(in: content) { add(.xmp, content, xmp) }
        } else if let jpeg = SigmaSections.pictures(in: content).first {
            readJPEG(UnsafeRawBufferPointer(rebasing: content[jpeg]))
        } else if content.spells("ftyp", at: 4), !content.spells("jxl ", at: 8) {
            for (kinds, bytes) in HEIFItems(content).metadata { add(kinds, bytes) }
        } else {
            return nil
        }
    }

    private mutating func add(_ kinds: Kinds, _ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.partLimit, parts.count < Self.countLimit else { return }
        switch kinds {
        case .exif: parts.append(Part(kinds: kinds, bytes: Self.tiff(bytes)))
        case .xmp: parts.append(Part(kinds: kinds, bytes: XMPDocument.text(bytes)))
        default: parts.append(Part(kinds: kinds, bytes: bytes))
        }
    }

    private mutating func add(_ kinds: Kinds, _ content: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard range.count <= Self.partLimit else { return }
        add(kinds, Array(content[range]))
    }

    /// Without what some programs put before it: `Exif` and zeros.
    private static func tiff(_ bytes: [UInt8]) -> [UInt8] {
        let magics: [[UInt8]] = [[0x49, 0x49, 0x2a, 0], [0x4d, 0x4d, 0, 0x2a]]
        let start = (0..<min(16, bytes.count)).first { offset in
            magics.contains { bytes[offset...].starts(with: $0) }
        }
        return start.map { Array(bytes[$0...]) } ?? bytes
    }

    // MARK: JPEG

    private static let xmpInJPEG = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// Maximum bytes between segments that belong to none.
    private static let junkLimit = 1 << 20

    private mutating func readJPEG(_ content: UnsafeRawBufferPointer) {
        var offset = 2
        var junk = 0
        // IPTC may go on in further segments: a file of its own, with all of them.
        var described: [UInt8] = [0xff, 0xd8]
        while offset + 4 <= content.count, junk <= Self.junkLimit {
            let marker = content[offset + 1]
            guard content[offset] == 0xff, marker != 0xff, marker != 0 else {
                (offset, junk) = (offset + 1, junk + 1)
                continue
            }
            // The picture itself, and markers without a length.
            if marker == 0xda || marker == 0xd9 { break }
            if (0xd0...0xd8).contains(marker) || marker == 1 {
                offset += 2
                continue
            }
            let length = Int(content[offset + 2]) << 8 | Int(content[offset + 3])
            let end = min(content.count, offset + 2 + max(2, length))
            let start = offset + 4
            if marker == 0xe1, content.spells("Exif\0", at: start) {
                addExif(content, min(start + 6, end)..<end)
            } else if marker == 0xe1, content.spells(Self.xmpInJPEG, at: start) {
                add(.xmp, content, min(start + Self.xmpInJPEG.count, end)..<end)
            } else if marker == 0xed, content.spells("Photoshop 3.0\0", at: start), described.count < Self.partLimit {
                described += content[offset..<end]
            }
            offset = end
        }
        if described.count > 2 { add(.iptc, described + [0xff, 0xd9]) }
    }

    /// Exif that is longer than a segment goes on in the next one, which has no header of its own.
    private mutating func addExif(_ content: UnsafeRawBufferPointer, _ range: Range<Int>) {
        let isHeaded = content.spells("II", at: range.lowerBound) || content.spells("MM", at: range.lowerBound)
        guard !isHeaded, let last = parts.indices.last, parts[last].kinds == .exif,
            parts[last].bytes.count + range.count <= Self.partLimit
        else { return add(.exif, content, range) }
        parts[last].bytes += content[range]
    }

    // MARK: PNG

    static let signatureOfPNG: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let endOfPNG: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]

    private mutating func readPNG(_ content: UnsafeRawBufferPointer) {
        var offset = 8
        while let length = content.number(at: offset, bytes: 4), offset + 12 + length <= content.count {
            let chunk = offset..<(offset + 12 + length)
            let data = (offset + 8)..<(offset + 8 + length)
            let kind = (offset + 4)
            if content.spells("eXIf", at: kind) {
                add(.exif, content, data)
            } else if content.spells("iTXt", at: kind), content.spells("XML:com.adobe.xmp\0", at: data.lowerBound) {
                addXMP(content, chunk, data)
            } else if content.spells("tEXt", at: kind) || content.spells("zTXt", at: kind),
                content.spells("Raw profile type ", at: data.lowerBound), chunk.count <= Self.partLimit
            {
                // ImageMagick writes them in hexadecimal digits: the library reads those, and unpacks them.
                addChunk(Self.kinds(ofProfileAt: data.lowerBound + 17, content), content, chunk)
            }
            offset = chunk.upperBound
        }
    }

    private static func kinds(ofProfileAt offset: Int, _ content: UnsafeRawBufferPointer) -> Kinds {
        if content.spells("exif\0", at: offset) { return .exif }
        if content.spells("xmp\0", at: offset) { return .xmp }
        return content.spells("iptc\0", at: offset) ? .iptc : .all
    }

    /// A text with a language and its translation before it, packed or not.
    private mutating func addXMP(_ content: UnsafeRawBufferPointer, _ chunk: Range<Int>, _ data: Range<Int>) {
        let flag = data.lowerBound + 18
        guard flag + 2 <= data.upperBound, chunk.count <= Self.partLimit else { return }
        guard content[flag] == 0 else { return addChunk([.xmp, .iptc], content, chunk) }
        add(.xmp, content, (flag + 2)..<data.upperBound)
    }

    /// A PNG file with nothing but its header and one chunk.
    private mutating func addChunk(_ kinds: Kinds, _ content: UnsafeRawBufferPointer, _ chunk: Range<Int>) {
        guard content.count >= 33, parts.count < Self.countLimit else { return }
        parts.append(Part(kinds: kinds, bytes: Array(content[..<33]) + content[chunk] + Self.endOfPNG))
    }

    // MARK: WebP and GIF

    private mutating func readWebP(_ content: UnsafeRawBufferPointer) {
        var offset = 12
        while offset + 8 <= content.count {
            let length = (0..<4).reduce(0) { $0 | Int(content[offset + 4 + $1]) << (8 * $1) }
            let data = (offset + 8)..<min(content.count, offset + 8 + length)
            if content.spells("EXIF", at: offset) { add(.exif, content, data) }
            if content.spells("XMP ", at: offset) { add(.xmp, content, data) }
            offset = data.upperBound + length % 2
        }
    }

    /// Maximum bytes of a GIF that are looked through: its blocks have no index.
    private static let lookedThrough = 32 << 20
    /// Behind the text, so that it can be passed as blocks: 1, then 255 down to 1.
    private static let trailerBytes = 257

    private mutating func readGIF(_ content: UnsafeRawBufferPointer) {
        let end = min(content.count, Self.lookedThrough)
        guard end > 13 else { return }
        func palette(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        /// The zero that ends the blocks.
        func blocksEnd(_ start: Int) -> Int {
            var offset = start
            while offset < end, content[offset] != 0 { offset += Int(content[offset]) + 1 }
            return offset
        }
        var offset = 13 + palette(content[10])
        while offset + 12 < end {
            switch content[offset] {
            case 0x21 where content[offset + 1] == 0xff && content.spells("XMP DataXMP", at: offset + 3):
                let stop = blocksEnd(offset + 14)
                let text = (offset + 14)..<max(offset + 14, min(stop, end) - Self.trailerBytes)
                add(.xmp, content, text)
                offset = stop + 1
            case 0x21: offset = blocksEnd(offset + 2) + 1
            case 0x2c: offset = blocksEnd(offset + 11 + palette(content[offset + 9])) + 1
            default: return
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    func spells(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { text in
            offset >= 0 && offset + text.count <= count && self[offset..<(offset + text.count)].elementsEqual(text)
        }
    }

    func spells(_ bytes: [UInt8], at offset: Int) -> Bool {
        offset >= 0 && offset + bytes.count <= count && self[offset..<(offset + bytes.count)].elementsEqual(bytes)
    }

    /// The number that at most seven bytes are, most significant first; `nil` where they are not there.
    func number(at offset: Int, bytes: Int) -> Int? {
        guard 0...7 ~= bytes, offset >= 0, offset <= count - bytes else { return nil }
        return self[offset..<(offset + bytes)].reduce(0) { $0 << 8 | Int($1) }
    }
}
