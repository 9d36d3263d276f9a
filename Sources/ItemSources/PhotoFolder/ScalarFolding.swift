/// Removes case and accents from names for sorting, so that `Émile` is next to `Emile`, and normalizes the two ways in which
/// names are stored: composed letters (Linux), or letters and marks one after another (macOS).
enum ScalarFolding {
    static func folded(_ text: String) -> [Unicode.Scalar] {
        var folded: [Unicode.Scalar] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if (0x300...0x36f).contains(scalar.value) { continue }
            if joinHangul(scalar, to: &folded) { continue }
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where !(0x300...0x36f).contains(lower.value)
            {
                folded.append(contentsOf: base(of: lower))
            }
        }
        return folded
    }

    /// The letters under the accents for U+00DF–U+017F, lower case: Latin-1 and Latin Extended-A.
    private static func base(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0xdf: return ["s", "s"]
        case 0xe6: return ["a", "e"]
        case 0x133: return ["i", "j"]
        case 0x153: return ["o", "e"]
        case 0xe0...0xff: return [latin1[Int(scalar.value - 0xe0)]]
        case 0x100...0x17f: return [extendedA[Int(scalar.value - 0x100)]]
        default: return [scalar]
        }
    }

    private static let latin1 = Array("aaaaaaaceeeeiiiidnooooo÷ouuuuyþy".unicodeScalars)
    private static let extendedA = Array(
        ("aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkĸlllllll"
            + "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").unicodeScalars)

    /// Joins a Korean vowel or final consonant to the letter before it (The Unicode Standard, 3.12).
    private static func joinHangul(_ scalar: Unicode.Scalar, to folded: inout [Unicode.Scalar]) -> Bool {
        guard let last = folded.last?.value else { return false }
        let joined: UInt32
        switch (last, scalar.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            joined = 0xac00 + ((last - 0x1100) * 21 + scalar.value - 0x1161) * 28
        case (0xac00...0xd7a3, 0x11a8...0x11c2) where (last - 0xac00) % 28 == 0:
            joined = last + scalar.value - 0x11a7
        default: return false
        }
        folded[folded.count - 1] = Unicode.Scalar(joined)!
        return true
    }
}
