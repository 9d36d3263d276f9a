import CollectionLayout
import CollectionModel
import JSONText
import LookaheadTesting
import Testing

@testable import GridEngine

/// Collections whose items are those of others.
@Suite struct AlbumTests {
    private func harness(store: MemoryStore = MemoryStore()) async throws -> EngineHarness {
        try await EngineHarness(sections: [("s", ["a", "b", "c", "d"]), ("t", ["e", "f"])], store: store)
    }

    @Test func `a reference is read as it was written, whatever is in it`() {
        for (collection, item) in [("photos-1", "x"), ("a/b", "c/d"), ("~0/~1", "~1"), ("r~", "/")] {
            let reference = ItemReference(collection: collection, item: item)
            #expect(ItemReference(reference.text) == reference)
            #expect(reference.text.hasPrefix(ItemReference.prefix(collection)))
        }
        for text in ["", "x", "/x", "x/", "~/x", "a~2/x", "a~~1/x"] { #expect(ItemReference(text) == nil) }
    }

    @Test func `items are added by name, by ranges and all at once, in order, each once`() async throws {
        let harness = try await harness()
        let album = try await harness.album()
        let first = try await harness.add(.some(.items(["e", "b"])), to: album)
        #expect((first.patch.from, first.patch.to) == (1, 2) && first.patch.patch.inserts.count == 2)
        #expect(try harness.order(of: album) == [["c/e", "c/b"]])
        try await harness.add(.some(.ranges([0..<2, 5..<6], version: 1)), to: album, at: .place(IndexPath(0, 1)))
        #expect(try harness.order(of: album) == [["c/e", "c/a", "c/f", "c/b"]])
        try await harness.add(.all, to: album)
        #expect(try harness.order(of: album) == [["c/e", "c/a", "c/f", "c/b", "c/c", "c/d"]])
        let none = try await harness.add(.all, to: album)
        #expect(none.patch.from == none.patch.to)
    }

    @Test func `what an album shows is what its originals show`() async throws {
        let harness = try await harness()
        let album = try await harness.album(of: ["b"])
        harness.source.script.withLock { $0.attributes["b"] = ["date": .string("2024")] }
        let item = try harness.engine.item("c/b", of: album).item
        #expect(item.title == "b" && item.hasImage && item.attributes["date"] == .string("2024"))
        #expect(item.original == ItemReference(collection: "c", item: "b"))
        #expect(try harness.collection(album).rendition(of: "c/b", 1, .preview).collection == "c")
    }

    @Test func `items of an album in another one are its originals`() async throws {
        let harness = try await harness()
        let (one, two) = (try await harness.album(of: ["b", "c"]), try await harness.album())
        try await harness.change {
            try harness.engine.add(AlbumAddition(collection: one), to: two, completion: $0)
        }
        #expect(try harness.order(of: two) == [["c/b", "c/c"]])
    }

    @Test func `many are removed at once, and undo brings them back to where they were`() async throws {
        let harness = try await harness()
        let album = try await harness.album(of: ["a", "b", "c", "d"])
        let change = try await harness.change {
            try harness.engine.remove(.ranges([1..<3], version: 2), from: album, completion: $0)
        }
        #expect(change.patch.patch.deletes.count == 2)
        #expect(try harness.order(of: album) == [["c/a", "c/d"]])
        try await harness.change { try harness.engine.undo(in: album, completion: $0) }
        #expect(try harness.order(of: album) == [["c/a", "c/b", "c/c", "c/d"]])
        #expect(throws: GridError.self) {
            try harness.engine.remove(.items(["a"]), from: "c") { _ in }
        }
    }

