#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import ItemSources

@Suite struct PhotoFolderTests {
    private let folder = TemporaryFolder()

    private func source() -> PhotoFolder { PhotoFolder(id: "photos", folders: [folder.path]) }

    private func list(_ source: PhotoFolder) throws -> SourceListing {
        try source.list(cancellation: Cancellation(), progress: { _ in })
    }

    private func titles(_ source: PhotoFolder, _ listing: SourceListing) -> [String] {
        listing.sections.flatMap(\.items).map { source.item($0.id)?.title ?? "?" }
    }

    private func rootName() -> String { String(folder.path.split(separator: "/").last!) }

    /// The failure of opening one item.
    private func failure(_ source: PhotoFolder, _ id: String) -> LoadFailure? {
        do throws(LoadFailure) {
            _ = try source.original(of: id, cancellation: Cancellation())
            return nil
        } catch {
            return error
        }
    }

    @Test func `folders are sections, and a parent comes before what lies in it`() throws {
        for name in ["b/x.jpg", "top.jpg", "a/2.jpg", "a/10.jpg", "a/inner/deep.PNG", "a b/z.webp", "empty/notes.txt"] {
            folder.add(name)
        }
        let source = source()
        let listing = try list(source)
        #expect(listing.sections.map(\.title) == [rootName(), "a", "a/inner", "a b", "b"])
        #expect(titles(source, listing) == ["top.jpg", "2.jpg", "10.jpg", "deep.PNG", "z.webp", "x.jpg"])
        #expect(listing.skipped == [.documentFile: 1])
        #expect(Set(listing.sections.map(\.id)).count == 5)
    }

