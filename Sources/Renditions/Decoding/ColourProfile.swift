import CVips

/// An ICC profile (ICC.1:2022), judged by what it says about colours, never by its name.
///
/// Running every pixel through a profile costs as much as the scaling, and most profiles are sRGB: those are left alone.
struct ColourProfile {
    /// Kinds of colours that a picture can be made of.
    enum Space: String {
        case grey = "GRAY"
        case rgb = "RGB "
        case cmyk = "CMYK"
        case lab = "Lab "
    }

    let space: Space
    private let bytes: UnsafeRawBufferPointer
    /// Where the content of each element lies, by its signature.
    private let elements: [String: Range<Int>]

    /// `nil` for what is no profile of a picture.
    /// - Parameter bytes: used as long as the value is.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 132, let space = Space(rawValue: Self.tag(bytes, 16)), Self.tag(bytes, 36) == "acsp" else {
            return nil
        }
        var elements: [String: Range<Int>] = [:]
        for index in 0..<min(Self.word(bytes, 128), 100) {
            let entry = 132 + index * 12
            guard entry + 12 <= bytes.count else { return nil }
            let (start, count) = (Self.word(bytes, entry + 4), Self.word(bytes, entry + 8))
            guard start + count <= bytes.count, count >= 8 else { continue }
            elements[Self.tag(bytes, entry)] = start..<(start + count)
        }
        (self.space, self.bytes, self.elements) = (space, bytes, elements)
    }

    /// The intent that a conversion is to ask for: the relative one, unless the profile has tables, and none for that. `nil` of a
    /// profile that says nothing about colours.
    var intent: VipsIntent? {
        let tables: [(String, VipsIntent)] = [
            ("A2B1", VIPS_INTENT_RELATIVE), ("A2B0", VIPS_INTENT_PERCEPTUAL), ("A2B2", VIPS_INTENT_SATURATION),
        ]
        if let table = tables.first(where: { elements[$0.0] != nil }) { return table.1 }
        let needed =
            switch space {
            case .grey: ["kTRC"]
            case .rgb: ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"]
            case .cmyk, .lab: ["A2B0"]
            }
        return needed.allSatisfy { elements[$0] != nil } ? VIPS_INTENT_RELATIVE : nil
    }

    /// Whether a picture of so many bands is made of such colours. One that is not counts as a picture without a profile.
    func fits(bands: Int, _ interpretation: VipsInterpretation) -> Bool {
        switch interpretation {
        case VIPS_INTERPRETATION_CMYK: space == .cmyk && bands >= 4
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_LABS: space == .lab && bands >= 3
        default: bands < 3 ? space == .grey : space == .rgb
        }
    }

    /// Whether its colours are those of sRGB, to less than a step of eight bits.
    var isStandardRGB: Bool {
        guard space == .rgb, !elements.keys.contains(where: { $0.hasPrefix("A2B") || $0.hasPrefix("D2B") }) else {
            return false
        }
        let primaries = zip(["rXYZ", "gXYZ", "bXYZ"], Self.standardPrimaries).allSatisfy { name, standard in
            guard let found = xyz(name) else { return false }
            return zip(found, standard).allSatisfy { abs($0 - $1) < 0.0025 }
        }
        return primaries && ["rTRC", "gTRC", "bTRC"].allSatisfy { isStandardCurve($0) }
    }

    /// The primaries of sRGB with a white of D50 (ICC's own "sRGB IEC61966-2.1").
    private static let standardPrimaries = [
        [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
    ]

    private func xyz(_ name: String) -> [Double]? {
        guard let element = elements[name], element.count >= 20 else { return nil }
        return (0..<3).map { Self.fixed(bytes, element.lowerBound + 8 + 4 * $0) }
    }

    private func isStandardCurve(_ name: String) -> Bool {
        guard let element = elements[name],
            let curve = ToneCurve(UnsafeRawBufferPointer(rebasing: bytes[element]))
        else { return false }
        return curve.isStandard
    }

    static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// A number with 16 bits behind the point.
    static func fixed(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
        Double(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))) / 65_536
    }

    static func tag(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> String {
        String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
    }
}
