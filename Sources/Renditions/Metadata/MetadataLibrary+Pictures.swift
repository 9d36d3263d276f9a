extension MetadataLibrary {
    /// Whether the library would take the content for a film: its readers of those end the process on damage that its readers of
    /// pictures survive, and their findings are not wanted. The file's name does not matter.
    static func isFilm(_ content: UnsafeRawBufferPointer) -> Bool {
        let start = Array(content.prefix(12))
        guard start.count == 12 else { return false }
        if start.starts(with: MatroskaHeader.magic) || start.starts(with: windowsMedia) { return true }
        if start.starts(with: Array("RIFF".utf8)) { return !start[8...].spells("WEBP") }
        // Boxes: of films, and of the pictures that are in boxes as films are.
        if start[4..<8].spells("ftyp") { return !pictureBrands.contains { start[8...].spells($0) } }
        return filmBoxes.contains { start[4..<8].spells($0) }
    }

    private static let windowsMedia: [UInt8] = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]
    private static let pictureBrands = [
        "crx ", "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis", "jxl ", "jpx ", "jp2 ",
    ]
    private static let filmBoxes = ["moov", "mdat", "free", "skip", "wide", "pnot"]
}

extension ArraySlice<UInt8> {
    fileprivate func spells(_ text: String) -> Bool { elementsEqual(text.utf8) }
}
