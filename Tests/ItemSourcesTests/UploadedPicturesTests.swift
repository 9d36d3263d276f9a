import Glibc
import GridEngine
import LookaheadTesting
import Testing

@testable import ItemSources

/// Where uploaded pictures are kept.
@Suite struct UploadedPicturesTests {
    private let folder = TemporaryFolder()
    private let one = Client(origin: "a")
    private let other = Client(origin: "b")

    private func uploads(limitBytes: Int = 1 << 20) -> UploadedPictures {
        UploadedPictures(folder: folder.file("pictures"), limitBytes: limitBytes)
    }

    private var files: [String] { TemporaryFolder.files(below: folder.file("pictures")) }

    @Test func `one content is one file, called by its hash, and takes room once`() throws {
        let uploads = uploads(limitBytes: 12)
        let names = try (0..<20).map { _ in try uploads.keep(Array("abc".utf8), of: "c", for: nil) }
        #expect(Set(names) == ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"])
        #expect(files.count == 1)
        _ = try uploads.keep(Array("abc".utf8), of: "another", for: nil)
        #expect(files.count == 2, "a collection's files are its own")
    }

    @Test func `what nothing names goes, what is being uploaded stays, and its room with it`() throws {
        let uploads = uploads(limitBytes: 9)
        let first = try uploads.keep([1, 1, 1], of: "c", for: nil)
        let second = try uploads.keep([2, 2, 2], of: "c", for: nil)
        let third = try uploads.keep([3, 3, 3], of: "c", for: nil)
        #expect(throws: GridError.tooMany(.uploads, limit: 0)) { try uploads.keep([4], of: "c", for: nil) }
        for name in [first, second] { uploads.release(name, of: "c") }
        uploads.removeAll(of: "c", except: [first])
        #expect(files.count == 2)
        #expect(try uploads.open(first, of: "c").isComplete, "nobody writes to it any more")
        _ = try uploads.open(third, of: "c")
        #expect(throws: LoadFailure.missing) { try uploads.open(second, of: "c") }
        _ = try uploads.keep([4, 4, 4], of: "c", for: nil)
    }

    @Test func `one client leaves half of what others leave, and what was there before counts for nobody`() throws {
        let uploads = uploads(limitBytes: 16 << 20)
        let large = [UInt8](repeating: 7, count: 4 << 20)
        for number in 0..<2 { _ = try uploads.keep([UInt8(number)] + large.dropFirst(), of: "c", for: one) }
        #expect(throws: GridError.shareUsed(.uploads, share: 8)) { try uploads.keep(large, of: "c", for: one) }
        _ = try uploads.keep(large, of: "c", for: other)
        let later = self.uploads(limitBytes: 16 << 20)
        #expect(throws: GridError.shareUsed(.uploads, share: 2)) {
            try later.keep([9] + large.dropFirst(), of: "c", for: one)
        }
        #expect(GridError.tooMany(.uploads, limit: 4096).reason.sentence.contains("to make room"))
    }

    @Test func `names of earlier versions stay readable, and a pipe in a file's place holds nobody up`() throws {
        let uploads = uploads()
        let old = String(repeating: "0a", count: 16)
        folder.addFolder("pictures")
        folder.addFolder("pictures/63")
        folder.write("old", to: "pictures/63/\(old)")
        #expect(try uploads.open(old, of: "c").sizeBytes == 3)
        let pipe = String(repeating: "0b", count: 16)
        folder.addPipe("pictures/63/\(pipe)")
        #expect(throws: LoadFailure.unavailable(.notAFile)) { try uploads.open(pipe, of: "c") }
        #expect(throws: LoadFailure.missing) { try uploads.open("../\(old)", of: "c") }
    }

    @Test func `where others use the folder, what is young stays`() throws {
        let uploads = UploadedPictures(folder: folder.file("pictures"), isShared: true)
        let name = try uploads.keep([1], of: "c", for: nil)
        uploads.release(name, of: "c")
        uploads.removeAll(of: "c", except: [])
        #expect(files.count == 1)
        var times = [timespec(tv_sec: time(nil) - 4000, tv_nsec: 0), timespec(tv_sec: time(nil) - 4000, tv_nsec: 0)]
        utimensat(AT_FDCWD, folder.file("pictures/63/\(name)"), &times, 0)
        uploads.removeAll(of: "c", except: [])
        #expect(files.isEmpty)
    }
}
