import Foundation
import Glibc
import GridEngine
import LookaheadTesting
import SeededRandom
import Testing

@testable import Renditions

@Suite struct VideoFactsTests {
    private let folder = TemporaryFolder()

    private func facts(_ bytes: [UInt8]) throws -> VideoFacts? {
        folder.write(bytes, to: "video")
        guard case .file(let file, _) = try folder.original("video") else { return nil }
        return VideoFacts(of: file)
    }

    @Test func `length, size and date come from the headers of real files`() throws {
        let film = try #require(try facts(VideoFile.bytes("clip.mp4")))
        #expect(film.duration == 65 && film.width == 160 && film.height == 120)
        #expect(PictureMetadata(film).taken == "2024-05-17T12:33:01+00:00")
        let web = try #require(try facts(VideoFile.bytes("clip.webm")))
        #expect(web.duration == 12 && web.width == 160 && web.height == 120)
        #expect(PictureMetadata(web).taken == "2024-05-17T12:33:01+00:00")
        let modern = try #require(try facts(VideoFile.bytes("clip-av1.mp4")))
        #expect(modern.duration == 3 && modern.width == 160 && PictureMetadata(modern).taken == nil)
    }

    @Test func `a video that was taken upright is upright`() throws {
        let turned = try #require(try facts(VideoFile.bytes("turned.mov")))
        #expect(turned.duration == 14.5 && turned.width == 120 && turned.height == 160)
    }

    @Test func `a live recording has a size, and no length that nobody knows`() throws {
        let live = try #require(try facts(VideoFile.bytes("fragmented.mp4")))
        #expect(live.duration == nil && live.width == 160 && live.height == 120)
        #expect(try facts(VideoFile.movie(units: 1000, duration: .max))?.duration == nil)
    }

    /// A film with a description: in its header, and boxes behind that.
    private func described(_ header: [UInt8], behind: [UInt8] = []) throws -> PictureMetadata {
        let date = VideoFile.number(3_798_793_981, 4)
        let movie = VideoFile.box(
            "mvhd",
            [0, 0, 0, 0] + date + date + VideoFile.number(1000, 4) + VideoFile.number(5000, 4) + VideoFile.number(0, 80)
        )
        let bytes =
            VideoFile.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + VideoFile.box("moov", movie + header) + behind
        return PictureMetadata(try #require(try facts(bytes)))
    }

    /// QuickTime's keys, with or without the version that the standard wants.
    private func keys(_ values: [(String, String)], isStandard: Bool = false) -> [UInt8] {
        let names = values.flatMap { VideoFile.box("mdta", Array($0.0.utf8)) }
        let texts = values.enumerated().flatMap { number, value in
            VideoFile.number(8 + 16 + value.1.utf8.count, 4) + VideoFile.number(number + 1, 4)
                + VideoFile.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(value.1.utf8))
        }
        return VideoFile.box(
            "meta",
            (isStandard ? [0, 0, 0, 0] : []) + VideoFile.box("hdlr", VideoFile.number(0, 24))
                + VideoFile.box("keys", [0, 0, 0, 0] + VideoFile.number(values.count, 4) + names)
                + VideoFile.box("ilst", texts))
    }

    @Test func `what a telephone writes beside a film is read, its date with the zone of the place`() throws {
        let values = [
            ("com.apple.quicktime.creationdate", "2024-05-17T12:33:01+0900"), ("com.apple.quicktime.make", "Apple"),
            ("com.apple.quicktime.model", "iPhone 15"),
            ("com.apple.quicktime.location.ISO6709", "+37.5665-126.9780+050.0/"),
            ("com.apple.quicktime.title", "갈매기"), ("com.apple.quicktime.keywords", "sea, 새"),
        ]
        for isStandard in [false, true] {
            let film = try described(keys(values, isStandard: isStandard))
            #expect(film.taken == "2024-05-17T12:33:01+09:00" && film.camera == "Apple iPhone 15" && film.duration == 5)
            #expect(film.latitude == 37.5665 && film.longitude == -126.978 && film.title == "갈매기")
            #expect(film.keywords == ["sea", "새"])
        }
        #expect(try described([]).taken == "2024-05-17T12:33:01+00:00")
    }

