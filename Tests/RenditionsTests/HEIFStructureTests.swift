import Testing

@testable import Renditions

/// What is put right in the boxes of HEIF and AVIF files.
@Suite struct HEIFStructureTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(content.count + 8).bigEndian, Array.init) + Array(type.utf8) + content
    }

    /// A picture with the properties 1, 2 and, turned by a quarter, 4; its transparency, of this kind, with those of `entries`.
    private static func file(_ kind: String, _ entries: [UInt8]) -> [UInt8] {
        let properties =
            box("ispe", [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 2]) + box("av1C", [0x81, 0, 0, 0])
            + box("pixi", [0, 0, 0, 0, 1, 8]) + box("irot", [1]) + box("auxC", [0, 0, 0, 0] + Array(kind.utf8) + [0])
        let associations = box(
            "ipma", [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 3, 1, 0x82, 0x84, 0, 2, UInt8(entries.count)] + entries)
        return box("ftyp", Array("avif".utf8) + [0, 0, 0, 0] + Array("avifmif1".utf8))
            + box(
                "meta",
                [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1])
                    + box("iprp", box("ipco", properties) + associations))
    }

    private static let alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

    @Test func `transparency turns as its picture does`() throws {
        let file = Self.file(Self.alpha, [1, 3, 0x82, 5])
        let corrections = HEIFStructure(.memory(file)).corrections
        let correction = try #require(corrections.first)
        #expect(corrections.count == 1 && correction.bytes == [1, 0x82, 5, 0x84])
        #expect(correction.offset == file.count - 4)
    }

    @Test func `transparency with a turn of its own, and what is none, stay as they are`() {
        #expect(HEIFStructure(.memory(Self.file(Self.alpha, [1, 3, 0x82, 5, 0x84]))).corrections.isEmpty)
        #expect(HEIFStructure(.memory(Self.file("urn:mpeg:hevc:2015:auxid:2", [1, 3, 0x82, 5]))).corrections.isEmpty)
        #expect(HEIFStructure(.memory(Self.file(Self.alpha, [1, 0x82, 5]))).corrections.isEmpty, "there is no room")
    }
}
