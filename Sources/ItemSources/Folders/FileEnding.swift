import GridEngine

/// The text after the last dot of a file's name. It decides which files are pictures.
struct FileEnding {
    /// In lower case.
    let text: String

    /// `nil` without a dot, or where too much follows.
    init?(_ name: [UInt8]) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 6 else { return nil }
        text = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// `nil` of what is no picture.
    var format: PictureFile.Format? { PictureFile.Format(ending: text) }
}
