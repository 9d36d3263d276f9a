import Glibc
import GridEngine
import LookaheadTesting
import SeededRandom
import Testing

@testable import Renditions

/// Real files, read by the library in this process. `MetadataReaderTests` read them in confined workers.
@Suite struct PictureMetadataTests {
    private let folder = TemporaryFolder()

    static let described: DescribedPicture = {
        var picture = DescribedPicture()
        picture.main = [.text(0x10f, "Canon"), .text(0x110, "Canon EOS R5"), .text(0x10e, "갈매기")]
        picture.exif = [
            .text(0x9003, "2024:05:17 12:33:01"), .text(0x9011, "+09:00"), .fractions(0x829a, [(1, 250)]),
            .fractions(0x829d, [(28, 10)]), .number(0x8827, 400), .fractions(0x920a, [(35, 1)]),
            .text(0xa434, "RF24-70mm F2.8 L IS USM"),
        ]
        picture.place = [
            .text(1, "N"), .fractions(2, [(37, 1), (33, 1), (594, 10)]), .text(3, "W"),
            .fractions(4, [(126, 1), (58, 1), (408, 10)]),
        ]
        return picture
    }()

    private static var expected: PictureMetadata {
        var metadata = PictureMetadata()
        metadata.taken = "2024-05-17T12:33:01+09:00"
        (metadata.camera, metadata.lens) = ("Canon EOS R5", "RF24-70mm F2.8 L IS USM")
        (metadata.focalLength, metadata.aperture, metadata.exposure, metadata.iso) = (35, 2.8, 0.004, 400)
        (metadata.latitude, metadata.longitude) = (37.5665, -126.978)
        metadata.caption = "갈매기"
        return metadata
    }

    private func read(_ bytes: [UInt8]) throws -> PictureMetadata? {
        folder.write(bytes, to: "file")
        guard case .file(let file, _) = try folder.original("file") else { return nil }
        return MetadataExtractor.metadata(in: file)
    }

    private func plain(_ operation: String) throws -> [UInt8] {
        try TestPicture.quarters(width: 32, height: 24).save(operation, to: folder.file("plain"), options: "strip=true")
        return folder.read("plain")
    }

