import GridEngine

/// Metadata that telephones, cameras and programs write into an MP4 or QuickTime file beside its tracks: QuickTime's keys
/// (`com.apple.quicktime.creationdate`), its older texts (`©xyz`), those of iTunes (`©day` with a `data` box), and XMP.
struct MovieDescription: Equatable {
    /// The date in the file's form: `2024-05-17T12:33:01+0900`.
    var created: String?
    /// In degrees, as ISO 6709 has them.
    var latitude: Double?
    var longitude: Double?
    var maker: String?
    var model: String?
    var title: String?
    var caption: String?
    /// Separated by commas.
    var keywords: String?
    var xmp: [UInt8] = []

    /// Maximum bytes of one text, and of XMP.
    static let textLimit = 4096
    static let xmpLimit = 1 << 20
    /// Maximum entries of a list.
    static let countLimit = 256

    /// Takes over a text by its key, or by the letters of its box. The first of its kind counts.
    mutating func note(_ name: String, _ bytes: [UInt8]) {
        let text = MetadataText.decoded(bytes)
        guard !text.isEmpty else { return }
        switch name.hasPrefix("com.apple.quicktime.") ? String(name.dropFirst(20)) : name {
        case "creationdate": created = text
        // A year alone is when a film came out.
        case "©day" where text.contains(":"), "date": created = created ?? text
        case "location.ISO6709", "©xyz": setPlace(text)
        case "make", "©mak", "com.android.manufacturer": maker = maker ?? text
        case "model", "©mod", "com.android.model": model = model ?? text
        case "title", "displayname", "©nam": title = title ?? text
        case "description", "comment", "desc", "©des", "©cmt": caption = caption ?? text
        case "keywords", "keyw", "©key": keywords = keywords ?? text
        default: break
        }
    }

    /// `+37.5665+126.9780+050.000/`, also with minutes and seconds: `+3733.99+12658.68/`.
    private mutating func setPlace(_ text: String) {
        guard latitude == nil else { return }
        let signs = text.indices.filter { "+-".contains(text[$0]) }
        guard signs.count >= 2, signs[0] == text.startIndex,
            let north = Self.degrees(text[signs[0]..<signs[1]], wholeDigits: 2),
            let east = Self.degrees(
                text[signs[1]..<(signs.count > 2 ? signs[2] : text.endIndex)].prefix { $0 != "/" && $0 != "C" },
                wholeDigits: 3),
            PictureMetadata.isPlace(north, east)
        else { return }
        (latitude, longitude) = (north, east)
    }

    /// Reads a place in the form of telephones (3GPP TS 26.244, 8.9): behind a name, in 65,536ths of a degree.
    private mutating func setPlace(_ bytes: [UInt8]) {
        // A version and a language before the name, a zero and the place's role behind it.
        guard latitude == nil, let end = bytes.dropFirst(6).firstIndex(of: 0) else { return }
        func degrees(_ at: Int) -> Double? {
            bytes.number(at: at, bytes: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
        }
        guard let east = degrees(end + 2), let north = degrees(end + 6), PictureMetadata.isPlace(north, east) else {
            return
        }
        (latitude, longitude) = (north, east)
    }

    private static func degrees(_ text: Substring, wholeDigits: Int) -> Double? {
        let digits = text.dropFirst()
        guard let number = Double(digits), number.isFinite else { return nil }
        let whole = digits.prefix { $0 != "." }.count
        let degrees: Double
        switch whole - wholeDigits {
        case 2: degrees = (number / 100).rounded(.down) + number.truncatingRemainder(dividingBy: 100) / 60
        case 4:
            let minutes = (number / 100).rounded(.down).truncatingRemainder(dividingBy: 100)
            degrees =
                (number / 10_000).rounded(.down) + minutes / 60 + number.truncatingRemainder(dividingBy: 100) / 3600
        default: degrees = number
        }
        return text.first == "-" ? -degrees : degrees
    }
}

extension MovieDescription {
    /// Reads a box that describes the film.
    mutating func read(_ box: MovieBox, _ reader: inout HeaderReader) {
        switch box.type {
        case "udta":
            for inner in MovieBox.all(in: box.content, &reader) { read(inner, &reader) }
        case "meta": readMeta(box, &reader)
        case "XMP_": readXMP(box.content, &reader)
        case "uuid":
            let start = box.content.lowerBound
            guard box.content.count > 16, reader.bytes(at: start, count: 16) == CanonBoxes.xmpIdentifier else { return }
            readXMP((start + 16)..<box.content.upperBound, &reader)
        case let type where type.hasPrefix("©"):
            // The count of the bytes, and a language, before the text.
            let content = box.content.dropFirst(4).prefix(Self.textLimit)
            if let text = reader.bytes(at: content.startIndex, count: content.count) { note(type, text) }
        case "date", "loci":
            let content = box.content.prefix(Self.textLimit)
            guard let bytes = reader.bytes(at: content.startIndex, count: content.count) else { return }
            if box.type == "loci" { setPlace(bytes) } else { note("date", bytes) }
        default: break
        }
    }

    private mutating func readXMP(_ range: Range<Int>, _ reader: inout HeaderReader) {
        guard xmp.isEmpty, range.count <= Self.xmpLimit else { return }
        var bytes: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(HeaderReader.pieceLimit, range.upperBound - offset)
            guard let piece = reader.bytes(at: offset, count: count) else { return }
            bytes += piece
            offset += count
        }
        xmp = bytes
    }

    private mutating func readMeta(_ box: MovieBox, _ reader: inout HeaderReader) {
        // QuickTime has no version before the first box, the standard has.
        let start = box.content.lowerBound
        let second = box.content.count >= 8 ? reader.bytes(at: start + 4, count: 4) : nil
        let content = second == Array("hdlr".utf8) ? box.content : box.content.dropFirst(4)
        let boxes = MovieBox.all(in: content, &reader)
        let keys = boxes.first { $0.type == "keys" }.map { Self.keys($0.content, &reader) } ?? []
        guard let list = boxes.first(where: { $0.type == "ilst" }) else { return }
        for item in MovieBox.all(in: list.content, &reader) {
            // A key's number, or letters.
            let number = item.type.unicodeScalars.reduce(0) { $0 << 8 | Int($1.value & 0xff) }
            let name = keys.indices.contains(number - 1) ? keys[number - 1] : item.type
            guard let data = MovieBox.all(in: item.content, &reader).first(where: { $0.type == "data" }),
                data.content.count >= 8,
                let kind = reader.bytes(at: data.content.lowerBound, count: 4)?.number(at: 0, bytes: 4)
            else { continue }
            let value = data.content.dropFirst(8).prefix(Self.textLimit)
            // UTF-8, UTF-16, or without a type.
            guard kind <= 2, let bytes = reader.bytes(at: value.startIndex, count: value.count) else { continue }
            note(name, kind == 2 ? Array((MetadataText.utf16(bytes, isLittleEndian: false) ?? "").utf8) : bytes)
        }
    }

    private static func keys(_ range: Range<Int>, _ reader: inout HeaderReader) -> [String] {
        var keys: [String] = []
        var offset = range.lowerBound + 8
        while keys.count < countLimit, offset + 8 <= range.upperBound, let head = reader.bytes(at: offset, count: 8),
            let size = head.number(at: 0, bytes: 4), size >= 8, offset + Int(size) <= range.upperBound,
            let name = reader.bytes(at: offset + 8, count: min(Int(size) - 8, 256))
        {
            keys.append(String(decoding: name, as: UTF8.self))
            offset += Int(size)
        }
        return keys
    }
}
