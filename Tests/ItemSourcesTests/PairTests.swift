import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import ItemSources

/// Files that are one picture.
@Suite struct PairTests {
    private let folder = TemporaryFolder()

    private func source(_ names: [String]) throws -> PhotoFolder {
        for name in names { folder.add(name) }
        let source = PhotoFolder(id: "photos", folders: [folder.path])
        _ = try source.list(cancellation: Cancellation(), progress: { _ in })
        return source
    }

    private func pairs(_ source: PhotoFolder) -> Set<[String]> {
        let pairs = Mutex<[[String]]>([])
        source.forEachPair { listed in
            let starts = [0] + listed.ends
            let found = zip(starts, listed.ends).map { Array(listed.ids[$0..<$1]) }
            pairs.withLock { $0 += found }
        }
        let found = pairs.withLock { $0 }
        for ids in found {
            for id in ids { #expect(source.pair(of: id) == ids) }
        }
        #expect(Set(found).count == found.count)
        return Set(found.map { ids in ids.map { source.item($0)!.title } })
    }

    @Test func `a RAW file and a JPEG of one name are a pair, whatever is sorted between`() throws {
        let source = try source([
            "a/IMG_1.CR2", "a/IMG_1.JPG", "a/IMG_1 2.jpg", "a/IMG_1-edit.jpg", "a/IMG_10.jpg", "b/IMG_1.jpg",
            "a/img_2.nef", "a/IMG_2.jpg", "a/IMG_2.tif", "c/x.heic", "c/x.mov", "c/IMG_01.CR2", "c/IMG_1.JPG",
            "c/IMG_01.JPG", "c/IMG_1.CR2", "d/Émile.jpg", "d/émile.dng", "d/emile.png", "d/사진.heic", "d/사진.jpg",
        ])
        #expect(
            pairs(source) == [
                ["IMG_1.JPG", "IMG_1.CR2"], ["IMG_2.jpg", "IMG_2.tif", "img_2.nef"], ["x.heic", "x.mov"],
                ["IMG_01.JPG", "IMG_01.CR2"], ["Émile.jpg", "émile.dng"], ["사진.jpg", "사진.heic"],
            ])
    }

    @Test func `equal endings, videos alone and too many files of one name are no pair`() throws {
        let endings = [
            "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "avif", "heic", "heif", "dng", "cr2", "nef",
            "arw", "raf", "orf",
        ]
        let source = try source(
            ["a.jpg", "A.JPG", "b.mp4", "b.mov", "c.jpg", "d.dng", "a/x.jpg", "b/x.dng"] + endings.map { "many.\($0)" }
                + (0..<500).map { "one/\($0 % 2 == 0 ? "n" : "N")ame.\(endings[$0 % 17])" })
        #expect(pairs(source).isEmpty)
        #expect(source.pair(of: "nobody").isEmpty)
    }

    @Test func `as many as sixteen are one`() throws {
        let endings = [
            "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "avif", "heic", "heif", "dng", "cr2", "nef",
            "arw",
            "raf",
        ]
        let found = pairs(try source(endings.map { "x.\($0)" }))
        #expect(found.count == 1 && found.first?.count == 16 && found.first?[0] == "x.jpe")
    }

    @Test func `no pair is between two of the runs that are looked at side by side`() throws {
        let numbers = 0..<1500
        let found = pairs(try source(["p/first.jpg"] + numbers.flatMap { ["p/IMG_\($0).DNG", "p/IMG_\($0).JPG"] }))
        #expect(found == Set(numbers.map { ["IMG_\($0).JPG", "IMG_\($0).DNG"] }))
    }
}
