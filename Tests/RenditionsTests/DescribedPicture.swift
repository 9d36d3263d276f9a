/// What a camera and programs write into a picture's file, byte by byte, and the files around it: no other program is needed
/// to make them.
struct DescribedPicture {
    /// A value of a directory: its tag, its type and count, its bytes.
    struct Entry {
        var tag: Int
        var type: Int
        var count: Int
        var bytes: [UInt8]

        static func text(_ tag: Int, _ text: String) -> Entry { bytes(tag, Array(text.utf8) + [0], type: 2) }
        static func bytes(_ tag: Int, _ bytes: [UInt8], type: Int = 7) -> Entry {
            Entry(tag: tag, type: type, count: bytes.count, bytes: bytes)
        }
        static func number(_ tag: Int, _ number: Int) -> Entry {
            Entry(tag: tag, type: 3, count: 1, bytes: little(number, 2))
        }
        static func fractions(_ tag: Int, _ fractions: [(Int, Int)]) -> Entry {
            var bytes: [UInt8] = []
            for (numerator, denominator) in fractions {
                bytes += DescribedPicture.bytes(little(numerator, 4), little(denominator, 4))
            }
            return Entry(tag: tag, type: 5, count: fractions.count, bytes: bytes)
        }
    }

    var main: [Entry] = []
    var exif: [Entry] = []
    var place: [Entry] = []
    /// Of a maker whose notes are a directory without a head, as Canon's are.
    var maker: [Entry] = []
    var xmp: String?
    /// Data sets of the application record.
    var iptc: [(number: UInt8, bytes: [UInt8])] = []

    /// Exif data: the main directory, and those of Exif and of the place.
    var tiff: [UInt8] {
        // All pointers are there, so that a directory's size does not depend on the others'.
        let mainAt = 8
        let exifAt = mainAt + Self.size(main) + 24
        let exif = exif + notes(exifAt)
        let placeAt = exifAt + Self.size(exif)
        let pointers = [
            Entry(tag: 0x8769, type: 4, count: 1, bytes: Self.little(exifAt, 4)),
            Entry(tag: 0x8825, type: 4, count: 1, bytes: Self.little(placeAt, 4)),
        ]
        return Self.bytes(
            Self.ascii("II*\0"), Self.little(mainAt, 4), Self.directory(main + pointers, at: mainAt),
            Self.directory(exif, at: exifAt), Self.directory(place, at: placeAt))
    }

    private func notes(_ exifAt: Int) -> [Entry] {
        guard !maker.isEmpty else { return [] }
        let before = Self.size(exif.filter { $0.tag < 0x927c }) - 12 * exif.count { $0.tag < 0x927c }
        return [.bytes(0x927c, Self.directory(maker, at: exifAt + before + 12 * (exif.count + 1)))]
    }

    private static func size(_ entries: [Entry]) -> Int {
        var size = 6 + 12 * entries.count
        for entry in entries where entry.bytes.count > 4 { size += entry.bytes.count + entry.bytes.count % 2 }
        return size
    }

    private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var head = little(entries.count, 2)
        var data: [UInt8] = []
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            head += bytes(little(entry.tag, 2), little(entry.type, 2), little(entry.count, 4))
            if entry.bytes.count > 4 {
                head += little(offset + 6 + 12 * entries.count + data.count, 4)
                data += entry.bytes + (entry.bytes.count.isMultiple(of: 2) ? [] : [0])
            } else {
                head += bytes(entry.bytes, zeros(4 - entry.bytes.count))
            }
        }
        return head + little(0, 4) + data
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// As Windows and Exif comments have it.
    static func utf16(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in text.utf16 { bytes += little(Int(unit), 2) }
        return bytes
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }
}

// MARK: Files

extension DescribedPicture {
    /// The same JPEG file, which has no metadata, with these.
    func jpeg(_ picture: [UInt8]) -> [UInt8] {
        var segments = Self.segment(0xe1, Self.bytes(Self.ascii("Exif\0\0"), tiff))
        if let xmp {
            segments += Self.segment(0xe1, Self.bytes(Self.ascii("http://ns.adobe.com/xap/1.0/\0"), Self.ascii(xmp)))
        }
        if !iptc.isEmpty {
            var sets: [UInt8] = []
            for set in iptc { sets += Self.bytes([0x1c, 2, set.number], Self.big(set.bytes.count, 2), set.bytes) }
            let size = Self.big(sets.count, 4)
            if !sets.count.isMultiple(of: 2) { sets.append(0) }
            segments += Self.segment(
                0xed, Self.bytes(Self.ascii("Photoshop 3.0\0"), Self.ascii("8BIM"), [4, 4, 0, 0], size, sets))
        }
        return Self.bytes(Array(picture[..<2]), segments, Array(picture[2...]))
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        bytes([0xff, marker], big(content.count + 2, 2), content)
    }

