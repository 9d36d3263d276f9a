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
