import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// Pictures of which something is missing: nearly all of one is shown, and said to be damaged.
@Suite struct DamagedPictureTests {
    private let folder = TemporaryFolder()
    /// A real worker: libvips has one buffer for the complaints of all decodes of a process.
    private let decoder = WorkerDecoder(
        program: WorkerDecoderTests.program,
        arguments: ["decode-worker", "--address-space", "\(WorkerLimits().addressSpaceBytes)"], width: 1)

    private func rendition(of bytes: [UInt8], as form: RenditionForm = .width(320)) throws(LoadFailure) -> Rendition {
        folder.write(bytes, to: "picture")
        return try decoder.rendition(of: folder.original("picture"), as: form, cancellation: Cancellation())
    }

    private func isRefused(_ bytes: [UInt8]) -> Bool {
        do throws(LoadFailure) {
            _ = try rendition(of: bytes)
            return false
        } catch {
            return error == .unreadable(.pictureDamaged)
        }
    }

    /// A picture whose rows take about as many bytes each.
    private func saved(_ operation: String, options: String = "") throws -> [UInt8] {
        let picture = TestPicture(width: 640, height: 480) { x, y in
            [UInt16((x * 7 + y * 13) % 256), UInt16((x * y) % 256), UInt16((x ^ y) % 256)]
        }
        try picture.save(operation, to: folder.file("whole"), options: options)
        return folder.read("whole")
    }

    @Test(arguments: [("jpegsave", 97), ("pngsave", 99)])
    func `a picture that lacks its last rows is shown as damaged`(operation: String, percent: Int) throws {
        let bytes = try saved(operation)
        #expect(try !rendition(of: bytes).isDamaged)
        let most = Array(bytes.prefix(bytes.count * percent / 100))
        let region = try #require(PictureRegion(x: 0, y: 416, width: 64, height: 64, shrink: 1))
        for form in [RenditionForm.width(320), .whole, .preview, .region(region)] {
            let part = try rendition(of: most, as: form)
            #expect(part.isDamaged, "\(form)")
            #expect((part.originalWidth, part.originalHeight) == (640, 480))
        }
        let whole = try TestPicture(reading: rendition(of: bytes).bytes)
        let part = try TestPicture(reading: rendition(of: most).bytes)
        for place in [(10, 10), (90, 10), (50, 50), (10, 85)] {
            let colour = whole[place.0 * whole.width / 100, place.1 * whole.height / 100]
            #expect(part.isNear(colour, atPercent: place, tolerance: 8), "\(place)")
        }
        for share in [90, 50, 10] {
            #expect(isRefused(Array(bytes.prefix(bytes.count * share / 100))), "\(share) %")
        }
    }

    @Test func `a JPEG with damage in its midst is shown as damaged`() throws {
        var bytes = try saved("jpegsave", options: "restart_interval=8")
        let middle = bytes.count / 2
        for at in middle..<(middle + 40) { bytes[at] = at.isMultiple(of: 2) ? 0xff : 0xd3 }
        #expect(try rendition(of: bytes).isDamaged)
    }

    @Test func `bytes that belong to nothing are no damage`() throws {
        let bytes = try saved("jpegsave")
        let junk = bytes.dropLast(2) + [0, 1, 2, 3, 4, 5, 6, 7] + bytes.suffix(2)
        #expect(try !rendition(of: Array(junk)).isDamaged)
    }

    @Test func `damage of one picture is not that of the next`() throws {
        let bytes = try saved("jpegsave")
        #expect(try rendition(of: Array(bytes.prefix(bytes.count * 97 / 100))).isDamaged)
        #expect(try !rendition(of: bytes).isDamaged)
    }

    @Test func `damage is kept by the cache and told by a worker`() throws {
        let rendition = Rendition(
            bytes: [0xff, 0xd8, 0xff], contentType: "image/jpeg", width: 3, height: 2, originalWidth: 6,
            originalHeight: 4, isDamaged: true)
        let key = RenditionKey(collection: "c", item: "i", revision: 1, form: .width(320))
        #expect(
            DiskCacheEntry.rendition(in: DiskCacheEntry.bytes(of: rendition, for: key), for: key)?.isDamaged == true)
        let head = try #require(WorkerMessage.RenditionHead(rendition))
        #expect(WorkerMessage.RenditionHead(head.encoded) == head)
    }
}
