import Renditions
import Testing

@Suite struct RenditionSizeTests {
    @Test(arguments: [
        (3000, 2000, 320, 480, 320), (2000, 3000, 320, 320, 480), (1000, 1000, 96, 96, 96), (100, 80, 320, 100, 80),
        (10_000, 1_000, 320, 960, 96), (1_000, 10_000, 320, 96, 960), (50_000, 10, 320, 960, 1),
        (320, 320, 320, 320, 320),
        (900, 300, 320, 900, 300), (1_000, 300, 320, 960, 288),
    ]) func `a rendition covers its square, but for panoramas, and is never enlarged`(
        width: Int, height: Int, step: Int, expectedWidth: Int, expectedHeight: Int
    ) {
        let size = RenditionSize(width: width, height: height).rendition(step: step)
        #expect(size == RenditionSize(width: expectedWidth, height: expectedHeight))
    }
}
