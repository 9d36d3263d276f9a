/// The metadata in a CR3 file of Canon: boxes that hold one directory each, as TIFF files of their own. Made one file with all of them, as
/// other cameras write it. exiv2 0.27 is built without a reader of them in Debian.
enum CanonBoxes {
    /// The number of the box with the directories.
    private static let identifier: [UInt8] = [
        0x85, 0xc0, 0xb6, 0x87, 0x82, 0x0f, 0x11, 0xe0, 0x81, 0x11, 0xf4, 0xce, 0x46, 0x2b, 0x6a, 0x48,
    ]
    private static let sizeLimit = 1 << 20

    /// Exif as in a TIFF file; `nil` where there is none.
    static func exif(in content: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let movie = content.boxes(in: 0..<content.count).first(where: { content.spells("moov", at: $0.kind) }),
            let own = box(identifier, content, movie.content)
        else { return nil }
        let boxes = content.boxes(in: own)
        func directory(_ kind: StaticString) -> TIFFDirectory? {
            guard let box = boxes.first(where: { content.spells(kind, at: $0.kind) }), box.content.count <= sizeLimit
            else { return nil }
            return TIFFDirectory(.memory(Array(content[box.content])))
        }
        guard let main = directory("CMT1") else { return nil }
        return main.file(with: [(.exif, directory("CMT2")), (.place, directory("CMT4"))])
    }

    /// The number of boxes that hold XMP (XMP specification, part 3, 1.2.7).
    static let xmpIdentifier: [UInt8] = [
        0xbe, 0x7a, 0xcf, 0xcb, 0x97, 0xa9, 0x42, 0xe8, 0x9c, 0x71, 0x99, 0x94, 0x91, 0xe3, 0xaf, 0xac,
    ]

    static func xmp(in content: UnsafeRawBufferPointer) -> Range<Int>? {
        box(xmpIdentifier, content, 0..<content.count)
    }

    /// The content of a box by its number.
    private static func box(_ number: [UInt8], _ content: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int>? {
        for box in content.boxes(in: range)
        where content.spells("uuid", at: box.kind) && content.spells(number, at: box.content.lowerBound) {
            return (box.content.lowerBound + number.count)..<box.content.upperBound
        }
        return nil
    }
}

extension TIFFDirectory {
    /// A file of this directory and of others that it refers to. Those of another order of bytes are left out.
    fileprivate func file(with others: [(tag: Tag, directory: TIFFDirectory?)]) -> [UInt8] {
        var main = self
        let others = others.compactMap { tag, directory in
            directory.flatMap { $0.isLittle == isLittle ? (tag: tag, directory: $0) : nil }
        }
        for other in others { main.set(other.tag, [0]) }
        var end = 8 + main.encoded(at: 8, isLast: true).count
        var behind: [UInt8] = []
        for other in others {
            main.set(other.tag, [end])
            let bytes = other.directory.encoded(at: end, isLast: true)
            behind += bytes
            end += bytes.count
        }
        let order: [UInt8] = isLittle ? [0x49, 0x49] : [0x4d, 0x4d]
        return order + word(42, 2) + word(8, 4) + main.encoded(at: 8, isLast: true) + behind
    }
}
