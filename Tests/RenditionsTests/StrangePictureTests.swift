import CVips
import Foundation
import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// Whole pictures that libvips and the libraries below it refuse, or show in other colours, as they are.
@Suite struct StrangePictureTests {
    private typealias Corner = (x: Int, y: Int, colour: [UInt16])

    private let folder = TemporaryFolder()

    private static func bytes(_ name: String) throws -> [UInt8] {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try Array(Data(contentsOf: URL(fileURLWithPath: "/\(root)/Tests/Support/strange_pictures/\(name)")))
    }

    private func rendition(of bytes: [UInt8], as form: RenditionForm = .width(320)) throws(LoadFailure) -> Rendition {
        folder.write(bytes, to: "picture")
        return try VipsDecoder().rendition(of: folder.original("picture"), as: form, cancellation: Cancellation())
    }

    private func failure(of bytes: [UInt8]) -> LoadFailure? {
        do throws(LoadFailure) {
            _ = try rendition(of: bytes)
            return nil
        } catch {
            return error
        }
    }

    /// Red, green, blue and yellow, from the top left by rows.
    private static let quarters: [[UInt16]] = [[220, 40, 40], [40, 200, 60], [50, 70, 220], [235, 225, 60]]
    private static let red: [[UInt16]] = Array(repeating: [250, 10, 10], count: 4)

    @Test(arguments: [
        ("animated.avif", 60, 40, red), ("two.mpo", 60, 40, red), ("loop.apng", 60, 40, red),
        ("fuji.hif", 96, 64, quarters), ("pano.insp", 96, 64, quarters), ("no-end-marker.jpg", 96, 64, quarters),
        ("tiled-planar.tif", 64, 64, quarters), ("ycbcr.tif", 32, 32, quarters),
        ("ycbcr-subsampled.tif", 32, 32, quarters), ("old-jpeg-tile.tif", 64, 64, quarters),
        ("old-jpeg-strips.tif", 64, 64, quarters),
        ("avif-turn-before-size.avif", 64, 96, [quarters[2], quarters[0], quarters[3], quarters[1]]),
        ("gray-with-rgb-profile.jpg", 96, 64, [94, 137, 80, 210].map { [$0, $0, $0] as [UInt16] }),
        ("gray12.tif", 64, 64, [24, 230, 24, 230].map { [$0, $0, $0] as [UInt16] }),
        (
            "profile-with-perceptual-table-only.png", 96, 64,
            [[49, 49, 219], [60, 199, 50], [218, 73, 54], [64, 224, 235]] as [[UInt16]]
        ),
        (
            "gamma-of-png.png", 96, 64,
            [[239, 110, 110], [110, 229, 133], [122, 143, 239], [246, 241, 133]] as [[UInt16]]
        ),
    ]) func `a whole picture is shown, in its colours`(
        name: String, width: Int, height: Int, corners: [[UInt16]]
    ) throws {
        let bytes = try Self.bytes(name)
        for form in [RenditionForm.width(320), .whole] {
            let rendition = try rendition(of: bytes, as: form)
            #expect((rendition.width, rendition.height) == (width, height))
            #expect((rendition.originalWidth, rendition.originalHeight) == (width, height))
            let picture = try TestPicture(reading: rendition.bytes)
            for (place, colour) in zip([(10, 10), (90, 10), (10, 90), (90, 90)], corners) {
                let found = picture[place.0 * width / 100, place.1 * height / 100]
                let wanted = found.count == 1 ? [colour[0]] : colour
                #expect(picture.isNear(wanted, atPercent: place, tolerance: 14), "\(name) at \(place): \(found)")
            }
        }
    }

    @Test func `a region of such a picture shows the same colours`() throws {
        let region = try #require(PictureRegion(x: 0, y: 32, width: 32, height: 32, shrink: 1))
        for (name, colour) in [
            ("tiled-planar.tif", Self.quarters[2]), ("gamma-of-png.png", [122, 143, 239] as [UInt16]),
            ("profile-with-perceptual-table-only.png", [218, 73, 54]),
        ] {
            let picture = try TestPicture(reading: rendition(of: Self.bytes(name), as: .region(region)).bytes)
            #expect(picture.isNear(colour, atPercent: (50, 50), tolerance: 14), "\(name): \(picture[16, 16])")
        }
    }

    @Test func `colours by numbers that cannot be are those of numbers that are not there`() throws {
        var bytes = try Self.bytes("ycbcr.tif")
        var directory = try #require(TIFFDirectory(.memory(bytes)))
        directory.set(.lightness, [0, 0, 0])
        bytes.replaceSubrange(4..<8, with: directory.word(bytes.count, 4))
        bytes += directory.encoded(at: bytes.count, isLast: true)
        let picture = try TestPicture(reading: rendition(of: bytes).bytes)
        #expect(picture.isNear(Self.quarters[0], atPercent: (10, 10), tolerance: 14))
    }

