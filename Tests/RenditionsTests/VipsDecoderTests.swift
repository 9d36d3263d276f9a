import CVips
import GridEngine
import LookaheadTesting
import Renditions
import Testing

@Suite struct VipsDecoderTests {
    private let folder = TemporaryFolder()
    private let decoder = VipsDecoder()

    private func rendition(of name: String, as form: RenditionForm = .width(96)) throws(LoadFailure) -> Rendition {
        try decoder.rendition(of: folder.original(name), as: form, cancellation: Cancellation())
    }

    private func failure(of name: String) -> LoadFailure? {
        do throws(LoadFailure) {
            _ = try rendition(of: name)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 1...8) func `each orientation comes out upright`(orientation: Int) throws {
        let (width, height) = (480, 320)
        let upright = TestPicture.quarters(width: width, height: height)
        let isOnItsSide = orientation >= 5
        var stored = TestPicture(width: isOnItsSide ? height : width, height: isOnItsSide ? width : height) { _, _ in
            [0, 0, 0]
        }
        for y in 0..<height {
            for x in 0..<width {
                let (right, bottom) = (width - 1 - x, height - 1 - y)
                let place =
                    switch orientation {
                    case 2: (right, y)
                    case 3: (right, bottom)
                    case 4: (x, bottom)
                    case 5: (y, x)
                    case 6: (y, right)
                    case 7: (bottom, right)
                    case 8: (bottom, x)
                    default: (x, y)
                    }
                let start = (place.1 * stored.width + place.0) * 3
                stored.samples.replaceSubrange(start..<(start + 3), with: upright[x, y])
            }
        }
        stored.orientation = Int32(orientation)
        try stored.save("jpegsave", to: folder.file("turned.jpg"))

        let rendition = try rendition(of: "turned.jpg")
        #expect((rendition.originalWidth, rendition.originalHeight) == (width, height))
        #expect((rendition.width, rendition.height) == (144, 96))
        let picture = try TestPicture(reading: rendition.bytes)
        #expect((picture.width, picture.height) == (144, 96))
        #expect(picture.isNear([255, 0, 0], atPercent: (10, 10)))
        #expect(picture.isNear([0, 255, 0], atPercent: (90, 10)))
        #expect(picture.isNear([0, 0, 255], atPercent: (10, 90)))
        #expect(picture.isNear([255, 255, 255], atPercent: (90, 90)))
        #expect(picture.orientation == nil, "a browser would turn it once more")
    }

    @Test(arguments: [
        ("jpegsave", "a.jpg", ""), ("pngsave", "a.png", ""), ("webpsave", "a.webp", ""), ("gifsave", "a.gif", ""),
        ("tiffsave", "a.tif", ""), ("heifsave", "a.avif", "compression=av1"),
        ("heifsave", "a.heic", "compression=hevc"),
        ("pngsave", "interlaced.png", "interlace=true"), ("jpegsave", "progressive.jpg", "interlace=true"),
    ]) func `each kind of file is read`(operation: String, name: String, options: String) throws {
        try TestPicture.quarters(width: 300, height: 200).save(operation, to: folder.file(name), options: options)
        let rendition = try rendition(of: name)
        #expect((rendition.originalWidth, rendition.originalHeight) == (300, 200))
        let picture = try TestPicture(reading: rendition.bytes)
        #expect((picture.width, picture.height) == (144, 96))
        #expect(picture.isNear([255, 0, 0], atPercent: (10, 10)))
        #expect(picture.isNear([255, 255, 255], atPercent: (90, 90)))
    }

    @Test func `a print picture in CMYK becomes sRGB`() throws {
        var picture = TestPicture(width: 200, height: 200, bands: 4) { x, _ in
            x < 100 ? [0, 0, 0, 0] : [0, 255, 255, 0]
        }
        picture.interpretation = VIPS_INTERPRETATION_CMYK
        picture.profile = "cmyk"
        try picture.save("jpegsave", to: folder.file("print.jpg"), options: "Q=95")
        let result = try TestPicture(reading: rendition(of: "print.jpg").bytes)
        #expect(result.bands == 3)
        #expect(result.isNear([255, 255, 255], atPercent: (20, 50)))
        #expect(result.isNear([225, 30, 30], atPercent: (80, 50), tolerance: 60))
    }

    @Test func `a wide-gamut profile is applied and left out`() throws {
        // In Display P3 this green lies outside sRGB: red goes to 0, which without the profile would stay at 110.
        var picture = TestPicture(width: 200, height: 200) { _, _ in [110, 220, 80] }
        picture.profile = "p3"
        try picture.save("jpegsave", to: folder.file("p3.jpg"), options: "Q=95")
        let result = try TestPicture(reading: rendition(of: "p3.jpg").bytes)
        #expect(result.profile == nil)
        #expect(result[50, 50][0] < 95, "red is \(result[50, 50][0])")
    }

    @Test func `an sRGB profile changes no colour`() throws {
        var picture = TestPicture(width: 200, height: 200) { _, _ in [110, 220, 80] }
        picture.profile = "srgb"
        try picture.save("jpegsave", to: folder.file("srgb.jpg"), options: "Q=95")
        let result = try TestPicture(reading: rendition(of: "srgb.jpg").bytes)
        #expect(result.profile == nil)
        #expect(result.isNear([110, 220, 80], atPercent: (50, 50), tolerance: 4))
    }

    @Test(arguments: [(255, 0x2b2e34), (0, 0xe9ebee)]) func `what is transparent has a ground that it is seen on`(
        lightness: UInt16, ground: UInt32
    ) throws {
        let picture = TestPicture(width: 200, height: 200, bands: 4) { x, _ in
            [lightness, lightness, lightness, x < 100 ? 0 : 255]
        }
        try picture.save("pngsave", to: folder.file("logo.png"))
        #expect(try rendition(of: "logo.png").colour == ground)
        #expect(try rendition(of: "logo.png", as: .preview).colour == ground)
    }

    @Test func `transparency is kept`() throws {
        let picture = TestPicture(width: 200, height: 200, bands: 4) { x, _ in [200, 40, 40, x < 100 ? 0 : 255] }
        try picture.save("pngsave", to: folder.file("glass.png"))
        let rendition = try rendition(of: "glass.png")
        #expect(rendition.contentType == "image/webp")
        let result = try TestPicture(reading: rendition.bytes)
        #expect(result.bands == 4)
        #expect(result[10, 48][3] < 10)
        #expect(result[86, 48][3] > 245)
    }

    @Test func `an opaque picture is a JPEG`() throws {
        try TestPicture.quarters(width: 300, height: 200).save("pngsave", to: folder.file("opaque.png"))
        #expect(try rendition(of: "opaque.png").contentType == "image/jpeg")
    }

    @Test func `the first frame stands for a moving picture`() throws {
        var picture = TestPicture(width: 120, height: 360) { _, y in
            y < 120 ? [255, 0, 0] : y < 240 ? [0, 255, 0] : [0, 0, 255]
        }
        picture.frameHeight = 120
        try picture.save("gifsave", to: folder.file("moving.gif"))
        try picture.save("webpsave", to: folder.file("moving.webp"))
        for name in ["moving.gif", "moving.webp"] {
            let rendition = try rendition(of: name)
            #expect((rendition.originalWidth, rendition.originalHeight) == (120, 120), "\(name)")
            let result = try TestPicture(reading: rendition.bytes)
            #expect((result.width, result.height) == (96, 96), "\(name)")
            #expect(result.isNear([255, 0, 0], atPercent: (50, 95)), "\(name)")
        }
    }

    @Test func `sixteen bits become eight`() throws {
        var picture = TestPicture(width: 200, height: 200) { _, _ in [51_400, 25_700, 12_850] }
        picture.is16Bit = true
        picture.interpretation = VIPS_INTERPRETATION_RGB16
        try picture.save("pngsave", to: folder.file("deep.png"))
        let result = try TestPicture(reading: rendition(of: "deep.png").bytes)
        #expect(result.isNear([200, 100, 50], atPercent: (50, 50), tolerance: 4))
    }

    @Test func `grey stays grey`() throws {
        var picture = TestPicture(width: 200, height: 200, bands: 1) { _, _ in [128] }
        picture.interpretation = VIPS_INTERPRETATION_B_W
        try picture.save("jpegsave", to: folder.file("grey.jpg"))
        let result = try TestPicture(reading: rendition(of: "grey.jpg").bytes)
        #expect(result[50, 50].allSatisfy { abs(Int($0) - 128) < 4 })
    }

    @Test(arguments: [3, 4], [1, 6, 32])
    func `each pixel of an icon keeps its colour`(bands: Int, side: Int) throws {
        let colours: [[UInt16]] = [
            [255, 0, 0], [0, 0, 255], [0, 255, 0], [255, 255, 255], [255, 0, 255], [0, 0, 0],
        ]
        let icon = TestPicture(width: side, height: side, bands: bands) { x, y in
            colours[(x + 2 * y) % colours.count] + (bands == 4 ? [x == y ? 128 : 255] : [])
        }
        try icon.save("pngsave", to: folder.file("icon.png"))
        let shown = try TestPicture(reading: rendition(of: "icon.png").bytes)
        let worst = zip(icon.samples, shown.samples).map { abs(Int($0) - Int($1)) }.max() ?? .max
        #expect(shown.samples.count == icon.samples.count)
        #expect(worst <= (bands == 4 ? 0 : 40), "off by \(worst)")
    }

    @Test func `a small picture is not enlarged`() throws {
        try TestPicture.quarters(width: 60, height: 40).save("pngsave", to: folder.file("small.png"))
        let rendition = try rendition(of: "small.png", as: .width(320))
        #expect((rendition.width, rendition.height) == (60, 40))
    }

    @Test(arguments: ["jpg", "png", "webp", "gif", "tif"]) func `a truncated picture fails with a reason`(kind: String)
        throws
    {
        let picture = TestPicture(width: 400, height: 300) { x, y in
            [UInt16((x * 7 + y * 13) % 256), UInt16((x * y) % 256), UInt16((x ^ y) % 256)]
        }
        let operation = kind == "jpg" ? "jpegsave" : kind == "tif" ? "tiffsave" : "\(kind)save"
        try picture.save(operation, to: folder.file("whole.\(kind)"))
        #expect(failure(of: "whole.\(kind)") == nil)
        let bytes = folder.read("whole.\(kind)")
        folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.\(kind)")
        #expect(failure(of: "half.\(kind)") == .unreadable(.pictureDamaged))
    }

    @Test func `what is no picture says so`() {
        folder.write(Array("Dear diary, today I was named picture.jpg by mistake.".utf8), to: "diary.jpg")
        #expect(
            failure(of: "diary.jpg") == .unreadable(.notAPicture))
    }