    @Test func `older texts of QuickTime and XMP are read, and no date of a film's release`() throws {
        func text(_ type: [UInt8], _ text: String) -> [UInt8] {
            VideoFile.number(8 + 4 + text.utf8.count, 4) + type + VideoFile.number(text.utf8.count, 2) + [0x15, 0xc7]
                + Array(text.utf8)
        }
        let texts = VideoFile.box(
            "udta",
            text([0xa9, 0x78, 0x79, 0x7a], "+3330.5-07015.0/") + text([0xa9, 0x6d, 0x6f, 0x64], "SM-S921B")
                + text([0xa9, 0x64, 0x61, 0x79], "2010"))
        let xmp = DescribedPicture.xmp(
            "<xmp:Rating>4</xmp:Rating><dc:subject><rdf:Bag><rdf:li>bird</rdf:li></rdf:Bag></dc:subject>")
        let behind = VideoFile.box("uuid", CanonBoxes.xmpIdentifier + Array(xmp.utf8))
        let film = try described(texts, behind: VideoFile.box("mdat", [1, 2, 3]) + behind)
        #expect(film.camera == "SM-S921B" && film.stars == 4 && film.keywords == ["bird"])
        let (north, east) = (try #require(film.latitude), try #require(film.longitude))
        #expect(abs(north - 33.508333) < 1e-5 && abs(east + 70.25) < 1e-9)
        #expect(film.taken == "2024-05-17T12:33:01+00:00")
    }

    @Test func `a place and a date as telephones' standard has them are read`() throws {
        let place = VideoFile.box(
            "loci", [0, 0, 0, 0, 0x55, 0xc4] + Array("Domaine\0".utf8) + [0, 0, 6, 0xad, 0x14, 0xff, 0xcb, 0xa1, 0x76])
        let date = VideoFile.box("date", Array("2020-11-20T15:04:02+0100".utf8))
        let film = try described(VideoFile.box("udta", place + date))
        #expect(film.taken == "2020-11-20T15:04:02+01:00")
        let (north, east) = (try #require(film.latitude), try #require(film.longitude))
        #expect(abs(east - 6.67609) < 1e-4 && abs(north + 52.36929) < 1e-4)
        for count in 0..<12 {
            _ = try described(VideoFile.box("udta", VideoFile.box("loci", Array([UInt8](0..<12).prefix(count)))))
        }
    }

    @Test func `what is in no known form has none`() throws {
        for bytes in [try VideoFile.bytes("clip.avi"), Array("no video".utf8), [0], [UInt8](repeating: 0, count: 9000)]
        {
            #expect(try facts(bytes) == nil)
        }
    }

    @Test func `a header behind 100 GB is read as one at the beginning`() throws {
        let path = folder.file("huge.mp4")
        let size = 100 << 30
        let head = VideoFile.box("ftyp", Array("isom".utf8) + [0, 0, 0, 0])
        let data = VideoFile.longBox("mdat", [], size: size)
        try Data(head + data).write(to: URL(fileURLWithPath: path))
        let movie = VideoFile.movie(units: 600, duration: 600 * 7200)
        let file = open(path, O_WRONLY)
        let written = pwrite(file, movie, movie.count, off_t(head.count + size))
        close(file)
        try #require(written == movie.count)
        guard case .file(let video, _) = try folder.original("huge.mp4") else { return }
        #expect(VideoFacts(of: video)?.duration == 7200)
    }

    @Test func `sizes that cannot be, and boxes without end, are given up`() throws {
        #expect(try facts(VideoFile.longBox("moov", [], size: .max)) == nil)
        #expect(try facts(VideoFile.longBox("mdat", [1], size: 3)) == nil)
        #expect(try facts(VideoFile.movie(units: 0, duration: 5)) == nil)
        // As many small boxes as would take a second to walk through, and a header behind them.
        let empty = [[UInt8]](repeating: VideoFile.box("free", []), count: 100_000).flatMap { $0 }
        #expect(try facts(empty + VideoFile.movie(units: 1, duration: 5)) == nil)
        var nested = VideoFile.box("trak", [])
        for _ in 0..<2000 { nested = VideoFile.box("trak", nested) }
        #expect(try facts(VideoFile.box("moov", nested)) == nil)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `whatever a header holds, reading it ends`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for name in ["clip.mp4", "clip.webm", "turned.mov"] {
            let whole = try VideoFile.bytes(name)
            for _ in 0..<150 {
                var bytes = whole
                for _ in 0..<6 {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let found = try facts(Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random))))
                #expect(found?.duration.map { $0 > 0 && $0 < 1e9 } != false, "seed \(seed), \(name)")
                #expect(found?.width.map { 1...65_535 ~= $0 } != false, "seed \(seed), \(name)")
            }
        }
    }
}
