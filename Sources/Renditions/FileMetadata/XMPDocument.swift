/// XMP as the library reads it, whatever program wrote it.
enum XMPDocument {
    private static let open = UInt8(ascii: "<")
    private static let close = UInt8(ascii: ">")

    /// From the first to the last sign of the document, in UTF-8: programs leave room behind it, or the rest of a longer document that
    /// was there before, and the library takes that for damage.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = inUTF8(bytes)
        guard let start = bytes.firstIndex(of: open), let end = bytes.lastIndex(of: close), start < end else {
            return bytes
        }
        let text = Array(bytes[start...(ends(bytes) ?? end)])
        guard text.starts(with: Array("<rdf:RDF".utf8)) else { return text }
        return Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/">"#.utf8) + text + Array("</x:xmpmeta>".utf8)
    }

    /// The index of the last sign of the document's own element.
    private static func ends(_ bytes: [UInt8]) -> Int? {
        for tag in ["</x:xmpmeta>", "</x:xapmeta>", "</rdf:RDF>"] {
            if let found = bytes.firstRange(of: Array(tag.utf8)) { return found.upperBound - 1 }
        }
        return nil
    }

    /// UTF-16 has a zero behind each sign of the language, in either order of bytes.
    private static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
        guard let sign = bytes.firstIndex(of: open), sign + 1 < bytes.count, bytes[sign + 1] == 0 else { return bytes }
        let isLittle = sign.isMultiple(of: 2)
        let units = stride(from: isLittle ? sign : sign - 1, to: bytes.count - 1, by: 2).map { at in
            isLittle ? UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 : UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    // MARK: Repetitions

    /// The document without properties that it has already; the library gives up all of it for one.
    static func withoutRepetitions(_ text: [UInt8]) -> [UInt8] {
        guard text.count <= searchedBytes else { return text }
        var kept: [UInt8] = []
        // The names within each element that is open, and the element's own.
        var open: [(name: ArraySlice<UInt8>, names: Set<ArraySlice<UInt8>>)] = [([], [])]
        // Several descriptions are of the same picture.
        var described: Set<ArraySlice<UInt8>> = []
        // How many elements were open where one began that is left out.
        var leftOut: Int?
        var offset = 0
        while offset < text.count {
            let end = pieceEnd(text, offset)
            let piece = text[offset..<end]
            offset = end
            guard piece.first == Self.open, piece.count > 2, let second = piece.dropFirst().first,
                second != UInt8(ascii: "?"), second != UInt8(ascii: "!")
            else {
                if leftOut == nil { kept += piece }
                continue
            }
            if second == UInt8(ascii: "/") {
                if leftOut == nil { kept += piece }
                guard open.count > 1 else { continue }
                let ended = open.removeLast()
                if open.count == describedDepth, ended.name.elementsEqual(description) { described = ended.names }
                if leftOut == open.count { leftOut = nil }
                continue
            }
            let name = piece.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != close }
            let isRepeated = !name.starts(with: "rdf:".utf8) && !open[open.count - 1].names.insert(name).inserted
            if isRepeated, leftOut == nil { leftOut = open.count }
            if leftOut == nil { kept += piece }
            if piece.dropLast().last != UInt8(ascii: "/") {
                open.append((name, open.count == describedDepth && name.elementsEqual(description) ? described : []))
            } else if leftOut == open.count {
                leftOut = nil
            }
        }
        return kept
    }

    /// Maximum bytes that are looked through; what people and programs write of a picture is shorter.
    private static let searchedBytes = 1 << 20
    private static let description = Array("rdf:Description".utf8)
    /// Elements that are open around a description: of the document, and of the format.
    private static let describedDepth = 3

    /// Behind the tag that begins here, or before the next one.
    private static func pieceEnd(_ text: [UInt8], _ start: Int) -> Int {
        guard text[start] == open else { return text[start...].firstIndex(of: open) ?? text.count }
        var quote: UInt8?
        for at in (start + 1)..<text.count {
            let byte = text[at]
            if let held = quote {
                if byte == held { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == close {
                return at + 1
            }
        }
        return text.count
    }
}