    @Test func `a drawing in SVG is not run`() {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'><rect width='200' height='200'/></svg>"
        folder.write(Array(svg.utf8), to: "drawing.png")
        #expect(
            failure(of: "drawing.png") == .unreadable(.notAPicture))
    }

    @Test func `an empty file says so`() {
        folder.write([], to: "nothing.jpg")
        #expect(failure(of: "nothing.jpg") == .unreadable(.fileEmpty))
        #expect(throws: LoadFailure.unreadable(.fileEmpty)) {
            try decoder.rendition(of: .encoded([]), as: .width(96), cancellation: Cancellation())
        }
    }

    @Test func `a picture over the limit of pixels is refused by its header`() throws {
        // A PNG header that promises 40,000 × 40,000 pixels, and no pixel behind it.
        try TestPicture.quarters(width: 8, height: 8).save("pngsave", to: folder.file("bomb.png"))
        var bytes = folder.read("bomb.png")
        let side: [UInt8] = [0, 0, 0x9c, 0x40]
        bytes.replaceSubrange(16..<24, with: side + side)
        let sum = crc32(bytes[12..<29])
        bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) })
        folder.write(bytes, to: "bomb.png")
        #expect(
            failure(of: "bomb.png")
                == .unreadable(.pictureTooLarge(size: 1600, limit: 268)))
    }

    @Test func `painted pixels become a picture`() throws {
        let picture = TestPicture.quarters(width: 300, height: 200)
        let original = Original.pixels(width: 300, height: 200, rgb: picture.samples.map { UInt8($0) })
        let rendition = try decoder.rendition(of: original, as: .width(96), cancellation: Cancellation())
        #expect((rendition.originalWidth, rendition.originalHeight) == (300, 200))
        let result = try TestPicture(reading: rendition.bytes)
        #expect((result.width, result.height) == (144, 96))
        #expect(result.isNear([0, 255, 0], atPercent: (90, 10)))
    }

    @Test func `pixels of the wrong number are refused`() {
        #expect(throws: LoadFailure.unreadable(.pixelCountMismatch)) {
            try decoder.rendition(
                of: .pixels(width: 10, height: 10, rgb: [1, 2, 3]), as: .width(96), cancellation: Cancellation())
        }
    }

    @Test func `a raised cancellation stops a decode`() throws {
        try TestPicture.quarters(width: 300, height: 200).save("jpegsave", to: folder.file("a.jpg"))
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: LoadFailure.cancelled) {
            try decoder.rendition(of: folder.original("a.jpg"), as: .width(96), cancellation: cancellation)
        }
    }

    private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