    @Test func `a panorama is as high as its cell`() throws {
        let rendition = try rendition(of: Self.bytes("panorama.png"))
        #expect((rendition.width, rendition.height) == (16_000, 300))
    }

    @Test func `a JPEG that lacks much more than its end marker is refused`() throws {
        let bytes = try Self.bytes("no-end-marker.jpg")
        for missing in [100, bytes.count / 2] {
            #expect(failure(of: bytes.dropLast(missing)) == .unreadable(.pictureDamaged), "without \(missing) bytes")
        }
    }

    @Test(arguments: [("tiled-planar.tif", "TIFF"), ("gray12.tif", "TIFF")])
    func `a truncated one of such a kind is damaged`(name: String, format: String) throws {
        let bytes = try Self.bytes(name)
        #expect(failure(of: Array(bytes.prefix(bytes.count / 2))) == .unreadable(.pictureDamaged))
    }

    @Test(arguments: ["animated.avif", "avif-turn-before-size.avif"])
    func `an AVIF file that ends early is damaged`(name: String) throws {
        let bytes = try Self.bytes(name)
        for count in stride(from: 12, to: bytes.count - 40, by: 16) {
            guard let failure = failure(of: Array(bytes.prefix(count))) else { continue }
            #expect([.unreadable(.pictureDamaged), .unreadable(.notAPicture)].contains(failure), "\(count) bytes")
        }
    }

    @Test(arguments: [
        "animated.avif", "avif-turn-before-size.avif", "tiled-planar.tif", "gray12.tif", "ycbcr-subsampled.tif",
        "no-end-marker.jpg", "gamma-of-png.png", "profile-with-perceptual-table-only.png", "old-jpeg-tile.tif",
        "old-jpeg-strips.tif",
    ]) func `whatever such a file says, nothing beyond it is read`(name: String) throws {
        let good = try Self.bytes(name)
        // The directory of a TIFF file is at its end.
        let places = Array(good.indices.prefix(420)) + Array(good.indices.suffix(420))
        for place in places {
            for value: UInt8 in [0, 1, 2, 0x7f, 0x80, 0xff] {
                var damaged = good
                damaged[place] = value
                guard let content = try? PictureContent(.memory(damaged)) else { continue }
                #expect(content.bytes.count >= 0)
                if case .units(let units, _)? = content.assembly, units.rowBytes * units.rows < 1 << 20 {
                    let rows = [UInt8](repeating: 128, count: units.rowBytes * units.rows)
                    #expect(rows.withUnsafeBytes { units.pixels($0) }.count == units.width * units.height * 3)
                }
            }
        }
        for count in stride(from: 0, to: good.count, by: 7) { _ = try? PictureContent(.memory(Array(good[..<count]))) }
    }

    @Test func `a whole TIFF of a kind that nothing reads is called so`() throws {
        var bytes = try Self.bytes("gray12.tif")
        // The entry of the compression (259, one short): as a camera of Nikon's writes it.
        let at = try #require(
            bytes.firstRange(of: [3, 1, 3, 0, 1, 0, 0, 0]) ?? bytes.firstRange(of: [1, 3, 0, 3, 0, 0, 0, 1]))
        bytes.replaceSubrange(at.upperBound..<(at.upperBound + 2), with: [0x99, 0x87])
        #expect(failure(of: bytes) == .unreadable(.pictureKindUnsupported("TIFF")))
    }

    @Test func `a lossless JPEG is of a kind that nothing reads`() throws {
        var bytes = try Self.bytes("pano.insp")
        let frame = try #require(bytes.firstRange(of: [0xff, 0xc0]))
        bytes[frame.lowerBound + 1] = 0xc3
        #expect(failure(of: bytes) == .unreadable(.pictureKindUnsupported("JPEG")))
    }

    @Test func `large junk under a picture's name costs nothing`() {
        folder.add("zeros.jpg", sizeBytes: 5 << 30)
        let before = clock()
        for name in ["zeros.jpg"] {
            #expect(throws: LoadFailure.unreadable(.notAPicture)) {
                try VipsDecoder().rendition(of: folder.original(name), as: .width(96), cancellation: Cancellation())
            }
        }
        #expect(clock() - before < CLOCKS_PER_SEC / 2)
    }

    @Test func `an AVIF that would take too much memory is refused by its header`() throws {
        // Its size, said twice: in `ispe`, and by the size that is read first.
        var bytes = try Self.bytes("fuji.hif")
        let size: [UInt8] = [0, 0, 0, 96, 0, 0, 0, 64]
        let at = try #require(bytes.firstRange(of: size))
        bytes.replaceSubrange(at, with: [0, 0, 0x2e, 0xe0, 0, 0, 0x2e, 0xe0])
        #expect(failure(of: bytes) == .unreadable(.pictureTooLarge(size: 144, limit: 80)))
    }
}
