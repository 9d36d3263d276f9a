/// Gives files names that any system can unpack, and that never leave the folder in which an archive is unpacked.
///
/// A name is made of parts between slashes. In each, what another system takes for a separator, a drive or a control character
/// becomes `_`; a part is never empty, a dot or two. Names that differ in nothing but case are numbered.
package struct ArchiveNames {
    /// Maximum length of a part, in bytes of UTF-8: file systems allow 255.
    private static let partLimitBytes = 200
    /// Names that Windows keeps for devices.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// Hashes of the names given, in small letters. Two that clash cost a number that was not needed.
    private var given: Set<Int> = []

    package init() {}

    /// A name for a file.
    /// - Parameters:
    ///   - folder: the titles of folders, with slashes between them; empty for none.
    ///   - name: of the file.
    ///   - number: in front of the name, with as many digits as `largest` has, at least three; `nil` for none.
    ///   - largest: the largest number.
    /// - Returns: the name, with slashes, that no other file got from here.
    package mutating func name(in folder: String, _ name: String, number: Int? = nil, largest: Int = 0) -> String {
        var parts = folder.split(separator: "/").map { Self.part($0) }
        var name = Self.part(name[...])
        if let number {
            let digits = max(3, String(largest).count)
            name = String(repeating: "0", count: max(0, digits - String(number).count)) + "\(number) \(name)"
        }
        parts.append(name)
        return unused(parts.joined(separator: "/"))
    }

    private mutating func unused(_ name: String) -> String {
        if given.insert(name.lowercased().hashValue).inserted { return name }
        let slash = name.lastIndex(of: "/")
        let dot = name.lastIndex(of: ".").flatMap { at in slash.map { $0 < at } ?? true ? at : nil } ?? name.endIndex
        for number in 2... {
            let numbered = "\(name[..<dot]) (\(number))\(name[dot...])"
            if given.insert(numbered.lowercased().hashValue).inserted { return numbered }
        }
        return name
    }

    private static func part(_ text: Substring) -> String {
        var safe = String(String.UnicodeScalarView(text.unicodeScalars.map(replacement)))
        // Windows drops them at the end, and what remains may be another file's name.
        while let last = safe.last, last == " " || last == "." { safe.removeLast() }
        while safe.first == " " { safe.removeFirst() }
        safe = shortened(safe)
        if safe.isEmpty { return "_" }
        let stem = safe.prefix { $0 != "." }.lowercased()
        return devices.contains(stem) ? "_" + safe : safe
    }

    private static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": "_"
        default:
            switch scalar.value {
            case 0..<0x20, 0x7f...0x9f, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: "_"
            default: scalar
            }
        }
    }

    /// Without its middle, so that the file's ending stays.
    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > partLimitBytes else { return text }
        let ending = text.lastIndex(of: ".").map { text[$0...] } ?? ""
        let tail = ending.utf8.count <= 16 ? ending : ""
        var head = text
        while head.utf8.count + tail.utf8.count > partLimitBytes { head.removeLast() }
        return head + tail
    }
}
