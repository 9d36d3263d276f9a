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

    private func plain(_ operation: String, options: String = "strip=true") throws -> [UInt8] {
        try TestPicture.quarters(width: 32, height: 24).save(operation, to: folder.file("plain"), options: options)
        return folder.read("plain")
    }

    /// `hasPixels`: whether a decoder finds a picture besides.
    private func check(_ metadata: PictureMetadata?, _ file: String, hasPixels: Bool = true) throws {
        var metadata = try #require(metadata, "\(file)")
        #expect(metadata.width == (hasPixels ? 32 : nil) && metadata.height == (hasPixels ? 24 : nil), "\(file)")
        (metadata.width, metadata.height) = (nil, nil)
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
        try check(read(described.heif), "HEIF", hasPixels: false)
        try check(read(described.tiff), "TIFF", hasPixels: false)
        try check(read(described.cr3), "CR3", hasPixels: false)
        let preview = try described.jpeg(plain("jpegsave"))
        try check(read(DescribedPicture.x3f([(plain("jpegsave"), 1), (preview, 2)])), "X3F", hasPixels: false)
    }

    @Test func `whatever a maker's file says of its parts, nothing beyond it is read`() throws {
        let files = [Self.described.cr3, DescribedPicture.x3f([(try Self.described.jpeg(plain("jpegsave")), 32)])]
        for whole in files {
            // The list of an X3F file is at its end.
            for place in Array(whole.indices.prefix(120)) + Array(whole.indices.suffix(40)) {
                for value: UInt8 in [0, 1, 0x7f, 0xff] {
                    var bytes = whole
                    bytes[place] = value
                    _ = bytes.withUnsafeBytes { content in MetadataParts(content)?.parts.count }
                }
            }
            for count in stride(from: 0, to: whole.count, by: 5) {
                _ = whole[..<count].withUnsafeBytes { content in MetadataParts(content)?.parts.count }
            }
        }
    }

    @Test func `a picture without metadata has its size alone, and what is no picture has none`() throws {
        var size = PictureMetadata()
        (size.width, size.height) = (32, 24)
        for operation in ["jpegsave", "pngsave", "webpsave", "gifsave", "tiffsave"] {
            #expect(try read(plain(operation)) == size, "\(operation)")
        }
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

    @Test func `of a title in several languages the one for all others is shown, else the first`() throws {
        func title(_ items: String) throws -> String? {
            var picture = DescribedPicture()
            picture.xmp = DescribedPicture.xmp("<dc:title><rdf:Alt>\(items)</rdf:Alt></dc:title>")
            return try read(picture.jpeg(plain("jpegsave")))?.title
        }
        let german = #"<rdf:li xml:lang="de">Der Hafen, lang</rdf:li>"#
        let korean = #"<rdf:li xml:lang="ko">항구</rdf:li>"#
        #expect(try title(#"<rdf:li xml:lang="x-default">The harbour</rdf:li>"# + korean + german) == "The harbour")
        // In the library's order.
        #expect(try title(german + korean) == "항구" && title(german) == "Der Hafen, lang")
        #expect(try title(korean) == "항구")
    }

    @Test func `comments are read in any order of bytes and any type, and no text has control characters`() throws {
        func caption(_ comment: [UInt8], type: Int = 7) throws -> String? {
            var picture = DescribedPicture()
            picture.exif = [.bytes(0x9286, comment, type: type)]
            return try read(picture.jpeg(plain("jpegsave")))?.caption
        }
        let name = Array("UNICODE\0".utf8)
        for text in ["Grüße 😀", "café 😀", "바다 위의 새", "海の写真"] {
            let little = DescribedPicture.utf16(text)
            let big = stride(from: 0, to: little.count, by: 2).flatMap { [little[$0 + 1], little[$0]] }
            for type in [7, 1] {
                #expect(try caption(name + little, type: type) == text)
                #expect(try caption(name + [0xff, 0xfe] + little, type: type) == text)
                #expect(try caption(name + [0xfe, 0xff] + big, type: type) == text)
            }
            if text.utf8.contains(0x20) { #expect(try caption(name + big) == text) }
        }
        #expect(
            try caption(Array("ASCII\0\0\0plain".utf8)) == "plain" && caption(Array("\0\0\0\0\0\0\0\0".utf8)) == nil)
        let windows: [UInt8] = [0x93, 0x73, 0x6d, 0x61, 0x72, 0x74, 0x94, 0x20, 0x96, 0x20, 0x80, 0x35, 0x81]
        for (bytes, text) in [
            (windows, "“smart” – €5"), ([0x8c, 0x41, 0x07, 0x42], "ŒAB"),
            // Shift_JIS.
            ([0x93, 0x8c, 0x8b, 0x9e, 0x89, 0x77], "東京駅"),
            ([0x8a, 0x43, 0x82, 0xcc, 0x8e, 0xca, 0x90, 0x5e], "海の写真"), ([0xe9, 0x74, 0xe9], "été"),
        ] {
            #expect(MetadataText.decoded(bytes) == text)
        }
    }

    @Test func `damage in one part leaves the others, and a colour profile is no part`() throws {
        var picture = Self.described
        picture.xmp = DescribedPicture.xmp("<xmp:Rating>4</xmp:Rating>")
        picture.iptc = [(25, Array("sea".utf8))]
        let whole = picture.jpeg(try plain("jpegsave"))
        let exif = try #require(whole.firstRange(of: Array("Exif\0\0II".utf8)))
        var damaged = whole
        for place in exif.upperBound..<(exif.upperBound + 40) { damaged[place] = 0xff }
        let read = try #require(try read(damaged))
        #expect(read.camera == nil && read.stars == 4 && read.keywords == ["sea"] && read.width == 32)
        // A profile that is none, in each kind of file.
        let profile: [UInt8] = [1, 2]
        let segment = DescribedPicture.segment(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
        #expect(try self.read(whole[..<2] + segment + whole[2...])?.camera == "Canon EOS R5")
        let png = picture.png(try plain("pngsave"))
        let chunk = DescribedPicture.chunk("iCCP", Array("x\0\0".utf8) + profile)
        #expect(try self.read(png[..<33] + chunk + png[33...])?.stars == 4)
    }

    @Test func `a lens that is not known, and small letters of a place, are read as people mean them`() throws {
        var picture = DescribedPicture()
        picture.exif = [.text(0xa434, "n/a")]
        picture.place = [
            .text(1, "s"), .fractions(2, [(33, 1), (30, 1)]), .text(3, "w"), .fractions(4, [(70, 1), (15, 1)]),
        ]
        let metadata = try #require(try read(picture.jpeg(plain("jpegsave"))))
        #expect(metadata.lens == nil && metadata.latitude == -33.5 && metadata.longitude == -70.25)
    }

    @Test func `the zone of the last edit is not the picture's, and a fraction of the second is`() throws {
        var picture = DescribedPicture()
        picture.exif = [.text(0x9003, "2024:07:15 01:30:00"), .text(0x9010, "+01:00"), .text(0x9291, "05")]
        #expect(try read(picture.jpeg(plain("jpegsave")))?.taken == "2024-07-15T01:30:00.05")
        picture.exif = [.text(0x9003, "2024:05:17 24:10:00"), .text(0x9004, "2024:05:17 12:33:01")]
        #expect(try read(picture.jpeg(plain("jpegsave")))?.taken == "2024-05-17T12:33:01")
    }

    @Test func `XMP in a GIF, in a HEIF file and in a packed text of a PNG is read`() throws {
        let xmp = DescribedPicture.xmp(#"<xmp:Rating>4</xmp:Rating><xmp:Label>Red &amp; "blue"</xmp:Label>"#)
        let gif = try plain("gifsave")
        let trailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let block = [0x21, 0xff, 11] + Array("XMP DataXMP\(xmp)".utf8) + trailer
        let end = try #require(gif.lastIndex(of: 0x3b))
        for bytes in [gif[..<end] + block + [0x3b]] {
            let metadata = try #require(try read(Array(bytes)))
            #expect(metadata.stars == 4 && metadata.label == #"Red & "blue""# && metadata.width == 32)
        }
    }

    @Test func `the size is that of the picture as it is shown`() throws {
        var picture = DescribedPicture()
        picture.main = [.number(0x112, 6)]
        for (bytes, file) in [
            (picture.jpeg(try plain("jpegsave")), "JPEG"), (picture.png(try plain("pngsave")), "PNG"),
            (picture.png(try plain("pngsave", options: "strip=true,palette=true")), "PNG with a palette"),
            (picture.webp(try plain("webpsave"), width: 32, height: 24), "WebP"),
        ] {
            let metadata = try read(bytes)
            #expect(metadata?.width == 24 && metadata?.height == 32, "\(file)")
        }
    }

    @Test func `a picture that no library reads has the size that it says`() throws {
        let header = try Array(plain("pngsave")[..<24])
        // A palette is said to be there.
        let metadata = try read(header + [8, 3, 0, 0, 0, 0, 0, 0, 0] + DescribedPicture.chunk("IDAT", []))
        #expect(metadata?.width == 32 && metadata?.height == 24)
        let entry = { (tag: UInt8, value: UInt8) in [tag, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0] as [UInt8] }
        let entries = entry(0, 32) + entry(1, 24) + entry(3, 6) + entry(6, 6) + entry(18, 6)
        let tiff = try read([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 5, 0] + entries + [0, 0, 0, 0])
        #expect(tiff?.width == 24 && tiff?.height == 32, "turned by a quarter")
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
        (expected.width, expected.height) = (32, 24)
        #expect(try read(picture.jpeg(plain("jpegsave"))) == expected)
        picture.place = [.text(1, "N"), .fractions(2, [(0, 1)]), .text(3, "E"), .fractions(4, [(0, 1)])]
        #expect(try read(picture.jpeg(plain("jpegsave"))) == expected)
    }

    @Test(arguments: [
        ("Minolta DSC", "Minolta Co., Ltd."), ("KODAK Action Cam", "Kodak"), ("SAMSUNG CSC", "SAMSUNG"),
        ("Eastman Kodak Company", "Eastman Kodak Company"), ("Samsung digital camera", "SAMSUNG"), ("DSC 7", "Sony"),
    ])
    func `the name of a camera is no caption`(text: String, maker: String) {
        #expect(CameraName.isWrittenByItself(text, maker: maker, model: "DSC 7"))
        #expect(!CameraName.isWrittenByItself("\(text) of my aunt", maker: maker, model: "DSC 7"))
        #expect(!CameraName.isWrittenByItself("Action", maker: maker, model: nil))
        #expect(CameraName.isWrittenByItself("File written by Adobe Photoshop\u{a8} 4.0", maker: nil, model: nil))
        #expect(CameraName.isWrittenByItself("Screenshot", maker: nil, model: nil))
        #expect(!CameraName.isWrittenByItself("Screenshot of the sea", maker: nil, model: nil))
        #expect(!CameraName.isWrittenByItself("7", maker: maker, model: "DSC 7"))
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
