import Glibc
import GridEngine
import LookaheadTesting
import Testing

@testable import ItemSources

@Suite struct SidecarTests {
    private let folder = TemporaryFolder()

    /// The revision of each picture, and the bytes of its sidecar.
    private func listed() throws -> (pictures: [String: (revision: UInt64, sidecarBytes: Int?)], skipped: [Reason: Int])
    {
        let source = PhotoFolder(id: "photos", folders: [folder.path])
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        var pictures: [String: (revision: UInt64, sidecarBytes: Int?)] = [:]
        for entry in listing.sections.flatMap(\.items) {
            let item = try #require(source.item(entry.id))
            #expect(item.revision == entry.revision)
            pictures[item.title] = (entry.revision, source.sidecar(of: entry.id)?.sizeBytes)
        }
        return (pictures, listing.skipped)
    }

    @Test func `a file beside a picture belongs to it, the one with its whole name first`() throws {
        folder.add("a.jpg")
        folder.add("a.jpg.xmp", sizeBytes: 11)
        folder.add("a.xmp", sizeBytes: 12)
        folder.add("b.png")
        folder.add("b.webp")
        folder.add("b.XMP", sizeBytes: 13)
        folder.add("sub/c.jpg")
        folder.add("c.xmp", sizeBytes: 14)
        folder.add(".xmp")
        let (pictures, skipped) = try listed()
        #expect(pictures["a.jpg"]?.sidecarBytes == 11)
        #expect(pictures["b.png"]?.sidecarBytes == 13 && pictures["b.webp"]?.sidecarBytes == 13)
        #expect(pictures.count == 4 && pictures["c.jpg"]?.sidecarBytes == nil)
        // What belongs to no picture is counted as before.
        #expect(skipped == [.notAPicture: 2, .hidden: 1])
    }

    @Test
    func
        `of several pictures of one name the sidecar is of the format that it names, else of RAW and TIFF before JPEG`()
        throws
    {
        for name in ["a.jpg", "a.cr2", "b.jpg", "b.tif", "b.mov", "c.jpg", "c.tif", "d.jpg", "d.tif"] {
            folder.add(name)
        }
        folder.add("a.xmp", sizeBytes: 11)
        folder.add("b.xmp", sizeBytes: 12)
        folder.write(#"<rdf:Description photoshop:SidecarForExtension="JPG"/>"#, to: "c.xmp")
        folder.write("<photoshop:SidecarForExtension>tif</photoshop:SidecarForExtension>", to: "d.xmp")
        folder.add("d.tif.xmp", sizeBytes: 13)
        let (pictures, skipped) = try listed()
        let described = pictures.compactMapValues(\.sidecarBytes)
        #expect(described.keys.sorted() == ["a.cr2", "b.tif", "c.jpg", "d.jpg", "d.tif"] && described["d.tif"] == 13)
        #expect(skipped.isEmpty)
        folder.remove("a.cr2")
        #expect(try listed().pictures["a.jpg"]?.sidecarBytes == 11)
    }

    @Test func `a picture's revision changes with its sidecar, and with nothing else beside it`() throws {
        folder.add("a.jpg")
        folder.add("b.jpg")
        let before = try listed().pictures
        folder.add("a.xmp", sizeBytes: 11)
        folder.add("c.xmp")
        let described = try listed().pictures
        #expect(described["a.jpg"]?.revision != before["a.jpg"]?.revision)
        #expect(described["b.jpg"]?.revision == before["b.jpg"]?.revision)
        folder.add("a.xmp", sizeBytes: 12)
        let changed = try listed().pictures
        #expect(changed["a.jpg"]?.revision != described["a.jpg"]?.revision)
        #expect(try #require(changed["a.jpg"]?.revision) < 1 << 53)
        folder.remove("a.xmp")
        #expect(try listed().pictures["a.jpg"]?.revision == before["a.jpg"]?.revision)
    }

    @Test func `a link, a folder or a pipe in the place of a sidecar is none`() throws {
        let outside = TemporaryFolder()
        outside.add("secret", sizeBytes: 5)
        for name in ["a.jpg", "b.jpg", "c.jpg"] { folder.add(name) }
        folder.addLink("a.xmp", to: outside.file("secret"))
        folder.addFolder("b.xmp")
        mkfifo(folder.file("c.xmp"), 0o600)
        let pictures = try listed().pictures
        #expect(pictures.count == 3 && pictures.values.allSatisfy { $0.sidecarBytes == nil })
    }
}
