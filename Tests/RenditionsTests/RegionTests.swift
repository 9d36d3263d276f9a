import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// Parts of pictures in their own pixels.
@Suite struct RegionTests {
    private let folder = TemporaryFolder()
    private let decoder = VipsDecoder()

    private func part(_ name: String, _ region: PictureRegion?) throws -> TestPicture {
        let form = RenditionForm.region(try #require(region))
        let rendition = try decoder.rendition(of: folder.original(name), as: form, cancellation: Cancellation())
        return try TestPicture(reading: rendition.bytes)
    }

    private func failure(_ name: String, as form: RenditionForm) -> LoadFailure? {
        do throws(LoadFailure) {
            let original: Original
            do { original = try folder.original(name) } catch { return .missing }
            _ = try decoder.rendition(of: original, as: form, cancellation: Cancellation())
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 1...8) func `each orientation's part is the upright picture's`(orientation: Int) throws {
        let (width, height) = (480, 320)
        let upright = TestPicture.quarters(width: width, height: height)
        let isOnItsSide = orientation >= 5
        var stored = TestPicture(width: isOnItsSide ? height : width, height: isOnItsSide ? width : height) { _, _ in
            [0, 0, 0]
        }
        for y in 0..<height {
            for x in 0..<width {
                let one = try #require(PictureRegion(x: x, y: y, width: 1, height: 1))
                let size = RenditionSize(width: width, height: height)
                let place = try #require(one.stored(uprightSize: size, orientation: orientation))
                let start = (place.y * stored.width + place.x) * 3
                stored.samples.replaceSubrange(start..<(start + 3), with: upright[x, y])
            }
        }
        stored.orientation = Int32(orientation)
        try stored.save("jpegsave", to: folder.file("turned.jpg"), options: "Q=95")

        // Around the middle, so that all quarters are in it, with different shares of them.
        for shrink in [1, 2] {
            let picture = try part("turned.jpg", PictureRegion(x: 180, y: 80, width: 200, height: 120, shrink: shrink))
            #expect((picture.width, picture.height) == (200 / shrink, 120 / shrink))
            #expect(picture.isNear([255, 0, 0], atPercent: (15, 30)))
            #expect(picture.isNear([0, 255, 0], atPercent: (85, 30)))
            #expect(picture.isNear([0, 0, 255], atPercent: (15, 90)))
            #expect(picture.isNear([255, 255, 255], atPercent: (85, 90)))
        }
    }

    @Test func `lines of one pixel stay black and white`() throws {
        let lines = TestPicture(width: 300, height: 200) { x, _ in x % 2 == 0 ? [0, 0, 0] : [255, 255, 255] }
        try lines.save("pngsave", to: folder.file("lines.png"))
        try lines.save("tiffsave", to: folder.file("lines.tif"))
        for name in ["lines.png", "lines.tif"] {
            let picture = try part(name, PictureRegion(x: 100, y: 50, width: 64, height: 48))
            for x in 0..<64 { #expect(abs(Int(picture[x, 20][0]) - (x % 2) * 255) < 30, "\(name), column \(x)") }
        }
        // The whole picture in its own pixels, too.
        let whole = try decoder.rendition(of: folder.original("lines.tif"), as: .whole, cancellation: Cancellation())
        #expect((whole.width, whole.height) == (300, 200))
        let pixels = try TestPicture(reading: whole.bytes)
        for x in 100..<164 { #expect(abs(Int(pixels[x, 20][0]) - (x % 2) * 255) < 30) }
    }

    @Test func `what is outside, and what is too large to be made whole, is refused`() throws {
        try TestPicture.quarters(width: 300, height: 200).save("pngsave", to: folder.file("a.png"))
        for region in [
            PictureRegion(x: 299, y: 0, width: 2, height: 1), PictureRegion(x: 0, y: 0, width: 300, height: 201),
            PictureRegion(x: 1 << 27, y: 1 << 27, width: 5, height: 5),
        ] {
            #expect(failure("a.png", as: .region(try #require(region))) == .unreadable(.regionOutside))
        }
        let large = LargePicture()
        do throws(LoadFailure) {
            _ = try decoder.rendition(of: large.original(), as: .whole, cancellation: Cancellation())
            Issue.record("it was made")
        } catch {
            #expect(error == .unreadable(.pictureTooLargeWhole(size: 256, limit: 40)))
        }
    }

    @Test func `a region has a size, within limits`() {
        #expect(PictureRegion(x: 0, y: 0, width: 4096, height: 4096) != nil)
        #expect(PictureRegion(x: 0, y: 0, width: 32_768, height: 32_768, shrink: 8) != nil)
        for (x, y, width, height, shrink) in [
            (0, 0, 4097, 4096, 1), (0, 0, 8193, 1, 1), (0, 0, 0, 1, 1), (-1, 0, 1, 1, 1), (0, 0, 1, 1, 3),
            (0, 0, 1, 1, 0), (0, 0, Int.max, Int.max, 8), (1 << 28, 0, 1, 1, 1),
        ] { #expect(PictureRegion(x: x, y: y, width: width, height: height, shrink: shrink) == nil) }
    }
}
