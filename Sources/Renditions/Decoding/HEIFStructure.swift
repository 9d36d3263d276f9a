import GridEngine

/// The boxes of a HEIF or AVIF file (ISO/IEC 14496-12, 23008-12) that libheif 1.15 and libvips 8.14 do not read by themselves.
///
/// The bytes are not trusted: each box ends where the one around it does at the latest.
struct HEIFStructure {
    /// Bytes of the file that are replaced by as many others, so that nothing moves.
    private(set) var corrections: [(offset: Int, bytes: [UInt8])] = []
    /// ITU-T H.273's numbers of the primaries and of the transfer of the picture, where they stand in the place of a profile.
    private(set) var colours: (primaries: Int, transfer: Int)?
    /// The type of the item that is shown; `nil` for a file without one, such as a film.
    private(set) var itemType: String?
    private(set) var isFilm = false

    /// Boxes that say how pictures lie in the file are never larger.
    private static let metaLimit = 16 << 20
    private static let boxLimit = 64

    private var primary: Int?
    /// From 1 on, as the associations count them.
    private var properties: [Box] = []
    /// The properties of the item that is shown.
    private var associated: [Int] = []

    private struct Box {
        let type: String
        let content: Range<Int>
    }

    init(_ file: PictureBytes) {
        var offset = 0
        for _ in 0..<Self.boxLimit {
            guard let head = file.bytes(at: offset, count: 8) else { return }
            var size = Self.number(head[0..<4])
            if size == 1, let large = file.bytes(at: offset + 8, count: 8) { size = Self.number(large[...]) }
            // To the end of the file, which libheif does not know.
            if size == 0 {
                size = file.count - offset
                if head[4...].elementsEqual("meta".utf8), let known = UInt32(exactly: size) {
                    corrections.append((offset, withUnsafeBytes(of: known.bigEndian) { Array($0) }))
                }
            }
            guard size >= 8 else { return }
            switch String(decoding: head[4...], as: UTF8.self) {
            case "ftyp" where offset == 0: readBrands(file, size)
            case "meta":
                guard (12...Self.metaLimit) ~= size, let content = file.bytes(at: offset, count: size) else { return }
                readMeta(content, at: offset)
            case "moov": isFilm = true
            default: break
            }
            let (next, isOver) = offset.addingReportingOverflow(size)
            guard !isOver else { return }
            offset = next
        }
    }

    /// libvips knows few major brands, and libheif demands one of a still picture among the others.
    private mutating func readBrands(_ file: PictureBytes, _ size: Int) {
        guard size <= 1024, let box = file.bytes(at: 0, count: size), size >= 16 else { return }
        let brands = stride(from: 16, to: size - 3, by: 4).map { String(decoding: box[$0..<($0 + 4)], as: UTF8.self) }
        let major = String(decoding: box[8..<12], as: UTF8.self)
        let isAV1 = ([major] + brands).contains { $0.hasPrefix("avi") }
        let still = Array((isAV1 ? "avif" : "heic").utf8)
        if !["avif", "heic", "heix", "mif1"].contains(major) { corrections.append((8, still)) }
        let isStill = brands.contains { ["avif", "heic", "heix", "mif1"].contains($0) }
        if !isStill, !brands.isEmpty { corrections.append((16, still)) }
    }

    private mutating func readMeta(_ meta: [UInt8], at start: Int) {
        let boxes = Self.boxes(in: meta, 12..<meta.count)
        if let box = boxes.first(where: { $0.type == "pitm" }), box.content.count >= 6 {
            let content = meta[box.content]
            primary = Self.number(content.dropFirst(4).prefix(content.first == 0 ? 2 : 4))
        }
        if let box = boxes.first(where: { $0.type == "iinf" }) { readItems(meta, box.content) }
        guard let box = boxes.first(where: { $0.type == "iprp" }) else { return }
        let parts = Self.boxes(in: meta, box.content)
        if let list = parts.first(where: { $0.type == "ipco" }) { properties = Self.boxes(in: meta, list.content) }
        let associations = parts.filter { $0.type == "ipma" }.flatMap { Self.associations(meta, $0.content) }
        correct(associations, meta, at: start)
        readColours(meta)
    }

    private mutating func readColours(_ meta: [UInt8]) {
        for index in associated where properties.indices.contains(index - 1) {
            let box = properties[index - 1]
            let content = Array(meta[box.content])
            guard box.type == "colr", content.count >= 10 else { continue }
            if content.starts(with: "nclx".utf8) {
                colours = (Self.number(content[4..<6]), Self.number(content[6..<8]))
            } else {
                // A profile, which goes before.
                colours = nil
                return
            }
        }
    }

    /// The properties of one item, by their numbers, and how the file writes those.
    private struct Association {
        let item: Int
        let offset: Int
        let indices: [Int]
        let entries: [ArraySlice<UInt8>]
    }

