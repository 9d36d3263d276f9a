/// Scales pixels down: each of the result is the mean of the area that it covers.
///
/// For pictures that are small already, as those that previews are made of. libvips sets up a pipeline with threads for any picture, which
/// takes ten times as long as so few pixels do. Its pictures are a little sharper; a preview is shown too large for that to be seen.
enum AreaMean {
    /// The weight of an original pixel in one of the result, along one side.
    private struct Share {
        var source: Int
        var target: Int
        /// Out of the original's pixels along this side.
        var weight: UInt32
        /// Whether the target has all of its shares then.
        var isLast: Bool
    }

    /// O(samples).
    /// - Parameters:
    ///   - samples: rows of pixels, without gaps.
    ///   - size: of the picture, in pixels.
    ///   - bands: bytes of a pixel.
    ///   - result: no side is longer than that of `size`, and none is 0.
    /// - Returns: the samples of the result, likewise.
    static func scaled(
        _ samples: UnsafeRawBufferPointer, _ size: RenditionSize, bands: Int, to result: RenditionSize
    ) -> [UInt8] {
        let (count, newCount) = (size.width * bands, result.width * bands)
        let columns = shares(of: size.width, among: result.width)
        let area = UInt64(size.width * size.height)
        // The sum of a column is at most 255 times the height.
        var sums = [UInt32](repeating: 0, count: count)
        var row = [UInt64](repeating: 0, count: newCount)
        var scaled: [UInt8] = []
        scaled.reserveCapacity(newCount * result.height)
        for share in shares(of: size.height, among: result.height) {
            let line = UnsafeRawBufferPointer(rebasing: samples[share.source * count..<(share.source + 1) * count])
            for index in 0..<count { sums[index] &+= UInt32(line[index]) &* share.weight }
            guard share.isLast else { continue }
            for column in columns {
                for band in 0..<bands {
                    row[column.target * bands + band] +=
                        UInt64(sums[column.source * bands + band]) * UInt64(column.weight)
                }
            }
            for index in 0..<newCount {
                scaled.append(UInt8((row[index] + area / 2) / area))
                row[index] = 0
            }
            for index in 0..<count { sums[index] = 0 }
        }
        return scaled
    }

    /// In parts: a pixel of the original has as many as the result has pixels, so that one of the result takes `count` of them.
    private static func shares(of count: Int, among newCount: Int) -> [Share] {
        var shares: [Share] = []
        shares.reserveCapacity(count + newCount)
        var source = 0
        for target in 0..<newCount {
            var part = target * count
            let end = part + count
            while part < end {
                let next = min(end, (source + 1) * newCount)
                shares.append(
                    Share(source: source, target: target, weight: UInt32(next - part), isLast: next == end))
                if next == (source + 1) * newCount { source += 1 }
                part = next
            }
        }
        return shares
    }
}