    @Test func `a mark in an album is the original's, and undo in the album takes it back`() async throws {
        let harness = try await harness()
        let album = try await harness.album(of: ["a", "b"])
        try await harness.change {
            try harness.engine.move("c/b", in: album, toAfter: IndexPath(0, 0), completion: $0)
        }
        // Changes of several collections are in the order of their times, which are in milliseconds.
        let moved = ChangeOrigin.now
        while ChangeOrigin.now == moved {}
        let marked = try await harness.change {
            try harness.engine.mark(.items(["c/a", "c/b"]), in: album, as: ["stars": .int(4)], completion: $0)
        }
        #expect(marked.collection == album && marked.patch.patch.isEmpty)
        for (item, collection) in [("a", "c"), ("c/a", album), ("c/b", album)] {
            #expect(try harness.engine.item(item, of: collection).item.attributes["stars"] == .int(4))
        }
        // First the marks, which were the last, then the move.
        try await harness.change { try harness.engine.undo(in: album, completion: $0) }
        #expect(try harness.engine.item("a", of: "c").item.attributes["stars"] == nil)
        #expect(try harness.order(of: album) == [["c/b", "c/a"]])
        try await harness.change { try harness.engine.redo(in: album, completion: $0) }
        #expect(try harness.engine.item("a", of: "c").item.attributes["stars"] == .int(4))
        for _ in 0..<2 { try await harness.change { try harness.engine.undo(in: album, completion: $0) } }
        #expect(try harness.order(of: album) == [["c/a", "c/b"]])
    }

    @Test func `a note is the album's own`() async throws {
        let harness = try await harness()
        let (one, two) = (try await harness.album(of: ["a"]), try await harness.album(of: ["a"]))
        try await harness.change {
            try harness.engine.patchAttributes(
                of: "c/a", in: one, ["note": .string("crop it"), "flag": .string("pick")], completion: $0)
        }
        let shown = try [("c/a", one), ("c/a", two), ("a", "c")].map {
            try harness.engine.item($0.0, of: $0.1).item.attributes
        }
        #expect(shown.map { $0["note"] } == [.string("crop it"), nil, nil])
        #expect(shown.map { $0["flag"] } == [.string("pick"), .string("pick"), .string("pick")])
    }

    @Test func `an original that is gone stays as gone, and comes back`() async throws {
        let harness = try await harness()
        let album = try await harness.album(of: ["a", "b"])
        let sections = harness.source.script.withLock { $0.sections }
        harness.source.script.withLock { $0.sections = [("s", ["b", "c"])] }
        _ = try await harness.refresh()
        let gone = try harness.engine.item("c/a", of: album).item
        #expect(gone.kind == Item.goneKind && !gone.hasImage)
        #expect(try harness.order(of: album) == [["c/a", "c/b"]])
        harness.source.script.withLock { $0.sections = sections }
        _ = try await harness.refresh()
        #expect(try harness.engine.item("c/a", of: album).item.hasImage)
    }

    @Test func `viewers of an album see what is done to its originals`() async throws {
        let harness = try await harness()
        let album = try await harness.album(of: ["a", "b"])
        let layout = try LayoutDescription(kind: "column", options: [:])
        let settings = ViewerSettings(layout: layout, width: 400, height: 300)
        let viewer = try harness.engine.createViewer(of: album, settings).viewer
        _ = try harness.engine.range(viewer, RangeEvent(sequence: 1, version: 2, visible: .items(0...1)))
        let last = harness.engine.lastEventID
        let news = AsyncStream<CommittedChange>.makeStream()
        let line = try harness.engine.subscribe(to: [viewer], after: last) { record in
            if case .patch(let change) = record.event { news.continuation.yield(change) }
            return true
        }
        defer { harness.engine.unsubscribe(line, from: [viewer]) }
        try await harness.change {
            try harness.engine.mark(.items(["a", "d"]), in: "c", as: ["stars": .int(2)], completion: $0)
        }
        let change = try #require(await news.stream.first { _ in true })
        #expect(change.patch.patch.reconfigures.map { change.identities.itemID($0) } == ["c/a"])
        #expect(change.identities.item(change.patch.patch.reconfigures[0]).attributes["stars"] == .int(2))
    }

