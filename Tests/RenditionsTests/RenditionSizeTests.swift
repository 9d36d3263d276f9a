import Renditions
import Testing

@Suite struct RenditionSizeTests {
    @Test(arguments: [
        (3000, 2000, 320, 480, 320), (2000, 3000, 320, 320, 480), (1000, 1000, 96, 96, 96), (100, 80, 320, 100, 80),
        (10_000, 1_000, 320, 3_200, 320), (1_000, 10_000, 320, 320, 3_200), (16_000, 300, 320, 16_000, 300),
        (30_000, 2_000, 160, 2_400, 160), (60_000, 600, 320, 16_383, 164), (50_000, 10, 320, 16_383, 3),
        (320, 320, 320, 320, 320),
        (900, 300, 320, 900, 300), (1_000, 300, 320, 1_000, 300), (20_000, 2_000, 1280, 7_746, 775),
        (20_000, 4_000, 2560, 9_915, 1_983), (40_000, 1_000, 16_384, 40_000, 1_000),
    ]) func `a rendition covers its square, but for the largest panoramas, and is never enlarged`(
        width: Int, height: Int, step: Int, expectedWidth: Int, expectedHeight: Int
    ) {
        let size = RenditionSize(width: width, height: height).rendition(step: step)
        #expect(size == RenditionSize(width: expectedWidth, height: expectedHeight))
    }

    @Test(arguments: [(3000, 2000, 72, 48), (16_000, 300, 144, 3), (40, 30, 40, 30)])
    func `the preview of a panorama is fitted by its length`(
        width: Int, height: Int, expectedWidth: Int, expectedHeight: Int
    ) {
        let size = RenditionSize(width: width, height: height).preview(step: 48)
        #expect(size == RenditionSize(width: expectedWidth, height: expectedHeight))
    }
}
