import CGExiv2

/// The tags of one file, named as exiv2 names them: `Exif.Photo.FNumber`, `Xmp.dc.title`, `Iptc.Application2.Keywords`.
///
/// Texts are as the file has them, with what is no UTF-8 converted (`MetadataText`). Used by one thread.
final class MetadataTags {
    private let metadata: UnsafeMutablePointer<GExiv2Metadata>
    private let hasExif: Bool
    private let hasXMP: Bool
    private let hasIPTC: Bool

    /// Parses the content of a file: JPEG, PNG, WebP, TIFF, HEIF, AVIF, or an XMP sidecar. The bytes are needed for as long
    /// as this lives.
    /// - Returns: `nil` when the library knows no such file, or gives it up.
    init?(_ content: UnsafeRawBufferPointer) {
        guard let start = content.baseAddress, !MetadataLibrary.isFilm(content), let metadata = gexiv2_metadata_new()
        else { return nil }
        self.metadata = metadata
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let isOpen = gexiv2_metadata_open_buf(metadata, bytes, content.count, nil) != 0
        hasExif = isOpen && gexiv2_metadata_has_exif(metadata) != 0
        hasXMP = isOpen && gexiv2_metadata_has_xmp(metadata) != 0
        hasIPTC = isOpen && gexiv2_metadata_has_iptc(metadata) != 0
        if !hasExif, !hasXMP, !hasIPTC { return nil }
    }

    deinit { g_object_unref(metadata) }

    /// The tag as text; numbers are written as `28/10` or `400`.
    func text(_ tag: String) -> String? {
        guard mayHave(tag) else { return nil }
        return Self.take(gexiv2_metadata_try_get_tag_string(metadata, tag, nil))
    }

    /// The tag as people read it: the name of a lens instead of its number.
    func interpreted(_ tag: String) -> String? {
        guard mayHave(tag), gexiv2_metadata_try_has_tag(metadata, tag, nil) != 0 else { return nil }
        return Self.take(gexiv2_metadata_try_get_tag_interpreted_string(metadata, tag, nil))
    }

    /// All values of a tag that may have several.
    func texts(_ tag: String) -> [String] {
        guard mayHave(tag), let values = gexiv2_metadata_try_get_tag_multiple(metadata, tag, nil) else { return [] }
        defer { g_strfreev(values) }
        var texts: [String] = []
        while let value = values[texts.count] { texts.append(MetadataText.decoded(UnsafePointer(value))) }
        return texts
    }

    /// The bytes of a tag; empty when it is not there.
    func bytes(_ tag: String) -> [UInt8] {
        guard mayHave(tag), gexiv2_metadata_try_has_tag(metadata, tag, nil) != 0,
            let bytes = gexiv2_metadata_try_get_tag_raw(metadata, tag, nil)
        else { return [] }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let start = g_bytes_get_data(bytes, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    private func mayHave(_ tag: String) -> Bool {
        switch tag.utf8.first {
        case UInt8(ascii: "E"): hasExif
        case UInt8(ascii: "X"): hasXMP
        default: hasIPTC
        }
    }

    private static func take(_ text: UnsafeMutablePointer<gchar>?) -> String? {
        guard let text else { return nil }
        defer { g_free(text) }
        let decoded = MetadataText.decoded(UnsafePointer(text))
        return decoded.isEmpty ? nil : decoded
    }
}
