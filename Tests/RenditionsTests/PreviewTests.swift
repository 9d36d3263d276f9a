import CVips
import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

@Suite struct PreviewTests {
    private let folder = TemporaryFolder()

    private func preview(of original: Original) throws(LoadFailure) -> Rendition {
        try VipsDecoder().rendition(
            of: original, as: .preview, cancellation: Cancellation())
    }

    /// A loader's preview of a file, and what was read for it.
    private func load(
        _ name: String, as form: RenditionForm = .preview, with loader: RenditionLoader
    ) async throws -> Rendition {
        let folder = folder
        var request = RenditionRequest(
            key: RenditionKey(collection: "c", item: name, revision: 1, form: form)
        ) { (_) throws(LoadFailure) in try folder.original(name) }
        request.byProduct = form == .preview ? .width(96) : nil
        let asked = request
        return try await withCheckedContinuation { continuation in
            loader.load(asked, cancellation: Cancellation()) { continuation.resume(returning: $0) }
        }.get().rendition
    }

    @Test(arguments: [3, 4]) func `a preview of any picture fits into its bytes`(bands: Int) throws {
        var seed: UInt64 = 7
        let noise = TestPicture(width: 400, height: 300, bands: bands) { _, _ in
            (0..<bands).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1
                return UInt16(seed >> 56)
            }
        }
        try noise.save("pngsave", to: folder.file("noise.png"))
        let preview = try preview(of: folder.original("noise.png"))
        #expect(preview.bytes.count <= RenditionForm.previewBytes && preview.contentType == "image/webp")
        #expect((preview.originalWidth, preview.originalHeight) == (400, 300))
        #expect(min(preview.width, preview.height) >= 16)
    }

    @Test func `a plain preview has 48 px and the mean colour`() throws {
        try TestPicture.quarters(width: 400, height: 300).save("jpegsave", to: folder.file("plain.jpg"))
        let preview = try preview(of: folder.original("plain.jpg"))
        #expect((preview.width, preview.height) == (64, 48))
        let colour = Int(try #require(preview.colour))
        // Red, green, blue and white in equal parts.
        for channel in [colour >> 16, colour >> 8 & 255, colour & 255] { #expect(abs(channel - 127) < 8) }
    }

    @Test func `its texel is the centre square, whatever the shape`() throws {
        // Red, green, blue and white quarters of the square; black at the sides of it.
        try TestPicture(width: 400, height: 200) { x, y in
            guard (100..<300).contains(x) else { return [0, 0, 0] }
            return x < 200 ? (y < 100 ? [255, 0, 0] : [0, 0, 255]) : (y < 100 ? [0, 255, 0] : [255, 255, 255])
        }.save("pngsave", to: folder.file("wide.png"))
        let texel = try #require(try preview(of: folder.original("wide.png")).texel)
        for (place, colour) in [
            (0, [255, 0, 0]), (15, [0, 255, 0]), (15 * 16, [0, 0, 255]), (255, [255, 255, 255]),
        ] {
            let found = texel.rgb[place * 3..<place * 3 + 3].map(Int.init)
            #expect(zip(found, colour).allSatisfy { abs($0 - $1) <= 24 }, "\(place): \(found)")
        }
        let mean = texel.mean
        for channel in [mean >> 16, mean >> 8 & 255, mean & 255] { #expect(abs(Int(channel) - 127) < 8) }
    }

    @Test func `what is transparent lies on grey in a texel, and small pictures are enlarged`() throws {
        try TestPicture(width: 100, height: 100, bands: 4) { x, _ in x < 50 ? [200, 0, 0, 255] : [0, 0, 0, 0] }
            .save("pngsave", to: folder.file("half.png"))
        let half = try #require(try preview(of: folder.original("half.png")).texel)
        #expect(half.rgb[0..<3].map { $0 > 180 } == [true, false, false])
        #expect(half.rgb[45..<48].allSatisfy { abs(Int($0) - 128) <= 2 })
        try TestPicture(width: 2, height: 2) { x, y in [UInt16(x) * 255, UInt16(y) * 255, 0] }
            .save("pngsave", to: folder.file("tiny.png"))
        let tiny = try #require(try preview(of: folder.original("tiny.png")).texel)
        #expect(Array(tiny.rgb[0..<3]) == [0, 0, 0] && Array(tiny.rgb[45..<48]) == [255, 0, 0])
        #expect(Array(tiny.rgb.suffix(3)) == [255, 255, 0])
    }

    /// Pictures whose preview could go wrong when it is made of pixels that were scaled before.
    private static func unusual(_ name: String) -> TestPicture {
        switch name {
        case "print.jpg":
            var picture = TestPicture(width: 900, height: 700, bands: 4) { x, _ in
                x < 450 ? [0, 200, 200, 20] : [200, 0, 40, 0]
            }
            picture.interpretation = VIPS_INTERPRETATION_CMYK
            return picture
        case "deep.png":
            var picture = TestPicture(width: 900, height: 700) { x, y in [UInt16(x * 70), UInt16(y * 90), 30_000] }
            picture.is16Bit = true
            picture.interpretation = VIPS_INTERPRETATION_RGB16
            return picture
        case "clear.png":
            return TestPicture(width: 900, height: 700, bands: 4) { x, y in
                x * x + y * y < 400_000 ? [200, 40, 20, 255] : [0, 0, 0, 0]
            }
        case "tall.png": return .quarters(width: 200, height: 4000)
        case "wide.png": return .quarters(width: 4000, height: 200)
        case "tiny.png": return .quarters(width: 20, height: 14)
        default: return .quarters(width: 900, height: 700)
        }
    }

    @Test(arguments: ["plain.png", "print.jpg", "deep.png", "clear.png", "tall.png", "wide.png", "tiny.png"])
    func `a preview beside a full picture is as the one made by itself`(name: String) throws {
        let picture = Self.unusual(name)
        try picture.save(name.hasSuffix("jpg") ? "jpegsave" : "pngsave", to: folder.file(name))
        let alone = try preview(of: folder.original(name))
        let both = try VipsDecoder().renditions(
            of: folder.original(name), as: [.width(320), .preview], cancellation: Cancellation(), whenSlow: {})
        let beside = try #require(both.count == 2 ? both[1] : nil)
        #expect(beside.bytes.count <= RenditionForm.previewBytes && beside.contentType == "image/webp")
        #expect((beside.width, beside.height) == (alone.width, alone.height))
        #expect((beside.originalWidth, beside.originalHeight) == (picture.width, picture.height))
        let (ground, other) = (try #require(alone.colour), try #require(beside.colour))
        for shift: UInt32 in [0, 8, 16] {
            #expect(abs(Int(ground >> shift & 255) - Int(other >> shift & 255)) < 8, "\(name)")
        }
        let (expected, made) = (try TestPicture(reading: alone.bytes), try TestPicture(reading: beside.bytes))
        #expect(made.bands == expected.bands)
        for (x, y) in [(25, 25), (75, 25), (25, 75)] {
            let place = (made.width * x / 100, made.height * y / 100)
            #expect(made.isNear(expected[place.0, place.1], atPercent: (x, y)), "\(name) at \(x) %, \(y) %")
        }
    }

    @Test(arguments: [1, 6]) func `the thumbnail in a camera's file is used, upright`(orientation: Int) async throws {
        let isTurned = orientation == 6
        try ExifPicture(folder, orientation: orientation).save("camera.jpg")
        let loader = RenditionLoader(configuration: RenditionConfiguration())
        let preview = try await load("camera.jpg", with: loader)
        let picture = try TestPicture(reading: preview.bytes)
        #expect((picture.width, picture.height) == (isTurned ? (48, 72) : (72, 48)))
        // Red is at the top left, which a quarter turn takes to the right.
        #expect(picture.isNear([255, 0, 0], atPercent: isTurned ? (80, 20) : (20, 20)))
        #expect(max(preview.originalWidth, preview.originalHeight) == 150, "it is made of the thumbnail")
        #expect(loader.statistics.decodes == 1)
    }

    @Test func `a thumbnail of another shape than its picture is not used`() throws {
        try ExifPicture(folder, thumbnail: (160, 120)).save("bars.jpg")
        #expect(EmbeddedThumbnail(jpeg: folder.read("bars.jpg")) == nil)
    }

    @Test(arguments: [1, 6]) func `a thumbnail that an editor left behind is not believed`(orientation: Int)
        async throws
    {
        var camera = ExifPicture(folder, orientation: orientation)
        camera.isEdited = true
        try camera.save("edited.jpg")
        #expect(EmbeddedThumbnail(jpeg: folder.read("edited.jpg")) != nil)
        let preview = try await load("edited.jpg", with: RenditionLoader(configuration: RenditionConfiguration()))
        #expect(preview.colour == 0, "the picture is black")
        #expect(max(preview.originalWidth, preview.originalHeight) == 600)
    }

    @Test func `whatever the metadata say, nothing beyond them is read`() throws {
        try ExifPicture(folder).save("camera.jpg")
        let good = folder.read("camera.jpg")
        #expect(EmbeddedThumbnail(jpeg: good) != nil)
        // The segment's head, both directories, and how far the file goes.
        for place in 0..<100 {
            for value: UInt8 in [0, 1, 0x7f, 0xff] {
                var damaged = good
                damaged[place] = value
                if let thumbnail = EmbeddedThumbnail(jpeg: damaged) {
                    #expect(thumbnail.bytes.count <= good.count)
                }
            }
        }
        for count in stride(from: 0, to: good.count, by: 7) { _ = EmbeddedThumbnail(jpeg: Array(good[..<count])) }
    }

    @Test func `without a thumbnail one read makes the full picture too`() async throws {
        try TestPicture.quarters(width: 400, height: 300).save("pngsave", to: folder.file("plain.png"))
        let loader = RenditionLoader(configuration: RenditionConfiguration(diskCacheFolder: folder.file("cache")))
        let preview = try await load("plain.png", with: loader)
        #expect(preview.bytes.count <= RenditionForm.previewBytes)
        let full = try await load("plain.png", as: .width(96), with: loader)
        #expect((full.width, full.height) == (128, 96))
        #expect(loader.statistics.originals == 1)
        // Another load on the same thread: what came before is on the disk.
        try TestPicture.quarters(width: 40, height: 30).save("pngsave", to: folder.file("other.png"))
        for _ in 0..<4 { _ = try await load("other.png", with: loader) }
        let second = RenditionLoader(configuration: RenditionConfiguration(diskCacheFolder: folder.file("cache")))
        let kept = try await load("plain.png", with: second)
        #expect(kept.bytes == preview.bytes && kept.colour == preview.colour)
    }

    @Test func `a full picture in the cache is what its preview is made of`() async throws {
        try TestPicture.quarters(width: 400, height: 300).save("pngsave", to: folder.file("plain.png"))
        let loader = RenditionLoader(configuration: RenditionConfiguration())
        _ = try await load("plain.png", as: .width(96), with: loader)
        _ = try await load("plain.png", with: loader)
        #expect(loader.statistics.originals == 1)
    }

    @Test func `what a source keeps for previews spares it the original`() async throws {
        let loader = RenditionLoader(configuration: RenditionConfiguration())
        let key = RenditionKey(collection: "c", item: "i", revision: 1, form: .preview)
        var request = RenditionRequest(key: key) { _ throws(LoadFailure) in throw .missing }
        request.smallOriginal = { _ in
            .pixels(width: 6, height: 4, rgb: [UInt8](repeating: 90, count: 6 * 4 * 3))
        }
        let asked = request
        let preview = try await withCheckedContinuation { continuation in
            loader.load(asked, cancellation: Cancellation()) { continuation.resume(returning: $0) }
        }.get().rendition
        #expect(preview.colour == 0x5a5a5a)
    }
}

/// A JPEG of 600 × 400 with a thumbnail in its Exif data.
private struct ExifPicture {
    let folder: TemporaryFolder
    var orientation = 1
    var thumbnail = (width: 150, height: 100)
    /// Whether the picture is black meanwhile.
    var isEdited = false

    init(_ folder: TemporaryFolder, orientation: Int = 1, thumbnail: (Int, Int) = (150, 100)) {
        self.folder = folder
        self.orientation = orientation
        self.thumbnail = thumbnail
    }

    func save(_ name: String) throws {
        try TestPicture.quarters(width: thumbnail.width, height: thumbnail.height)
            .save("jpegsave", to: folder.file("thumbnail.jpg"), options: "strip=true")
        let picture = TestPicture.quarters(width: 600, height: 400)
        try (isEdited ? TestPicture(width: 600, height: 400) { _, _ in [0, 0, 0] } : picture)
            .save("jpegsave", to: folder.file(name), options: "strip=true")
        let small = folder.read("thumbnail.jpg")
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value & 0xffff) + short(value >> 16) }
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            short(tag) + short(type) + long(1) + long(value)
        }
        // Two directories: 8 + (2 + 12 + 4) = 26, and 26 + (2 + 36 + 4) = 68.
        let tiff =
            Array("II*\0".utf8) + long(8) + short(1) + entry(0x0112, 3, orientation) + long(26) + short(3)
            + entry(0x0103, 3, 6) + entry(0x0201, 4, 68) + entry(0x0202, 4, small.count) + long(0) + small
        let content = Array("Exif\0\0".utf8) + tiff
        let count = content.count + 2
        let segment: [UInt8] = [0xff, 0xe1, UInt8(count >> 8), UInt8(count & 255)] + content
        let main = folder.read(name)
        folder.write(Array(main[..<2]) + segment + main[2...], to: name)
    }
}
