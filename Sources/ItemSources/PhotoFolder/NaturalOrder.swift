/// The order in which people expect names: digits by their value, case and accents aside, any script.
///
/// A name becomes a key once, and keys compare as plain bytes. Names with equal keys are ordered by their own bytes,
/// so that the order is total.
enum NaturalOrder {
    /// Appends the key of a file's name: the part before the extension counts first, so that `IMG.jpg` comes before
    /// `IMG 2.jpg`.
    static func appendKey(ofFile name: some Collection<UInt8>, to key: inout [UInt8]) {
        let bytes = Array(name)
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
        appendKey(ofText: bytes[..<dot], to: &key)
        key.append(0)
        appendKey(ofText: bytes[dot...], to: &key)
    }

    /// Appends the key of a folder's path: each folder is followed at once by those inside it.
    static func appendKey(ofPath path: some Collection<UInt8>, to key: inout [UInt8]) {
        for part in path.split(separator: UInt8(ascii: "/")) {
            appendKey(ofText: Array(part)[...], to: &key)
            key.append(0)
        }
    }

    private static func appendKey(ofText bytes: ArraySlice<UInt8>, to key: inout [UInt8]) {
        var digits: [UInt8] = []
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for byte in bytes {
                if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                    digits.append(byte)
                    continue
                }
                flush(&digits, to: &key)
                key.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : max(byte, 1))
            }
        } else {
            for scalar in ScalarFolding.folded(String(decoding: bytes, as: UTF8.self)) {
                if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                    digits.append(UInt8(ascii: "0") + UInt8(value))
                    continue
                }
                flush(&digits, to: &key)
                key.append(contentsOf: Array(String(scalar).utf8))
            }
        }
        flush(&digits, to: &key)
    }

    /// A run of digits: a mark that sorts where digits do, how many there are without leading zeros, and those. The
    /// longer number is the larger one.
    private static func flush(_ digits: inout [UInt8], to key: inout [UInt8]) {
        guard !digits.isEmpty else { return }
        let value = digits.drop { $0 == UInt8(ascii: "0") }
        key.append(UInt8(ascii: "0"))
        key.append(UInt8(min(value.count, 255)))
        key.append(contentsOf: value)
        digits.removeAll(keepingCapacity: true)
    }
}

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