    @Test func `files that are left out are counted by kind`() throws {
        for name in ["a.jpg", "b.TXT", "b.pdf", "c.zip", "d.psd", "e.mp3", "c.jpg.xmp", "notes", "long.ending", "raw"] {
            folder.add(name)
        }
        #expect(
            try list(source()).skipped == [
                .documentFile: 2, .archiveFile: 1, .editorFile: 1, .audioFile: 1, .notAPicture: 4,
            ])
    }

    @Test func `RAW files are listed, and files beside them describe them`() throws {
        for name in ["a.CR3", "b.nef", "c.dng", "b.xmp"] { folder.add(name) }
        let source = source()
        let listing = try list(source)
        #expect(titles(source, listing) == ["a.CR3", "b.nef", "c.dng"])
        #expect(listing.skipped.isEmpty)
        let items = listing.sections[0].items
        #expect(items.allSatisfy { source.item($0.id)?.file?.format == .raw })
        #expect(items.map { source.sidecar(of: $0.id) != nil } == [false, true, false])
    }

    @Test func `videos are listed as what they are`() throws {
        for name in ["a.MP4", "b.mov", "c.webm", "d.m2ts"] { folder.add(name) }
        let source = source()
        let listing = try list(source)
        #expect(listing.skipped.isEmpty)
        let formats = listing.sections[0].items.map { source.item($0.id)?.file?.format }
        #expect(formats == [.video, .video, .video, .video])
    }

    @Test func `an empty folder has one empty section`() throws {
        let listing = try list(source())
        #expect(listing.sections.map(\.title) == [rootName()])
        #expect(listing.sections[0].items.isEmpty)
    }

    @Test func `identifiers stay while other files come, go and are renamed`() throws {
        for name in ["a.jpg", "b.jpg", "sub/c.jpg"] { folder.add(name) }
        let before = try list(source())
        folder.remove("a.jpg")
        folder.rename("b.jpg", to: "z.jpg")
        folder.add("sub/0.jpg")
        folder.add("other/c.jpg")
        let source = source()
        let after = try list(source)
        let survivor = try #require(before.sections[1].items.first)
        #expect(source.item(survivor.id)?.title == "c.jpg")
        #expect(after.sections.last?.id == before.sections.last?.id)
        #expect(after.sections.last?.items.last == survivor, "neither identifier nor revision may change")
        #expect(source.item(before.sections[0].items[0].id) == nil)
        #expect(Set(after.sections.flatMap(\.items).map(\.id)).count == 4)
    }

    @Test func `a revision changes with the content and fits a JSON number`() throws {
        folder.add("a.jpg", sizeBytes: 10)
        let before = try list(source()).sections[0].items[0]
        folder.add("a.jpg", sizeBytes: 11)
        let after = try list(source()).sections[0].items[0]
        #expect(before.id == after.id)
        #expect(before.revision != after.revision)
        #expect(before.revision <= 1 << 53 - 1 && after.revision <= 1 << 53 - 1)
    }

    @Test func `names in any script, and names that are no text, are listed and opened`() throws {
        folder.add("제주 바다/한라산 2.jpg")
        folder.add("제주 바다/한라산 10.jpg")
        folder.add("صور/جبل.png")
        folder.add("🏔️/🌊 wave.webp")
        folder.add(Array("broken-".utf8) + [0xff, 0xfe] + Array(".jpg".utf8))
        let source = source()
        let listing = try list(source)
        let titles = titles(source, listing)
        #expect(titles.contains("broken-\u{fffd}\u{fffd}.jpg"))
        #expect(titles.contains("جبل.png"))
        #expect(titles.contains("🌊 wave.webp"))
        let korean = try #require(listing.sections.first { $0.title == "제주 바다" })
        #expect(korean.items.map { source.item($0.id)?.title } == ["한라산 2.jpg", "한라산 10.jpg"])
        for item in listing.sections.flatMap(\.items) { #expect(failure(source, item.id) == nil) }
    }

    @Test func `hidden files and those of file servers are left out and counted`() throws {
        for name in [".secret.jpg", ".git/a.jpg", "@eaDir/thumb.jpg", "#recycle/old.jpg", "seen.jpg"] {
            folder.add(name)
        }
        let source = source()
        let listing = try list(source)
        #expect(titles(source, listing) == ["seen.jpg"])
        #expect(listing.skipped == [.hidden: 4])
    }

    @Test func `links are followed to files inside, and nowhere else`() throws {
        let outside = TemporaryFolder()
        outside.add("private.jpg")
        folder.add("real/a.jpg")
        folder.addFolder("links")
        folder.addLink("links/inside.jpg", to: "../real/a.jpg")
        folder.addLink("links/chain.jpg", to: "inside.jpg")
        folder.addLink("links/absolute.jpg", to: "\(outside.path)/private.jpg")
        folder.addLink("links/climbing.jpg", to: "../../\(outside.path.split(separator: "/").last!)/private.jpg")
        folder.addLink("links/nowhere.jpg", to: "gone.jpg")
        folder.addLink("links/self.jpg", to: "self.jpg")
        folder.addLink("links/loop", to: "..")
        folder.addLink("links/folder.jpg", to: "../real")
        let source = source()
        let listing = try list(source)
        #expect(titles(source, listing) == ["chain.jpg", "inside.jpg", "a.jpg"])
        #expect(listing.skipped == [.linkNotFollowed: 6])
        for item in listing.sections.flatMap(\.items) { #expect(failure(source, item.id) == nil) }
    }

    @Test func `a file swapped for a link to the outside is not opened`() throws {
        let outside = TemporaryFolder()
        outside.add("private.jpg")
        folder.add("a.jpg")
        folder.add("sub/b.jpg")
        let source = source()
        let listing = try list(source)
        folder.remove("a.jpg")
        folder.addLink("a.jpg", to: "\(outside.path)/private.jpg")
        folder.rename("sub", to: "moved")
        folder.addLink("sub", to: outside.path)
        let items = listing.sections.flatMap(\.items)
        #expect(failure(source, items[0].id) == .unreadable(.linkLeavesFolder))
        #expect(failure(source, items[1].id) == .unreadable(.linkLeavesFolder))
    }

    @Test func `a pipe named like a picture makes nothing wait`() throws {
        folder.add("a.jpg")
        mkfifo("\(folder.path)/b.jpg", 0o644)
        let source = source()
        let listing = try list(source)
        #expect(listing.skipped == [.notAFile: 1])
        folder.remove("a.jpg")
        mkfifo("\(folder.path)/a.jpg", 0o644)
        #expect(failure(source, listing.sections[0].items[0].id) == .unavailable(.notAFile))
    }

    @Test func `an item tells its file's format and size, by which its load's cost is told`() throws {
        for name in ["a.jpg", "b.JPEG", "c.png"] { folder.add(name, sizeBytes: 3000) }
        let source = source()
        let files = try list(source).sections[0].items.map { source.item($0.id)?.file }
        #expect(files[0] == PictureFile(format: .jpeg, bytes: 3000) && files[1] == files[0])
        #expect(files[2] == PictureFile(format: .png, bytes: 3000))
        #expect(PictureFile(format: .png, bytes: 3000) != PictureFile(format: .png, bytes: 6000))
    }

    @Test func `what is gone is missing`() throws {
        folder.add("a.jpg")
        let source = source()
        let id = try list(source).sections[0].items[0].id
        folder.remove("a.jpg")
        #expect(failure(source, id) == .missing)
        #expect(failure(source, "no-such-item") == .missing)
        #expect(source.item("no-such-item") == nil)
    }

    @Test func `no error of the system is the content's own, and want of descriptors is not the source's`() {
        for code in [EMFILE, ENFILE] {
            #expect(LoadFailure(systemError: code) == .exhausted(.tooManyFilesOpen))
        }
        #expect(LoadFailure(systemError: ENOMEM) == .exhausted(.outOfMemory))
        #expect(LoadFailure(systemError: EACCES) == .unavailable(.noPermission))
        #expect(
            [EMFILE, ENOMEM, EACCES, ENOENT, EIO, ESTALE, ENXIO].allSatisfy { LoadFailure(systemError: $0).mayPass })
        #expect(LoadFailure(systemError: ENOENT) == .missing)
        #expect(LoadFailure(systemError: EIO) == .transient(.fileUnreadable(EIO)))
    }

    @Test func `a folder without permission is left out and counted`() throws {
        folder.add("open.jpg")
        folder.add("closed/a.jpg")
        folder.setMode(0, of: "closed")
        defer { folder.setMode(0o755, of: "closed") }
        let listing = try list(source())
        // The superuser may read everything.
        let expected = getuid() == 0 ? 2 : 1
        #expect(listing.sections.flatMap(\.items).count == expected)
        #expect(listing.skipped == (getuid() == 0 ? [:] : [.noPermission: 1]))
    }

    @Test func `a root that is gone is an error, not an empty collection`() throws {
        folder.add("a.jpg")
        let source = source()
        let id = try list(source).sections[0].items[0].id
        let gone = PhotoFolder(id: "photos", folders: ["\(folder.path)/no-such-folder"])
        #expect(throws: SourceError.unreadable(.folder("\(folder.path)/no-such-folder", ENOENT))) {
            try list(gone)
        }
        #expect(source.item(id) != nil)
    }

    @Test func `a raised cancellation ends the listing and keeps the last`() throws {
        folder.add("a.jpg")
        let source = source()
        let id = try list(source).sections[0].items[0].id
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: SourceError.cancelled) { try source.list(cancellation: cancellation, progress: { _ in }) }
        #expect(source.item(id) != nil)
    }

    @Test func `two roots keep what the first had`() throws {
        let second = TemporaryFolder()
        folder.add("a.jpg")
        second.add("a.jpg")
        let alone = try list(source())
        let both = try list(PhotoFolder(id: "photos", folders: [folder.path, second.path]))
        #expect(both.sections[0] == alone.sections[0])
        #expect(both.sections.count == 2)
        #expect(both.sections[1].items[0].id != both.sections[0].items[0].id)
    }

    @Test func `a hundred thousand files are listed and found again`() throws {
        let folder = TemporaryFolder(isInMemory: true)
        for number in 0..<100_000 { folder.add("\(number / 1000)/IMG_\(number).jpg", sizeBytes: 0) }
        let source = PhotoFolder(id: "photos", folders: [folder.path])
        let most = Mutex(0)
        let listing = try source.list(cancellation: Cancellation()) { found in most.withLock { $0 = max($0, found) } }
        #expect(most.withLock { $0 } == 100_000)
        let items = listing.sections.flatMap(\.items)
        #expect(items.count == 100_000)
        #expect(Set(items.map(\.id)).count == 100_000)
        #expect(items.indices.allSatisfy { source.item(items[$0].id)?.title == "IMG_\($0).jpg" })
    }
}
