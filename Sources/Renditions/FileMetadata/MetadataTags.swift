import CGExiv2

/// The tags of one file, named as exiv2 names them: `Exif.Photo.FNumber`, `Xmp.dc.title`, `Iptc.Application2.Keywords`.
///
/// Texts are as the file has them, with what is no UTF-8 converted (`MetadataText`). Used by one thread.
final class MetadataTags {
    private var exif: MetadataPart?
    private var xmp: MetadataPart?
    private var iptc: MetadataPart?

    /// Parses the content of a file: JPEG, PNG, WebP, GIF, TIFF, HEIF, AVIF, RAW, or an XMP sidecar. The bytes are needed for as
    /// long as this lives.
    /// - Returns: `nil` when nothing that the library knows is in it.
    init?(_ content: UnsafeRawBufferPointer) {
        guard !MetadataLibrary.isFilm(content) else { return nil }
        if let parts = MetadataParts(content) {
            for part in parts.parts { take(part.kinds, part.bytes) }
        } else {
            take(.all, MetadataPart(content))
        }
        if exif == nil, xmp == nil, iptc == nil { return nil }
    }

    /// XMP that stands in a file of another kind.
    init?(xmp bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty, MetadataLibrary.isReady else { return nil }
        take(.xmp, XMPDocument.text(Array(bytes)))
        if xmp == nil { return nil }
    }

    private func take(_ kinds: MetadataParts.Kinds, _ bytes: [UInt8]) {
        take(kinds, MetadataPart(copying: bytes))
        guard kinds == .xmp, xmp == nil else { return }
        take(kinds, MetadataPart(copying: XMPDocument.withoutRepetitions(bytes)))
    }

    /// The first part that has something counts.
    private func take(_ kinds: MetadataParts.Kinds, _ part: MetadataPart?) {
        guard let part else { return }
        if exif == nil, kinds.contains(.exif), part.hasExif { exif = part }
        if xmp == nil, kinds.contains(.xmp), part.hasXMP { xmp = part }
        if iptc == nil, kinds.contains(.iptc), part.hasIPTC { iptc = part }
    }

    /// Whether Exif data have their least significant byte first.
    var isLittleEndian: Bool { exif?.isLittleEndian ?? true }

    /// The tag as text; numbers are written as `28/10` or `400`.
    func text(_ tag: String) -> String? {
        guard let metadata = metadata(of: tag) else { return nil }
        return Self.take(gexiv2_metadata_try_get_tag_string(metadata, tag, nil))
    }

    /// The tag as people read it: the name of a lens instead of its number.
    func interpreted(_ tag: String) -> String? {
        guard let metadata = metadata(of: tag), gexiv2_metadata_try_has_tag(metadata, tag, nil) != 0 else { return nil }
        return Self.take(gexiv2_metadata_try_get_tag_interpreted_string(metadata, tag, nil))
    }

    /// All values of a tag that may have several.
    func texts(_ tag: String) -> [String] {
        guard let metadata = metadata(of: tag), let values = gexiv2_metadata_try_get_tag_multiple(metadata, tag, nil)
        else { return [] }
        defer { g_strfreev(values) }
        var texts: [String] = []
        while let value = values[texts.count] { texts.append(MetadataText.decoded(UnsafePointer(value))) }
        return texts
    }

    /// The bytes of a tag; empty when it is not there.
    func bytes(_ tag: String) -> [UInt8] {
        guard let metadata = metadata(of: tag), gexiv2_metadata_try_has_tag(metadata, tag, nil) != 0,
            let bytes = gexiv2_metadata_try_get_tag_raw(metadata, tag, nil)
        else { return [] }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let start = g_bytes_get_data(bytes, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    private func metadata(of tag: String) -> UnsafeMutablePointer<GExiv2Metadata>? {
        switch tag.utf8.first {
        case UInt8(ascii: "E"): exif?.metadata
        case UInt8(ascii: "X"): xmp?.metadata
        default: iptc?.metadata
        }
    }

    private static func take(_ text: UnsafeMutablePointer<gchar>?) -> String? {
        guard let text else { return nil }
        defer { g_free(text) }
        let decoded = MetadataText.decoded(UnsafePointer(text))
        return decoded.isEmpty ? nil : decoded
    }
}

/// A file, or a part of one, that the library has opened. Used by one thread.
private final class MetadataPart {
    let metadata: UnsafeMutablePointer<GExiv2Metadata>
    /// The library keeps pointers into it.
    private let copy: UnsafeMutableRawBufferPointer?
    let isLittleEndian: Bool

    var hasExif: Bool { gexiv2_metadata_has_exif(metadata) != 0 }
    var hasXMP: Bool { gexiv2_metadata_has_xmp(metadata) != 0 }
    var hasIPTC: Bool { gexiv2_metadata_has_iptc(metadata) != 0 }

    /// - Returns: `nil` when the library knows no such file, or gives it up.
    convenience init?(_ content: UnsafeRawBufferPointer) { self.init(content, copy: nil) }

    convenience init?(copying bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        self.init(UnsafeRawBufferPointer(copy), copy: copy)
    }

    private init?(_ content: UnsafeRawBufferPointer, copy: UnsafeMutableRawBufferPointer?) {
        guard let start = content.baseAddress, let metadata = gexiv2_metadata_new() else {
            copy?.deallocate()
            return nil
        }
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        guard gexiv2_metadata_open_buf(metadata, bytes, content.count, nil) != 0 else {
            g_object_unref(metadata)
            copy?.deallocate()
            return nil
        }
        (self.metadata, self.copy) = (metadata, copy)
        isLittleEndian = !content.spells("MM", at: 0)
    }

    deinit {
        g_object_unref(metadata)
        copy?.deallocate()
    }
}
