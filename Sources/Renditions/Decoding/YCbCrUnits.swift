/// Brightness and colours of a TIFF file that are not compressed as JPEG (TIFF 6.0, section 21): units of as many samples of brightness as share
/// one of each colour, and then these.
struct YCbCrUnits {
    let width: Int
    let height: Int
    /// px that share a colour.
    let across: Int
    let down: Int
    /// How bright full red, green and blue are.
    private let lightness: [Double]
    /// The values of black and white, of each sample.
    private let reference: [Double]

    /// `nil` of a directory that says something that there cannot be.
    init?(_ directory: TIFFDirectory) {
        guard let width = directory.first(.width), let height = directory.first(.height), (1..<1 << 24) ~= width,
            (1..<1 << 24) ~= height,
            directory.samplesPerPixel == 3, directory.bitsPerSample == 8
        else { return nil }
        let shared = directory.numbers(.subsampling) ?? [2, 2]
        // Impossible values count as missing.
        let said = directory.fractions(.lightness).flatMap { numbers in
            numbers.count == 3 && numbers.allSatisfy { $0 > 0.001 && $0 < 1 } ? numbers : nil
        }
        let lightness = said ?? [0.299, 0.587, 0.114]
        let reference = directory.fractions(.reference) ?? [0, 255, 128, 255, 128, 255]
        guard shared.count == 2, shared.allSatisfy({ [1, 2, 4].contains($0) }), reference.count == 6,
            reference.allSatisfy({ abs($0) < 65_536 }),
            stride(from: 0, to: 6, by: 2).allSatisfy({ abs(reference[$0 + 1] - reference[$0]) > 1 })
        else { return nil }
        (self.width, self.height, across, down) = (width, height, shared[0], shared[1])
        (self.lightness, self.reference) = (lightness, reference)
    }

    private var unitBytes: Int { across * down + 2 }
    var rowBytes: Int { (width + across - 1) / across * unitBytes }
    /// Number of rows of units.
    var rows: Int { (height + down - 1) / down }

    /// - Parameter bytes: `rows` times `rowBytes`.
    /// - Returns: red, green and blue, by rows.
    func pixels(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let (red, blue) = (2 - 2 * lightness[0], 2 - 2 * lightness[2])
        let scale = (0..<3).map { (index: Int) -> Double in
            let range: Double = reference[2 * index + 1] - reference[2 * index]
            return (index == 0 ? 255 : 127) / range
        }
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            for y in 0..<height {
                let (row, line) = (y / down * rowBytes, y % down * across)
                for x in 0..<width {
                    let unit = row + x / across * unitBytes
                    let colours = unit + across * down
                    let light = (Double(bytes[unit + line + x % across]) - reference[0]) * scale[0]
                    let blueness = (Double(bytes[colours]) - reference[2]) * scale[1]
                    let redness = (Double(bytes[colours + 1]) - reference[4]) * scale[2]
                    let (r, b) = (light + redness * red, light + blueness * blue)
                    buffer[count] = byte(r)
                    let rest: Double = light - lightness[0] * r - lightness[2] * b
                    buffer[count + 1] = byte(rest / lightness[1])
                    buffer[count + 2] = byte(b)
                    count += 3
                }
            }
        }
    }
}
