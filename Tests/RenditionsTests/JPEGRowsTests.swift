import CVips
import Glibc
import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

@Suite struct JPEGRowsTests {
    private let folder = TemporaryFolder()

    private func pixels(
        _ bytes: PictureBytes, shrink: Int = 1, rows: (Int) -> Int = { $0 }
    ) throws(LoadFailure) -> PlainPixels? {
        try JPEGRows.with(bytes) { picture throws(LoadFailure) -> PlainPixels? in
            try picture.pixels(shrink: shrink, rows: rows, Cancellation())
        }
    }

    private func file(_ name: String) -> PictureBytes {
        .file(OpenFile(descriptor: open(folder.file(name), O_RDONLY | O_CLOEXEC)))
    }

    private func saved(
        _ picture: TestPicture, _ name: String = "a.jpg", _ options: String = "strip=true"
    ) throws -> [UInt8] {
        try picture.save("jpegsave", to: folder.file(name), options: options)
        return folder.read(name)
    }

    @Test(arguments: [1, 2, 4, 8]) func `rows are those of the picture, from a file and from memory`(shrink: Int) throws
    {
        let bytes = try saved(.quarters(width: 150, height: 101))
        for content in [PictureBytes.memory(bytes), file("a.jpg")] {
            let pixels = try #require(try pixels(content, shrink: shrink))
            let (width, height) = ((150 + shrink - 1) / shrink, (101 + shrink - 1) / shrink)
            #expect(pixels.size == RenditionSize(width: width, height: height) && pixels.bands == 3)
            for (place, colour) in [
                ((width / 4, height / 4), [255, 0, 0]), ((width * 3 / 4, height * 3 / 4), [255, 255, 255]),
            ] {
                let start = (place.1 * width + place.0) * 3
                let found = pixels.samples[start..<start + 3].map(Int.init)
                #expect(zip(found, colour).allSatisfy { abs($0 - $1) <= 4 }, "\(found)")
            }
            let top = try #require(try self.pixels(content, shrink: shrink) { $0 / 3 })
            #expect(top.size.height == height / 3)
            #expect(top.samples.elementsEqual(pixels.samples.prefix(top.samples.count)))
        }
    }

    @Test func `grey has one byte a pixel`() throws {
        let bytes = try saved(TestPicture(width: 40, height: 30, bands: 1) { x, _ in [x < 20 ? 10 : 240] })
        let grey = try #require(try pixels(.memory(bytes)))
        #expect(grey.bands == 1 && grey.samples.count == 40 * 30)
        #expect(grey.colours.count == 3 * 40 * 30 && Set(grey.colours[..<3]).count == 1)
    }

    @Test func `several passes and four colours are left to libvips`() throws {
        #expect(try pixels(.memory(saved(.quarters(width: 90, height: 60), "passes.jpg", "interlace=true"))) == nil)
        var print = TestPicture(width: 90, height: 60, bands: 4) { _, _ in [0, 200, 200, 20] }
        print.interpretation = VIPS_INTERPRETATION_CMYK
        #expect(try pixels(.memory(saved(print, "print.jpg"))) == nil)
    }

    @Test func `what is cut short, or damaged anywhere, is never taken for whole`() throws {
        let bytes = try saved(.quarters(width: 96, height: 64))
        for count in 0..<bytes.count - 2 {
            #expect(try pixels(.memory(Array(bytes[..<count]))) == nil, "\(count) bytes")
        }
        folder.write(Array(bytes[..<(bytes.count / 2)]), to: "half.jpg")
        #expect(try pixels(file("half.jpg")) == nil)
        // No byte makes it crash, or read what is not there.
        for place in bytes.indices {
            for value: UInt8 in [0, 0x7f, 0xff] {
                var damaged = bytes
                damaged[place] = value
                if let found = try pixels(.memory(damaged)) {
                    #expect(found.samples.count == found.size.width * found.size.height * found.bands)
                }
            }
        }
    }

    @Test func `it ends when it is cancelled`() throws {
        let bytes = try saved(.quarters(width: 90, height: 600))
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: LoadFailure.self) {
            try JPEGRows.with(.memory(bytes)) { picture throws(LoadFailure) -> PlainPixels? in
                try picture.pixels(shrink: 1, rows: { $0 }, cancellation)
            }
        }
    }

    @Test(arguments: 1...8) func `pixels are turned as libvips turns them`(orientation: Int) throws {
        var samples: [UInt8] = []
        for y in 0..<3 { for x in 0..<5 { samples += [UInt8(x * 40), UInt8(y * 80), 7] } }
        let plain = PlainPixels(size: RenditionSize(width: 5, height: 3), bands: 3, samples: samples)
        let turned = plain.upright(orientation)
        let image = try VipsDecoder.picture(of: plain)
        vips_image_set_int(image.image, VIPS_META_ORIENTATION, Int32(orientation))
        let expected = try VipsDecoder.step { out in lookahead_vips_upright(image.image, &out) }
        let memory = try VipsDecoder.inMemory(expected, Cancellation())
        #expect(turned.size.width == Int(vips_image_get_width(memory.image)))
        #expect(turned.size.height == Int(vips_image_get_height(memory.image)))
        let found = UnsafeRawBufferPointer(start: vips_image_get_data(memory.image), count: samples.count)
        #expect(turned.samples.elementsEqual(found), "\(orientation)")
    }
}
