import Foundation
import GridEngine
import LookaheadTesting
import Renditions
import Testing

/// Parts of a picture that are no colour, or no part of it.
@Suite struct UnusualColoursTests {
    private let folder = TemporaryFolder()

    private func shown(_ name: String) throws -> TestPicture {
        let original = try folder.original(name)
        return try TestPicture(
            reading: VipsDecoder().rendition(of: original, as: .width(320), cancellation: Cancellation()).bytes)
    }

    /// Saves a TIFF file, and writes other entries, of short numbers, over those of its directory.
    private func save(_ picture: TestPicture, _ changes: [(tag: Int, entry: [UInt8])]) throws {
        let path = folder.file("picture.tif")
        try picture.save("tiffsave", to: path, options: "compression=lzw")
        var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        let number = { (at: Int, count: Int) in (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        try #require(bytes[0] == UInt8(ascii: "I"))
        let directory = number(4, 4)
        let entries = (0..<number(directory, 2)).map { directory + 2 + 12 * $0 }
        let places = try changes.map { change in try #require(entries.first { number($0, 2) == change.tag }) }
        for (place, change) in zip(places, changes) {
            bytes.replaceSubrange(place..<(place + 12), with: change.entry)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private static func extraSamples(_ kind: UInt8) -> (tag: Int, entry: [UInt8]) {
        (338, [0x52, 1, 3, 0, 1, 0, 0, 0, kind, 0, 0, 0])
    }

    @Test func `what a GIF's first frame leaves open is transparent`() throws {
        // 4 × 4 px, of which red ones are 2 × 2 in the middle.
        folder.write(
            [
                0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 4, 0, 4, 0, 0x80, 0, 0, 0, 0, 255, 255, 0, 0,
                0x2c, 1, 0, 1, 0, 2, 0, 2, 0, 0, 2, 3, 0x4c, 0x12, 5, 0, 0x3b,
            ], to: "open.gif")
        let picture = try shown("open.gif")
        #expect(picture.bands == 4)
        #expect(picture[0, 0].last == 0)
        #expect(picture[1, 1] == [255, 0, 0, 255])
    }

    @Test func `a sample that is no transparency is left out`() throws {
        let picture = TestPicture(width: 80, height: 80, bands: 4) { x, _ in [200, 60, 90, x < 40 ? 0 : 255] }
        try save(picture, [Self.extraSamples(0)])
        let unspecified = try shown("picture.tif")
        #expect(unspecified.bands == 3)
        #expect(unspecified.isNear([200, 60, 90], atPercent: (10, 50)))
        try save(picture, [Self.extraSamples(2)])
        #expect(try shown("picture.tif").bands == 4, "2 is transparency")
    }

    @Test func `tiles may have the numbers of strips`() throws {
        let path = folder.file("picture.tif")
        try TestPicture(width: 80, height: 80, bands: 3) { _, _ in [200, 60, 90] }.save(
            "tiffsave", to: path, options: "tile=true,tile_width=32,tile_height=32")
        var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        let directory = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        for entry in 0..<Int(bytes[directory]) {
            let place = directory + 2 + 12 * entry
            // 324 and 325 become 273 and 279.
            guard bytes[place + 1] == 1, let low = [0x44: 0x11, 0x45: 0x17][Int(bytes[place])] else { continue }
            bytes[place] = UInt8(low)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(try shown("picture.tif").isNear([200, 60, 90], atPercent: (50, 50)))
    }
}