    private func check(_ metadata: PictureMetadata?, _ file: String) throws {
        var metadata = try #require(metadata, "\(file)")
        let (latitude, longitude) = (try #require(metadata.latitude), try #require(metadata.longitude))
        #expect(abs(latitude - 37.5665) < 1e-9 && abs(longitude + 126.978) < 1e-9)
        (metadata.latitude, metadata.longitude) = (Self.expected.latitude, Self.expected.longitude)
        #expect(metadata == Self.expected, "\(file)")
    }

    @Test func `what a camera writes is read from each kind of file`() throws {
        let described = Self.described
        try check(read(described.jpeg(plain("jpegsave"))), "JPEG")
        try check(read(described.png(plain("pngsave"))), "PNG")
        try check(read(described.webp(plain("webpsave"), width: 32, height: 24)), "WebP")
        try check(read(described.heif), "HEIF")
        try check(read(described.tiff), "TIFF")
    }

    @Test func `a picture without metadata has none, and what is no picture has none`() throws {
        for operation in ["jpegsave", "pngsave", "webpsave"] { #expect(try read(plain(operation)) == nil) }
        for bytes in [[], Array("no picture".utf8), [0xff, 0xd8], [UInt8](repeating: 0, count: 5000)] {
            #expect(try read(bytes) == nil)
        }
    }

    @Test func `what people write counts before what cameras write`() throws {
        var picture = Self.described
        picture.xmp = DescribedPicture.xmp(
            """
            <xmp:Rating>4</xmp:Rating><dc:title><rdf:Alt><rdf:li xml:lang="x-default">제목</rdf:li></rdf:Alt></dc:title>\
            <dc:description><rdf:Alt><rdf:li xml:lang="ko">바다 위의 새</rdf:li></rdf:Alt></dc:description>\
            <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>하늘, 새</rdf:li></rdf:Bag></dc:subject>
            """)
        picture.iptc = [(5, Array("other".utf8)), (25, Array("sea".utf8)), (25, Array("바다".utf8))]
        let metadata = try #require(try read(picture.jpeg(plain("jpegsave"))))
        #expect(metadata.title == "제목" && metadata.caption == "바다 위의 새" && metadata.stars == 4)
        #expect(metadata.keywords == ["sea", "하늘, 새", "바다"])
        picture.xmp = nil
        let older = try #require(try read(picture.jpeg(plain("jpegsave"))))
        #expect(older.title == "other" && older.caption == "갈매기" && older.keywords == ["sea", "바다"])
    }

    @Test func `texts of older systems are read as they were meant`() throws {
        // Code page 949, and Latin 1.
        let korean: [UInt8] = [0xb9, 0xd9, 0xb4, 0xd9, 0x20, 0xbb, 0xf5]
        for (bytes, text) in [(korean, "바다 새"), ([0x46, 0xf6, 0x68, 0x72], "Föhr")] {
            var picture = DescribedPicture()
            picture.iptc = [(120, bytes)]
            #expect(try read(picture.jpeg(plain("jpegsave")))?.caption == text)
        }
        var picture = DescribedPicture()
        let title = DescribedPicture.utf16("창문") + [0, 0]
        let comment = Array("UNICODE\0".utf8) + DescribedPicture.utf16("댓글")
        let keywords = DescribedPicture.utf16("one; 둘;one") + [0, 0]
        picture.main = [.bytes(0x9c9b, title, type: 1), .bytes(0x9c9e, keywords, type: 1), .number(0x4746, 3)]
        picture.exif = [.bytes(0x9286, comment)]
        let metadata = try #require(try read(picture.jpeg(plain("jpegsave"))))
        #expect(metadata.title == "창문" && metadata.caption == "댓글" && metadata.stars == 3)
        #expect(metadata.keywords == ["one", "둘"])
    }

    @Test func `a sidecar's fields count more than the file's, and leave the others`() throws {
        let sidecar = DescribedPicture.xmp(
            """
            <xmp:Rating>5</xmp:Rating><exif:DateTimeOriginal>2020-02-29T08:00:00Z</exif:DateTimeOriginal>\
            <exif:GPSLatitude>33,30.5S</exif:GPSLatitude><exif:GPSLongitude>151,12,36E</exif:GPSLongitude>
            """)
        let beside = try #require(try read(Array(sidecar.utf8)))
        #expect(beside.stars == 5 && beside.taken == "2020-02-29T08:00:00+00:00" && beside.camera == nil)
        let both = Self.expected.overridden(by: beside)
        #expect(both.stars == 5 && both.taken == beside.taken && both.camera == "Canon EOS R5")
        let (latitude, longitude) = (try #require(both.latitude), try #require(both.longitude))
        #expect(abs(latitude + 33.508333) < 1e-5 && abs(longitude - 151.21) < 1e-5)
    }

    @Test func `values that cannot be are left out`() throws {
        var picture = DescribedPicture()
        picture.main = [.text(0x10e, "OLYMPUS DIGITAL CAMERA"), .text(0x110, "C-1"), .number(0x4746, 99)]
        picture.exif = [
            .text(0x9003, "0000:00:00 00:00:00"), .fractions(0x829a, [(1, 0)]), .fractions(0x829d, [(0, 0)]),
            .number(0x8827, 0), .fractions(0x920a, [(0, 1)]),
        ]
        picture.place = [.text(1, "N"), .fractions(2, [(91, 1)]), .text(3, "E"), .fractions(4, [(5, 1)])]
        var expected = PictureMetadata()
        expected.camera = "C-1"
        #expect(try read(picture.jpeg(plain("jpegsave"))) == expected)
        picture.place = [.text(1, "N"), .fractions(2, [(0, 1)]), .text(3, "E"), .fractions(4, [(0, 1)])]
        #expect(try read(picture.jpeg(plain("jpegsave"))) == expected)
    }

    @Test func `a camera's maker is named once`() {
        #expect(CameraName.name(maker: "NIKON CORPORATION", model: "NIKON D750") == "NIKON D750")
        #expect(CameraName.name(maker: "Apple", model: "iPhone 15") == "Apple iPhone 15")
        #expect(CameraName.name(maker: "OLYMPUS OPTICAL CO.,LTD", model: "C-1") == "OLYMPUS C-1")
        #expect(
            CameraName.name(maker: nil, model: "X100") == "X100" && CameraName.name(maker: "Sony", model: nil) == "Sony"
        )
        #expect(CameraName.name(maker: "", model: "") == nil && CameraName.name(maker: "Co.", model: "A") == "Co A")
    }

    @Test func `metadata survive their encoding, and too long ones are cut between characters`() throws {
        let metadata = Self.expected
        #expect(PictureMetadata(decoding: metadata.encoded[...]) == metadata)
        var long = metadata
        long.caption = String(repeating: "새", count: 10_000)
        long.keywords = (0..<1000).map { "k\($0)" + String(repeating: "é", count: 100) }
        long.stars = 5
        let bytes = long.encoded
        #expect(bytes.count <= PictureMetadata.encodedLimit)
        let decoded = try #require(PictureMetadata(decoding: bytes[...]))
        #expect(decoded.caption?.utf8.count == 8190 && decoded.keywords.count == 256 && decoded.stars == 5)
        #expect(decoded.keywords.allSatisfy { !$0.contains("\u{fffd}") })
    }

    @Test func `what a compromised worker sends is refused or within its range`() {
        var random = SeededRandom(seed: 36)
        let good = Self.expected.encoded
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let metadata = PictureMetadata(decoding: bytes[...]) else { continue }
            #expect(metadata.taken.map { MetadataDate.text($0) == $0 } ?? true)
            #expect(
                [metadata.focalLength, metadata.aperture, metadata.exposure, metadata.iso].allSatisfy {
                    $0.map { $0 > 0 } ?? true
                })
            #expect((metadata.latitude == nil) == (metadata.longitude == nil))
            #expect(metadata.latitude.map { abs($0) <= 90 } ?? true && (0...5).contains(metadata.stars ?? 0))
        }
        #expect(PictureMetadata(decoding: [UInt8](repeating: 2, count: 70_000)[...]) == nil)
        // A keyword that is no text is three times as long when it is mended.
        let mended = PictureMetadata(decoding: ([11, 128, 0] + [UInt8](repeating: 0x8b, count: 128))[...])
        #expect(mended?.keywords.map(\.utf8.count) == [126])
    }
}
