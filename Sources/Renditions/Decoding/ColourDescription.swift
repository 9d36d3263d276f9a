/// The colour space of a picture, where it is stated in another form than a profile.
struct ColourDescription {
    typealias Chromaticity = (x: Double, y: Double)

    var red: Chromaticity
    var green: Chromaticity
    var blue: Chromaticity
    var white: Chromaticity
    var curve: ToneCurve

    private static let d65: Chromaticity = (0.3127, 0.3290)
    /// Where white is in a profile: ICC.1:2022, 7.2.16.
    private static let d50 = [0.9642, 1, 0.8249]

    /// With the primaries of sRGB.
    init(curve: ToneCurve) {
        (red, green, blue, white) = ((0.64, 0.33), (0.3, 0.6), (0.15, 0.06), Self.d65)
        self.curve = curve
    }

    /// From the numbers of ITU-T H.273, as PNG, HEIF and AVIF have them. Curves of television count as sRGB's, as they do in browsers. `nil`
    /// of what is not specified, and of pictures with a high dynamic range.
    init?(primaries: Int, transfer: Int) {
        switch transfer {
        case 1, 2, 6, 13, 14, 15: self.init(curve: .standard)
        case 4: self.init(curve: .gamma(2.2))
        case 5: self.init(curve: .gamma(2.8))
        case 8: self.init(curve: .gamma(1))
        default: return nil
        }
        switch primaries {
        case 1, 2: break
        case 5: (red, green, blue) = ((0.64, 0.33), (0.29, 0.6), (0.15, 0.06))
        case 6, 7: (red, green, blue) = ((0.63, 0.34), (0.31, 0.595), (0.155, 0.07))
        case 9: (red, green, blue) = ((0.708, 0.292), (0.17, 0.797), (0.131, 0.046))
        case 12: (red, green, blue) = ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06))
        default: return nil
        }
    }

    /// An ICC profile that says the same (ICC.1:2022); `nil` where that is sRGB, or nothing that there can be.
    func profile(isGrey: Bool = false) -> [UInt8]? {
        guard case .parametric(let numbers) = curve, numbers.allSatisfy({ abs($0) < 1000 }),
            !isGrey || !curve.isStandard
        else { return nil }
        let content = Self.text("para") + [0, 0, 0, 0, 0, 4, 0, 0] + numbers.flatMap(Self.fixed)
        var elements: [(String, [UInt8])] = [("wtpt", Self.xyz(Self.d50))]
        if isGrey {
            elements.append(("kTRC", content))
        } else {
            guard let columns else { return nil }
            elements += zip(["rXYZ", "gXYZ", "bXYZ"], columns).map { ($0, Self.xyz($1)) }
            elements += ["rTRC", "gTRC", "bTRC"].map { ($0, content) }
        }
        let bytes = Self.profile(space: isGrey ? .grey : .rgb, elements)
        let isStandard = bytes.withUnsafeBytes { ColourProfile($0)?.isStandardRGB ?? true }
        return isStandard ? nil : bytes
    }

    private static func profile(space: ColourProfile.Space, _ elements: [(String, [UInt8])]) -> [UInt8] {
        var (table, contents): ([UInt8], [UInt8]) = (word(elements.count), [])
        let start = 128 + 4 + 12 * elements.count
        for (name, content) in elements {
            table += text(name) + word(start + contents.count) + word(content.count)
            contents += content
        }
        let size = start + contents.count
        var head = word(size) + word(0) + [4, 0x20, 0, 0] + text("mntr") + text(space.rawValue) + text("XYZ ")
        head += [UInt8](repeating: 0, count: 12) + text("acsp") + [UInt8](repeating: 0, count: 28)
        head += d50.flatMap(fixed)
        return head + [UInt8](repeating: 0, count: 128 - head.count) + table + contents
    }

    /// Full red, green and blue in XYZ, where white is that of a profile; `nil` for primaries that span no space.
    private var columns: [[Double]]? {
        let all = [red, green, blue, white]
        guard all.allSatisfy({ $0.y > 0.001 && abs($0.x) < 10 && abs($0.y) < 10 }) else { return nil }
        let light = all.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
        let primaries = Matrix(columns: Array(light[0..<3]))
        guard let inverse = primaries.inverse, let bradford = Self.bradford.inverse else { return nil }
        let amounts = inverse.applied(to: light[3])
        let (from, to) = (Self.bradford.applied(to: light[3]), Self.bradford.applied(to: Self.d50))
        guard from.allSatisfy({ abs($0) > 1e-6 }) else { return nil }
        return (0..<3).map { index in
            let cone = Self.bradford.applied(to: light[index].map { $0 * amounts[index] })
            return bradford.applied(to: (0..<3).map { cone[$0] * to[$0] / from[$0] })
        }
    }

    /// ICC.1:2022, annex E.
    private static let bradford = Matrix(columns: [
        [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296],
    ])

    private static func xyz(_ numbers: [Double]) -> [UInt8] { text("XYZ ") + word(0) + numbers.flatMap(fixed) }
    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    private static func fixed(_ number: Double) -> [UInt8] { word(Int((number * 65_536).rounded())) }
    private static func word(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
}

/// Three by three.
private struct Matrix {
    let columns: [[Double]]

    func applied(to vector: [Double]) -> [Double] {
        (0..<3).map { row in (0..<3).reduce(0) { $0 + columns[$1][row] * vector[$1] } }
    }

    /// `nil` where there is none.
    var inverse: Matrix? {
        func cross(_ a: [Double], _ b: [Double]) -> [Double] {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }
        let rows = [cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1])]
        let determinant = (0..<3).reduce(0) { $0 + columns[0][$1] * rows[0][$1] }
        guard abs(determinant) > 1e-9 else { return nil }
        return Matrix(columns: (0..<3).map { column in rows.map { $0[column] / determinant } })
    }
}