    private static func associations(_ meta: [UInt8], _ range: Range<Int>) -> [Association] {
        guard range.count >= 8 else { return [] }
        let (version, isWide) = (meta[range.lowerBound], meta[range.lowerBound + 3] & 1 == 1)
        let (idBytes, width) = (version == 0 ? 2 : 4, isWide ? 2 : 1)
        var associations: [Association] = []
        var offset = range.lowerBound + 8
        for _ in 0..<number(meta[(range.lowerBound + 4)..<(range.lowerBound + 8)]) {
            guard offset + idBytes + 1 <= range.upperBound else { break }
            let item = number(meta[offset..<(offset + idBytes)])
            let count = Int(meta[offset + idBytes])
            offset += idBytes + 1
            guard offset + count * width <= range.upperBound else { break }
            let entries = (0..<count).map { meta[(offset + $0 * width)..<(offset + ($0 + 1) * width)] }
            let indices = entries.map { number($0) & (isWide ? 0x7fff : 0x7f) }
            associations.append(Association(item: item, offset: offset, indices: indices, entries: entries))
            offset += count * width
        }
        return associations
    }

    /// Puts what describes an item before what turns or crops it, as ISO/IEC 23008-12 demands: libheif takes them in their order,
    /// and a turn of a size that it does not know yet turns nothing. Transparency that does not turn with its picture, which libheif
    /// leaves out, gets its turn in the place of the number of its bits, which nothing needs.
    private mutating func correct(_ associations: [Association], _ meta: [UInt8], at start: Int) {
        let shown = associations.first { $0.item == primary }
        associated = shown?.indices ?? []
        let turns = shown.map { zip($0.indices, $0.entries).filter { isTurn($0.0) }.map(\.1) } ?? []
        for association in associations {
            let places = association.entries.indices
            var order = places.filter { !isTurn(association.indices[$0]) }.map { association.entries[$0] }
            order += places.filter { isTurn(association.indices[$0]) }.map { association.entries[$0] }
            if turns.count == 1, let turn = turns.first, isTransparency(association, meta),
                !association.indices.contains(where: isTurn),
                let bits = places.first(where: { type(association.indices[$0]) == "pixi" }),
                association.entries[bits].count == turn.count
            {
                order.remove(at: bits)
                order.append(turn)
            }
            let bytes = order.flatMap { $0 }
            if bytes != association.entries.flatMap({ $0 }) {
                corrections.append((start + association.offset, bytes))
            }
        }
    }

    private func type(_ index: Int) -> String? {
        properties.indices.contains(index - 1) ? properties[index - 1].type : nil
    }

    private func isTurn(_ index: Int) -> Bool { type(index).map { ["irot", "imir", "clap"].contains($0) } ?? false }

    private func isTransparency(_ association: Association, _ meta: [UInt8]) -> Bool {
        association.indices.contains { index in
            guard type(index) == "auxC" else { return false }
            let name = meta[properties[index - 1].content].dropFirst(4).prefix { $0 != 0 }
            return Self.namesOfTransparency.contains(String(decoding: name, as: UTF8.self))
        }
    }

    private static let namesOfTransparency = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    ]

    private mutating func readItems(_ meta: [UInt8], _ range: Range<Int>) {
        guard range.count > 8 else { return }
        let head = meta[range.lowerBound] == 0 ? 6 : 8
        for box in Self.boxes(in: meta, (range.lowerBound + head)..<range.upperBound) where box.type == "infe" {
            let content = Array(meta[box.content])
            guard let version = content.first, version >= 2 else { continue }
            let idBytes = version == 2 ? 2 : 4
            guard content.count >= 10 + idBytes, Self.number(content[4..<(4 + idBytes)]) == primary else { continue }
            itemType = String(decoding: content[(6 + idBytes)..<(10 + idBytes)], as: UTF8.self)
        }
    }

    private static func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let size = number(bytes[offset..<(offset + 4)])
            guard size >= 8, offset + size <= range.upperBound else { break }
            let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
            boxes.append(Box(type: type, content: (offset + 8)..<(offset + size)))
            offset += size
        }
        return boxes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 &<< 8 | Int($1) }
    }
}

extension PictureContent {
    /// Items that libheif 1.15 decodes.
    private static let decodedItems: Set<String> = ["av01", "hvc1", "grid", "iden", "iovl"]

    mutating func putRightHEIF() throws(LoadFailure) {
        let structure = HEIFStructure(bytes)
        guard let item = structure.itemType, Self.decodedItems.contains(item) else {
            // A truncated file may have lost it.
            guard structure.isFilm || structure.itemType != nil else { throw VipsDecoder.broken() }
            throw .unreadable(.pictureKindUnsupported("HEIF"))
        }
        profile = structure.colours.flatMap { ColourDescription(primaries: $0.primaries, transfer: $0.transfer) }?
            .profile()
        // One frame as it is decoded, libheif's copy of it, and in RGB. The parts of a grid are decoded one after another.
        heldBytes = item == "grid" ? 0 : 7
        guard !structure.corrections.isEmpty, var content = bytes.all() else { return }
        for (offset, correction) in structure.corrections {
            content.replaceSubrange(offset..<(offset + correction.count), with: correction)
        }
        bytes = .memory(content)
    }
}
