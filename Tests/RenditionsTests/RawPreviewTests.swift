import Foundation
import Glibc
import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// RAW files in real workers of the real program, by the previews that are in them.
@Suite(.serialized) struct RawPreviewTests {
    private let folder = TemporaryFolder()
    private let decoder: WorkerDecoder

    init() {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let limits = WorkerLimits()
        decoder = WorkerDecoder(
            program: getenv("LOOKAHEAD_BINARY").map { String(cString: $0) } ?? "/\(root)/.build/debug/lookahead",
            arguments: ["decode-worker", "--address-space", "\(limits.addressSpaceBytes)"], width: 1, limits: limits)
    }

    private func jpeg(width: Int, height: Int, orientation: Int32? = nil) throws -> [UInt8] {
        var picture = TestPicture.quarters(width: width, height: height)
        picture.orientation = orientation
        let path = folder.file("\(width)-\(height)-\(orientation ?? 0).jpg")
        try picture.save("jpegsave", to: path, options: orientation == nil ? "Q=95,strip=true" : "Q=95")
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func made(
        of bytes: [UInt8], named name: String = "picture.nef", as form: RenditionForm = .width(240)
    ) throws -> Rendition {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
        return try decoder.rendition(of: folder.original(name), as: form, cancellation: Cancellation())
    }

    @Test(arguments: ["a.NEF", "a.dng", "a.cr2", "a.arw", "a.pef", "a.srw"])
    func `the largest preview is shown`(name: String) throws {
        let (small, large) = (try jpeg(width: 160, height: 120), try jpeg(width: 640, height: 480))
        let file = RawFile(previews: [(small, 160, 120), (large, 640, 480)])
        let picture = try made(of: file.bytes, named: name)
        #expect((picture.width, picture.height) == (320, 240))
        #expect((picture.originalWidth, picture.originalHeight) == (640, 480))
        #expect(try TestPicture(reading: picture.bytes).isNear([0, 255, 0], atPercent: (75, 25)))
    }

    @Test func `the largest picture of an X3F file is shown`() throws {
        let pictures = [
            (jpeg: try jpeg(width: 160, height: 120), width: 160), (try jpeg(width: 640, height: 480), 640),
        ]
        let picture = try made(of: DescribedPicture.x3f(pictures), named: "a.x3f")
        #expect((picture.originalWidth, picture.originalHeight) == (640, 480))
        #expect(try TestPicture(reading: picture.bytes).isNear([0, 255, 0], atPercent: (75, 25)))
    }

    @Test func `a preview is turned as the RAW file says, unless it says so itself`() throws {
        let plain = RawFile(previews: [(try jpeg(width: 640, height: 480), 640, 480)], orientation: 6)
        let turned = try made(of: plain.bytes)
        #expect((turned.originalWidth, turned.originalHeight) == (480, 640))
        // What was at the bottom left is at the top left.
        #expect(try TestPicture(reading: turned.bytes).isNear([0, 0, 255], atPercent: (25, 25)))
        let own = RawFile(previews: [(try jpeg(width: 640, height: 480, orientation: 1), 640, 480)], orientation: 6)
        #expect(try made(of: own.bytes).originalWidth == 640)
    }

    @Test func `a close look shows the preview's own pixels`() throws {
        let file = RawFile(previews: [(try jpeg(width: 640, height: 480), 640, 480)])
        let region = try #require(PictureRegion(x: 320, y: 0, width: 100, height: 80, shrink: 1))
        let made = try made(of: file.bytes, as: .region(region))
        #expect((made.width, made.height) == (100, 80))
        #expect(try TestPicture(reading: made.bytes).isNear([0, 255, 0], atPercent: (50, 50)))
    }

    @Test func `a damaged preview gives its place to the next smaller one`() throws {
        let small = try jpeg(width: 320, height: 240)
        let large = try jpeg(width: 640, height: 480)
        let damaged = Array(large.prefix(large.count / 3)) + [UInt8](repeating: 0, count: large.count * 2 / 3)
        let file = RawFile(previews: [(damaged, 640, 480), (small, 320, 240)])
        #expect(try made(of: file.bytes).originalWidth == 320)
    }

    @Test func `a RAW file without a preview says so`() throws {
        for bytes in [RawFile().bytes, Array("not a RAW file".utf8), [UInt8](repeating: 0, count: 4096)] {
            #expect(throws: LoadFailure.unreadable(.rawWithoutPreview)) { try made(of: bytes) }
        }
        #expect(throws: LoadFailure.unreadable(.fileEmpty)) { try made(of: []) }
    }

    /// exiv2 would read it as a film, and end the process at the first size that is wrong.
    @Test func `a film with the name of a RAW file has no preview`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let seed = try Data(contentsOf: folder.appending(path: "Fuzz/seeds/files/matroska-as-a-raw-file"))
        #expect(throws: LoadFailure.unreadable(.rawWithoutPreview)) { try made(of: Array(seed.dropFirst(2))) }
        for start in [Array("RIFF\u{8}\0\0\0AVI LIST".utf8), Array("\0\0\0\u{8}moov\0\0\0\u{8}mvhd".utf8)] {
            #expect(throws: LoadFailure.unreadable(.rawWithoutPreview)) { try made(of: start) }
        }
    }

    /// exiv2 throws where its own caller lets nothing through ("Overflow in addition"): the worker ends.
    @Test func `a RAW file that ends its worker is unreadable, and the next one is made`() throws {
        let damaged = try #require(
            Data(
                base64Encoded:
                    "SUkqAAgAAAAIAAABAwABAAAAZAAAAAEBAwABAAAAZAAAAAMBAwABAAAABgAAABIBAwABAAAABgAAAA8BAgAEANexAQAAAAAAAAAED0IA"
                    + "bgAAAAECAAQBAAAAbgAAAAICBAABAAAA/////////////w=="))
        #expect(throws: LoadFailure.self) { try made(of: Array(damaged)) }
        let whole = RawFile(previews: [(try jpeg(width: 160, height: 120), 160, 120)]).bytes
        #expect(try made(of: whole).originalWidth == 160)
    }

    @Test(arguments: [1] as [UInt64])
    func `whatever a RAW file holds, the next one is made`(seed: UInt64) throws {
        let whole = RawFile(previews: [(try jpeg(width: 160, height: 120), 160, 120)]).bytes
        var random = seed
        for _ in 0..<40 {
            var bytes = whole
            for _ in 0..<8 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // The directories are hit more often than the picture.
                let place = Int(random >> 40) % (random & 1 == 0 ? 160 : bytes.count)
                bytes[place] = UInt8(truncatingIfNeeded: random >> 33)
            }
            do { _ = try made(of: bytes, as: .width(96)) } catch {
                guard case .unreadable = error as? LoadFailure else {
                    Issue.record("seed \(seed): \(error)")
                    continue
                }
            }
        }
        #expect(try made(of: whole, as: .width(96)).originalWidth == 160)
    }
}
