import CGExiv2
import GridEngine

/// A document of XMP that is changed by the library, which keeps what it does not change: the settings of RAW converters, histories, trees
/// of keywords, and what no program here knows.
final class SidecarDocument {
    private let metadata: UnsafeMutablePointer<GExiv2Metadata>
    /// The library keeps pointers into it.
    private let copy: UnsafeMutableRawBufferPointer
    private static let empty = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>
        """.utf8)
    private static let start = Array("<x:xmpmeta".utf8)
    private static let end = Array("</x:xmpmeta>".utf8)

    /// `nil` when the library cannot read all of it.
    /// - Parameter text: of the document; empty for a new one.
    init?(_ text: [UInt8]) {
        guard MetadataLibrary.isReady, let metadata = gexiv2_metadata_new() else { return nil }
        self.metadata = metadata
        let content = text.isEmpty ? Self.empty : XMPDocument.text(text)
        copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
        copy.copyBytes(from: content)
        let start = UnsafePointer(copy.bindMemory(to: UInt8.self).baseAddress)
        guard gexiv2_metadata_open_buf(metadata, start, content.count, nil) != 0 else { return nil }
        // The library takes a document that it gives up for an empty one, of which nothing would be kept.
        if !text.isEmpty, gexiv2_metadata_has_xmp(metadata) == 0 { return nil }
    }

    deinit {
        g_object_unref(metadata)
        copy.deallocate()
    }

    /// - Returns: `false` when the library refuses a value.
    func apply(_ edit: SidecarEdit) -> Bool {
        switch edit {
        case .set(let tag, let value): gexiv2_metadata_try_set_tag_string(metadata, tag, value, nil) != 0
        case .remove(let tag):
            gexiv2_metadata_try_has_tag(metadata, tag, nil) == 0
                || gexiv2_metadata_try_clear_tag(metadata, tag, nil) != 0
        case .fill(let tag, let values): !values.isEmpty && list(tag).isEmpty ? set(tag, values) : true
        case .add(let tag, let values): add(values, to: tag)
        case .addIfListed(let tag, let values): list(tag).isEmpty || add(values, to: tag)
        }
    }

    /// The whole document, without the room that programs leave behind one.
    var text: [UInt8]? {
        guard let packet = gexiv2_metadata_try_generate_xmp_packet(metadata, GEXIV2_USE_COMPACT_FORMAT, 0, nil) else {
            return nil
        }
        defer { g_free(packet) }
        let bytes = Array(String(cString: packet).utf8)
        guard let start = bytes.firstRange(of: Self.start), let end = bytes.ranges(of: Self.end).last else {
            return nil
        }
        return Array(bytes[start.lowerBound..<end.upperBound]) + Array("\n".utf8)
    }

    private func add(_ values: [String], to tag: String) -> Bool {
        let listed = list(tag)
        let missing = values.filter { !listed.contains($0) }
        return missing.isEmpty || set(tag, listed + missing)
    }

    private func list(_ tag: String) -> [String] {
        guard let values = gexiv2_metadata_try_get_tag_multiple(metadata, tag, nil) else { return [] }
        defer { g_strfreev(values) }
        var texts: [String] = []
        while let value = values[texts.count] { texts.append(String(cString: value)) }
        return texts.filter { !$0.isEmpty }
    }

    private func set(_ tag: String, _ values: [String]) -> Bool {
        let copies: [UnsafeMutablePointer<CChar>?] = values.map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        var words = copies.map { UnsafePointer($0) } + [nil]
        return gexiv2_metadata_try_set_tag_multiple(metadata, tag, &words, nil) != 0
    }
}
