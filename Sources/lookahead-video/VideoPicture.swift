import CLibAV

/// One picture of a video as people see it: upright, square pixels, sRGB.
struct VideoPicture {
    private(set) var width: Int
    private(set) var height: Int
    /// Three bytes a pixel, rows from the top.
    private(set) var rgb: [UInt8]

    /// Sides beyond this are no video's.
    private static let longestSide = 16_384

    /// `nil` for a picture that cannot be converted.
    init?(
        _ frame: UnsafeMutablePointer<AVFrame>, of stream: UnsafeMutablePointer<AVStream>,
        in format: UnsafeMutablePointer<AVFormatContext>
    ) {
        let coded = (width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        let ratio = av_guess_sample_aspect_ratio(format, stream, frame)
        let stretch = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
        let sides = 1...Self.longestSide
        guard sides ~= coded.width, sides ~= coded.height, (0.1...10).contains(stretch) else { return nil }
        width = Int((Double(coded.width) * stretch).rounded())
        height = coded.height
        guard sides ~= width else { return nil }
        guard let pixels = Self.converted(frame, width: width, height: height) else { return nil }
        rgb = pixels
        turn(quarters: Self.quarters(of: stream))
    }

    /// Mean of all samples, 0…255: a picture that is nearly black shows nothing.
    var brightness: Int {
        let step = max(1, rgb.count / 30_000)
        let samples = stride(from: 0, to: rgb.count, by: step)
        return samples.reduce(0) { $0 + Int(rgb[$1]) } / max(1, rgb.count / step)
    }

    private static func converted(_ frame: UnsafeMutablePointer<AVFrame>, width: Int, height: Int) -> [UInt8]? {
        guard
            let scaler = sws_getContext(
                frame.pointee.width, frame.pointee.height, AVPixelFormat(rawValue: frame.pointee.format), Int32(width),
                Int32(height), AV_PIX_FMT_RGB24, SWS_BICUBIC, nil, nil, nil)
        else { return nil }
        defer { sws_freeContext(scaler) }
        let space = Int32(bitPattern: frame.pointee.colorspace.rawValue)
        // HD without a word about its colours is BT.709.
        let isUnsaid = space == Int32(bitPattern: AVCOL_SPC_UNSPECIFIED.rawValue)
        let coefficients = sws_getCoefficients(isUnsaid && height >= 720 ? SWS_CS_ITU709 : space)
        let isFull: Int32 = frame.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
        sws_setColorspaceDetails(
            scaler, coefficients, isFull, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
        let rows = width * 3
        // The scaler writes whole vectors, beyond the last pixel.
        let padded = rows * height + 64
        var pixels = [UInt8](repeating: 0, count: padded)
        let made = pixels.withUnsafeMutableBufferPointer { buffer -> Int32 in
            var targets: [UnsafeMutablePointer<UInt8>?] = [buffer.baseAddress, nil, nil, nil]
            let strides: [Int32] = [Int32(rows), 0, 0, 0]
            return withUnsafeBytes(of: &frame.pointee.data) { data in
                withUnsafeBytes(of: &frame.pointee.linesize) { lines in
                    sws_scale(
                        scaler, data.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
                        lines.assumingMemoryBound(to: Int32.self).baseAddress, 0, frame.pointee.height, &targets,
                        strides)
                }
            }
        }
        guard made == height else { return nil }
        pixels.removeLast(64)
        return pixels
    }

    /// Quarter turns to the right, 0…3.
    private static func quarters(of stream: UnsafeMutablePointer<AVStream>) -> Int {
        guard let matrix = lookahead_av_matrix(stream) else { return 0 }
        let degrees = av_display_rotation_get(matrix)
        guard degrees.isFinite else { return 0 }
        return ((Int((-degrees / 90).rounded()) % 4) + 4) % 4
    }

    private mutating func turn(quarters: Int) {
        guard quarters > 0 else { return }
        let (oldWidth, oldHeight, old) = (width, height, rgb)
        if quarters != 2 { (width, height) = (oldHeight, oldWidth) }
        for y in 0..<height {
            for x in 0..<width {
                let (fromX, fromY) =
                    switch quarters {
                    case 1: (y, oldHeight - 1 - x)
                    case 2: (oldWidth - 1 - x, oldHeight - 1 - y)
                    default: (oldWidth - 1 - y, x)
                    }
                let (to, from) = ((y * width + x) * 3, (fromY * oldWidth + fromX) * 3)
                (rgb[to], rgb[to + 1], rgb[to + 2]) = (old[from], old[from + 1], old[from + 2])
            }
        }
    }
}
