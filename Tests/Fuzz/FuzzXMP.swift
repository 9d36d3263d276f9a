// What reads metadata as people's programs write them: files beside pictures (XMP), and texts in tags. The library that parses them is a
// stranger's, and runs in confined workers; what it says is read here.

/// A packet with any bytes in it, or a right one with any texts in its tags.
func fuzzXMP(_ bytes: [UInt8]) {
    guard MetadataLibrary.isReady, let kind = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    let packet = kind % 4 == 0 ? start + body + end : start + described(body) + end
    let metadata = packet.withUnsafeBytes { content in
        MetadataTags(content).map { tags in
            defer { withExtendedLifetime(tags) {} }
            return PictureMetadata(tags)
        }
    }
    guard let metadata else { return }
    precondition((0...5).contains(metadata.stars ?? 0) && metadata.keywords.allSatisfy { !$0.isEmpty })
    precondition((-90...90).contains(metadata.latitude ?? 0) && (-180...180).contains(metadata.longitude ?? 0))
    for number in [metadata.focalLength, metadata.aperture, metadata.exposure, metadata.iso] {
        precondition((number ?? 0).isFinite)
    }
    // What is written may be cut; what is cut stays as it is.
    guard let read = PictureMetadata(decoding: metadata.encoded[...]) else { preconditionFailure("nobody reads it") }
    precondition(read.taken == metadata.taken && read.stars == metadata.stars && read.latitude == metadata.latitude)
    precondition(PictureMetadata(decoding: read.encoded[...]) == read, "written once more, it says something else")
    // A file beside the picture counts more, and says nothing of what it does not have.
    precondition(metadata.overridden(by: PictureMetadata()) == metadata)
}

/// Texts of tags, each read as everything that a tag can be.
func fuzzTagTexts(_ bytes: [UInt8]) {
    let text = (bytes + [0]).withUnsafeBytes { MetadataText.decoded($0.bindMemory(to: CChar.self).baseAddress!) }
    precondition(MetadataText.trimmed(text) == text)
    let halves = text.split(separator: "|", maxSplits: 1).map(String.init)
    if let date = MetadataDate.text(halves.first, time: halves.count > 1 ? halves[1] : nil, zone: halves.last) {
        precondition(MetadataDate.text(date) == date, "written once more, it is another date")
    }
    if let number = MetadataNumber.first(text) { precondition(number.isFinite) }
    if let degrees = MetadataNumber.degrees(text, direction: "N") { precondition(!degrees.isNaN) }
    if let plain = MetadataText.unlabelled(text) { precondition(!plain.isEmpty) }
    _ = MetadataText.utf16(bytes)
    _ = CameraName.name(maker: halves.first, model: halves.last)
}

private let start = Array(
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/">
    """.utf8)
private let end = Array("</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>".utf8)

private let tags = [
    "xmp:Rating", "xmp:CreateDate", "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:GPSLatitude",
    "exif:GPSLongitude",
    "exif:FNumber", "exif:ExposureTime", "exif:FocalLength", "tiff:Make", "tiff:Model", "aux:Lens",
]

/// Lines, each with the tag that its first byte says.
private func described(_ bytes: [UInt8]) -> [UInt8] {
    var packet: [UInt8] = []
    for line in bytes.split(separator: 10).prefix(32) {
        guard let kind = line.first else { continue }
        let text = line.dropFirst().flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            default: [byte]
            }
        }
        switch Int(kind) % (tags.count + 3) {
        case let number where number < tags.count:
            packet += Array("<\(tags[number])>".utf8) + text + Array("</\(tags[number])>".utf8)
        case tags.count: packet += element("dc:subject", "rdf:Bag", "<rdf:li>", text)
        case tags.count + 1: packet += element("dc:title", "rdf:Alt", "<rdf:li xml:lang=\"x-default\">", text)
        default: packet += element("dc:description", "rdf:Alt", "<rdf:li xml:lang=\"ko\">", text)
        }
    }
    return packet
}

private func element(_ name: String, _ list: String, _ item: String, _ text: [UInt8]) -> [UInt8] {
    Array("<\(name)><\(list)>\(item)".utf8) + text + Array("</rdf:li></\(list)></\(name)>".utf8)
}