    /// The same PNG file with these.
    func png(_ picture: [UInt8]) -> [UInt8] {
        var chunks = Self.chunk("eXIf", tiff)
        if let xmp {
            chunks += Self.chunk("iTXt", Self.bytes(Self.ascii("XML:com.adobe.xmp\0\0\0\0\0"), Self.ascii(xmp)))
        }
        // Behind the signature and the header.
        return Self.bytes(Array(picture[..<33]), chunks, Array(picture[33...]))
    }

    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let content = bytes(ascii(kind), data)
        var sum = UInt32.max
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
        }
        return bytes(big(data.count, 4), content, big(Int(~sum), 4))
    }

    /// The pixels of the same WebP file, with these.
    func webp(_ picture: [UInt8], width: Int, height: Int) -> [UInt8] {
        let size = Self.bytes(Self.little(width - 1, 3), Self.little(height - 1, 3))
        let content = Self.bytes(
            Self.ascii("WEBP"), Self.part("VP8X", Self.bytes([0x0c, 0, 0, 0], size)), Self.pixels(picture),
            Self.part("EXIF", tiff), Self.part("XMP ", Self.ascii(xmp ?? "")))
        return Self.part("RIFF", content)
    }

    private static func pixels(_ picture: [UInt8]) -> [UInt8] {
        var offset = 12
        while offset + 8 <= picture.count {
            let count = 8 + (0..<4).reduce(0) { $0 | Int(picture[offset + 4 + $1]) << (8 * $1) }
            let chunk = picture[offset..<min(picture.count, offset + count + count % 2)]
            if chunk.starts(with: ascii("VP8 ")) || chunk.starts(with: ascii("VP8L")) { return Array(chunk) }
            offset = chunk.endIndex
        }
        return []
    }

    private static func part(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        bytes(ascii(kind), little(content.count, 4), content, content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// A HEIF file that has no picture, only its Exif data as an item of its own.
    var heif: [UInt8] {
        let kind = Self.box("ftyp", Self.ascii("heic\0\0\0\0mif1heic"))
        let item = Self.bytes([0, 0, 0, 6], Self.ascii("Exif\0\0"), tiff)
        let size = meta(place: 0, count: item.count).count
        return Self.bytes(kind, meta(place: kind.count + size + 8, count: item.count), Self.box("mdat", item))
    }

    /// A CR3 file that has no picture: each directory is a file of its own, in a box.
    var cr3: [UInt8] {
        func file(_ kind: String, _ entries: [Entry]) -> [UInt8] {
            Self.box(kind, Self.bytes(Self.ascii("II*\0"), Self.little(8, 4), Self.directory(entries, at: 8)))
        }
        let identifier: [UInt8] = [
            0x85, 0xc0, 0xb6, 0x87, 0x82, 0x0f, 0x11, 0xe0, 0x81, 0x11, 0xf4, 0xce, 0x46, 0x2b, 0x6a, 0x48,
        ]
        let boxes = Self.bytes(identifier, file("CMT1", main), file("CMT2", exif), file("CMT4", place))
        return Self.bytes(
            Self.box("ftyp", Self.ascii("crx \0\0\0\0crx isom")), Self.box("moov", Self.box("uuid", boxes)))
    }

    /// An X3F file with JPEG files as its pictures, each said to be as many px wide.
    static func x3f(_ pictures: [(jpeg: [UInt8], width: Int)]) -> [UInt8] {
        var file = ascii("FOVb") + zeros(36)
        var entries: [UInt8] = []
        for (jpeg, width) in pictures {
            let head = bytes(ascii("SECi"), little(0x20000, 4), little(2, 4), little(18, 4), little(width, 4))
            entries += bytes(little(file.count, 4), little(28 + jpeg.count, 4), ascii("IMA2"))
            file += bytes(head, little(width, 4), little(0, 4), jpeg)
        }
        let list = file.count
        return file
            + bytes(ascii("SECd"), little(0x20000, 4), little(pictures.count, 4), entries, little(list, 4))
    }

    private func meta(place: Int, count: Int) -> [UInt8] {
        let handler = Self.box("hdlr", Self.bytes(Self.zeros(8), Self.ascii("pict"), Self.zeros(13)))
        let entry = Self.box("infe", Self.bytes([2, 0, 0, 0, 0, 1, 0, 0], Self.ascii("Exif\0")))
        let items = Self.box("iinf", Self.bytes([0, 0, 0, 0, 0, 1], entry))
        let places = Self.box(
            "iloc",
            Self.bytes([0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], Self.big(place, 4), Self.big(count, 4)))
        return Self.box("meta", Self.bytes(Self.zeros(4), handler, items, places))
    }

    static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        bytes(big(content.count + 8, 4), ascii(kind), content)
    }

    static func bytes(_ parts: [UInt8]...) -> [UInt8] { parts.reduce(into: []) { $0 += $1 } }
    static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// XMP with properties of one description.
    static func xmp(_ properties: String) -> String {
        """
        <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">\
        \(properties)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """
    }
}
