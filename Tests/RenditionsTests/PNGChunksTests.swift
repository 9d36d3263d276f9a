import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// PNG files whose chunks are in another order, or of another kind, than libpng puts up with, and which browsers show.
@Suite struct PNGChunksTests {
    private let folder = TemporaryFolder()
    private static let palette = DescribedPicture.chunk("PLTE", [200, 60, 90])

    private func shown(_ png: [UInt8]) throws -> TestPicture {
        folder.write(png, to: "picture.png")
        return try TestPicture(
            reading: VipsDecoder().rendition(
                of: folder.original("picture.png"), as: .width(320), cancellation: Cancellation()
            ).bytes)
    }

    private func saved(_ picture: TestPicture, _ options: String = "strip=true") throws -> [UInt8] {
        try picture.save("pngsave", to: folder.file("saved.png"), options: options)
        return folder.read("saved.png")
    }

    private func begun(_ png: [UInt8], with chunks: [UInt8]) -> [UInt8] { png[..<33] + chunks + png[33...] }

    @Test func `a palette that a picture does not need does not make it damaged`() throws {
        let grey = try saved(TestPicture(width: 40, height: 40, bands: 1) { _, _ in [90] })
        #expect(throws: Never.self) { try shown(begun(grey, with: Self.palette)) }
        let colours = try saved(TestPicture(width: 40, height: 40, bands: 3) { _, _ in [200, 60, 90] })
        let transparency = DescribedPicture.chunk("tRNS", [0, 1, 0, 2, 0, 3])
        let picture = try shown(begun(colours, with: transparency + Self.palette))
        #expect(picture.isNear([200, 60, 90], atPercent: (50, 50)))
    }

    @Test func `a profile behind the palette comes before it`() throws {
        let png = try saved(TestPicture(width: 40, height: 40, bands: 3) { _, _ in [200, 60, 90] }, "palette=true")
        let profile = DescribedPicture.chunk("iCCP", Array("x\0\0".utf8) + [1, 2, 3])
        let header = Array(png[..<33])
        let right = try #require(PNGChunks.putRight(.memory(header + Self.palette + profile + png[33...])))
        #expect(right.starts(with: header + profile + Self.palette))
        #expect(PNGChunks.putRight(.memory(right)) == nil)
    }

    @Test func `transparency of more colours than there are counts for those`() throws {
        let header = Array(try saved(TestPicture(width: 4, height: 4, bands: 1) { _, _ in [90] })[..<24])
        let indexed = header + [8, 3, 0, 0, 0, 0, 0, 0, 0] + Self.palette
        let end = DescribedPicture.chunk("IDAT", [])
        let right = PNGChunks.putRight(.memory(indexed + DescribedPicture.chunk("tRNS", [7, 8]) + end))
        #expect(right == indexed + DescribedPicture.chunk("tRNS", [7]) + end)
    }
}
