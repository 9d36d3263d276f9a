import Dispatch
import Foundation
import Glibc
import GridEngine
import LookaheadTesting
import SeededRandom
import Testing

@testable import Renditions

/// Pictures of videos, taken in real confined workers of the real program for it.
@Suite(.serialized) struct VideoPosterTests {
    private let folder = TemporaryFolder()
    private let decoder: WorkerDecoder

    init() {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let beside = getenv("LOOKAHEAD_BINARY").map { String(cString: $0) + "-video" }
        let limits = WorkerLimits.video
        decoder = WorkerDecoder(
            program: beside ?? "/\(root)/.build/debug/lookahead-video", arguments: ["\(limits.addressSpaceBytes)"],
            width: 1, limits: limits)
    }

    private func made(of bytes: [UInt8], named name: String, as form: RenditionForm = .width(96)) throws -> Rendition {
        folder.write(bytes, to: name)
        return try decoder.rendition(of: folder.original(name), as: form, cancellation: Cancellation())
    }

    private func quarters(_ rendition: Rendition) throws -> [Bool] {
        let picture = try TestPicture(reading: rendition.bytes)
        return [
            ([255, 0, 0], (25, 25)), ([0, 255, 0], (75, 25)), ([0, 0, 255], (25, 75)), ([255, 255, 255], (75, 75)),
        ]
        .map { picture.isNear($0.0, atPercent: $0.1) }
    }

    @Test(arguments: ["clip.mp4", "clip.webm", "clip-av1.mp4", "clip.avi", "fragmented.mp4"])
    func `a picture of the video is shown`(name: String) throws {
        let picture = try made(of: VideoFile.bytes(name), named: name)
        #expect((picture.originalWidth, picture.originalHeight) == (160, 120))
        #expect(try quarters(picture) == [true, true, true, true])
        #expect(try made(of: VideoFile.bytes(name), named: name, as: .preview).contentType == "image/webp")
    }

    @Test func `a video that was taken upright is shown upright`() throws {
        let picture = try made(of: VideoFile.bytes("turned.mov"), named: "turned.mov")
        #expect((picture.originalWidth, picture.originalHeight) == (120, 160))
        // Turned to the left by a quarter: what was at the top right is at the top left.
        #expect(try TestPicture(reading: picture.bytes).isNear([0, 255, 0], atPercent: (25, 25)))
    }

    @Test func `100 GB cost what a short one does`() throws {
        let path = folder.file("huge.mp4")
        try Data(VideoFile.bytes("clip.mp4")).write(to: URL(fileURLWithPath: path))
        let end = try VideoFile.bytes("clip.mp4").count
        let size = 100 << 30
        // A box of nothing behind it.
        let file = open(path, O_WRONLY)
        let head = VideoFile.longBox("free", [], size: size)
        let written = pwrite(file, head, head.count, off_t(end))
        let grown = ftruncate(file, off_t(end + size))
        close(file)
        try #require(written == head.count && grown == 0)
        let picture = try decoder.rendition(
            of: folder.original("huge.mp4"), as: .width(96), cancellation: Cancellation())
        #expect(try quarters(picture) == [true, true, true, true])
    }

    @Test func `what has no picture says so`() throws {
        let clip = try VideoFile.bytes("clip.mp4")
        for bytes in [Array("no video".utf8), [UInt8](repeating: 0, count: 5000), Array(clip.prefix(60)), []] {
            #expect(throws: LoadFailure.unreadable(.videoWithoutPoster)) { try made(of: bytes, named: "broken.mp4") }
        }
    }

    @Test(arguments: [1] as [UInt64])
    func `whatever a video holds, the next one is made`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for name in ["clip.mp4", "clip.webm", "clip-av1.mp4", "clip.avi"] {
            let whole = try VideoFile.bytes(name)
            for _ in 0..<20 {
                var bytes = whole
                for _ in 0..<8 {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                do { _ = try made(of: bytes, named: name) } catch {
                    guard case .unreadable = error as? LoadFailure else {
                        Issue.record("seed \(seed), \(name): \(error)")
                        continue
                    }
                }
            }
            #expect(try made(of: whole, named: name).originalWidth == 160)
        }
    }

    @Test func `without the program, or its libraries, a video says that it has no picture`() throws {
        folder.write(try VideoFile.bytes("clip.mp4"), to: "clip.mp4")
        let original = try folder.original("clip.mp4")
        let missing = ContentDecoder(pictures: VipsDecoder(), videos: nil)
        // It ends as it begins, as a program does whose libraries are not there.
        let bare = WorkerDecoder(program: "/bin/false", arguments: [], width: 1, startsAtOnce: false)
        // Decoders that end may come back, which a program that is not there does not while the server runs.
        for (decoder, failure) in [
            (missing, .unreadable(.videoWithoutPoster)),
            (ContentDecoder(pictures: VipsDecoder(), videos: bare), .unavailable(.videoWithoutPoster)),
        ] as [(ContentDecoder, LoadFailure)] {
            #expect(throws: failure) {
                try decoder.rendition(of: original, as: .width(96), cancellation: Cancellation())
            }
        }
        try TestPicture.quarters(width: 300, height: 200).save("jpegsave", to: folder.file("a.jpg"))
        let photo = try missing.rendition(of: folder.original("a.jpg"), as: .width(96), cancellation: Cancellation())
        #expect(photo.originalWidth == 300)
    }
}