    @Test func `an album that another server deletes before this one has read it is not served`() async throws {
        let engine = try await harness().engine
        let gone = StoredPostedCollection(id: "album~gone", title: "Gone", postingKey: nil)
        let result = await withCheckedContinuation { continuation in
            engine.open(gone) { continuation.resume(returning: $0) }
        }
        #expect(throws: GridError.notFound(.collection, id: gone.id)) { try result.get() }
        #expect(throws: GridError.notFound(.collection, id: gone.id)) { try engine.summary(of: gone.id) }
    }

    @Test func `an album is as it was after a restart`() async throws {
        let store = MemoryStore()
        let before = try await harness(store: store)
        let album = try await before.album(of: ["f", "a"])
        try await before.change {
            try before.engine.patchAttributes(of: "c/a", in: album, ["note": .string("sky")], completion: $0)
        }
        before.engine.close()
        let after = try await harness(store: store)
        try await after.reopen()
        #expect(try after.order(of: album) == [["c/f", "c/a"]])
        #expect(try after.engine.item("c/a", of: album).item.attributes["note"] == .string("sky"))
        let summary = try after.engine.summary(of: album)
        #expect(summary.title == "Album" && summary.isAlbum && summary.cover?.id == "c/f")
    }

    @Test func `a deleted album is brought back as it was`() async throws {
        let store = MemoryStore()
        let harness = try await harness(store: store)
        let album = try await harness.album(of: ["f", "a"])
        try await harness.change {
            try harness.engine.patchAttributes(of: "c/a", in: album, ["note": .string("sky")], completion: $0)
        }
        let version = try harness.engine.summary(of: album).version
        try await harness.delete(album)
        #expect(throws: GridError.notFound(.collection, id: album)) { try harness.engine.summary(of: album) }
        #expect(try await harness.restore(album).get().version == version)
        #expect(try harness.order(of: album) == [["c/f", "c/a"]])
        #expect(try harness.engine.item("c/a", of: album).item.attributes["note"] == .string("sky"))
        #expect(try await harness.restore(album).get().id == album, "a repetition")
        // Deleted again, it is there after a restart.
        try await harness.delete(album)
        for id in ["album~x", "c"] {
            let refused = await harness.restore(id)
            #expect(throws: GridError.notFound(.collection, id: id)) { try refused.get() }
        }
        harness.engine.close()
        let after = try await self.harness(store: store)
        #expect(try await after.restore(album).get().title == "Album")
        #expect(try after.order(of: album) == [["c/f", "c/a"]])
    }

    @Test func `a collection that is posted cannot pass for an album`() async throws {
        let harness = try await harness()
        let result = await withCheckedContinuation { continuation in
            harness.engine.create(PostedCollection(id: "album~x", title: "x")) { continuation.resume(returning: $0) }
        }
        #expect(throws: GridError.conflict(.albumIdentifier("album~x"))) { try result.get() }
        await #expect(throws: GridError.unsupported(.notAnAlbum("Scripted"))) { try await harness.add(.all, to: "c") }
    }

    @Test func `a repetition gets the album that was created first`() async throws {
        let harness = try await harness()
        let ids = try await [harness.album(key: "k"), harness.album(key: "k"), harness.album(key: "l")]
        #expect(ids[0] == ids[1] && ids[0] != ids[2])
    }
}

extension EngineHarness {
    /// Creates an album, and puts items of the collection into it.
    fileprivate func delete(_ album: String) async throws {
        let result = await withCheckedContinuation { continuation in
            do throws(GridError) {
                try engine.remove(album) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        try result.get()
    }

    fileprivate func restore(_ album: String) async -> Result<CollectionSummary, GridError> {
        await withCheckedContinuation { continuation in
            engine.restoreAlbum(album) { continuation.resume(returning: $0) }
        }
    }

    fileprivate func collection(_ id: String) throws -> LiveCollection { try engine.collection(id) }

    fileprivate func reopen() async throws {
        let opened = AsyncStream<Void>.makeStream()
        try engine.reopenPostedCollections { _, _ in opened.continuation.yield() }
        _ = await opened.stream.first { _ in true }
    }
}
