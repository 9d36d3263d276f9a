import Testing

@testable import Renditions

@Suite struct AreaMeanTests {
    private func scaled(_ samples: [UInt8], _ size: RenditionSize, bands: Int, to result: RenditionSize) -> [UInt8] {
        samples.withUnsafeBytes { AreaMean.scaled($0, size, bands: bands, to: result) }
    }

    /// Of the area of a pixel of the result, bit by bit.
    private func mean(
        _ samples: [UInt8], _ size: RenditionSize, bands: Int, of result: RenditionSize, at place: (x: Int, y: Int),
        _ band: Int
    ) -> Double {
        func overlap(_ source: Int, _ target: Int, _ count: Int, _ newCount: Int) -> Double {
            let scale = Double(count) / Double(newCount)
            return max(
                0, min(Double(source + 1), Double(target + 1) * scale) - max(Double(source), Double(target) * scale))
        }
        var (sum, area) = (0.0, 0.0)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let part =
                    overlap(x, place.x, size.width, result.width) * overlap(y, place.y, size.height, result.height)
                sum += part * Double(samples[(y * size.width + x) * bands + band])
                area += part
            }
        }
        return sum / area
    }

    @Test(arguments: [(7, 5, 3, 2), (12, 8, 4, 4), (9, 9, 9, 9), (31, 17, 30, 16), (5, 40, 1, 1), (427, 3, 64, 3)])
    func `each pixel is the mean of its area`(width: Int, height: Int, newWidth: Int, newHeight: Int) {
        let (size, result) = (
            RenditionSize(width: width, height: height), RenditionSize(width: newWidth, height: newHeight)
        )
        for bands in [1, 3] {
            var seed: UInt64 = 11
            let samples = (0..<width * height * bands).map { _ -> UInt8 in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1
                return UInt8(seed >> 56)
            }
            let made = scaled(samples, size, bands: bands, to: result)
            #expect(made.count == newWidth * newHeight * bands)
            for y in 0..<newHeight {
                for x in 0..<newWidth {
                    for band in 0..<bands {
                        let expected = mean(samples, size, bands: bands, of: result, at: (x, y), band)
                        let found = Double(made[(y * newWidth + x) * bands + band])
                        #expect(abs(found - expected) < 0.501, "\(x), \(y), band \(band): \(found), not \(expected)")
                    }
                }
            }
        }
    }

    @Test func `the lightest pixels of a long side do not overflow`() {
        let size = RenditionSize(width: 3, height: 100_000)
        #expect(
            scaled([UInt8](repeating: 255, count: 300_000), size, bands: 1, to: RenditionSize(width: 2, height: 1))
                == [255, 255])
    }
}
