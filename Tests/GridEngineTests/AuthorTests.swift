import CollectionModel
import JSONText
import LookaheadTesting
import Testing

@testable import GridEngine

/// Undo of several people and programs in one collection.
@Suite struct AuthorTests {
    private let anna = ChangeAuthor(actor: "anna")
    private let ben = ChangeAuthor(actor: "ben")

    private func harness(store: MemoryStore = MemoryStore()) async throws -> EngineHarness {
        try await EngineHarness(sections: [("s", ["a", "b", "c", "d"]), ("t", ["e", "f"])], store: store)
    }

    @Test func `undo takes back one's own change, below those of others`() async throws {
        let harness = try await harness()
        try await harness.move("a", to: IndexPath(0, 3), by: anna)
        try await harness.move("e", to: IndexPath(1, 1), by: ben)
        try await harness.move("b", to: IndexPath(0, 2))
        let undone = try await harness.undo(by: anna)
        #expect(undone.reverted?.item?.id == "a" && undone.reverted?.kind == .move && undone.reverted?.isOwn == true)
        #expect(try harness.order() == [["a", "c", "d", "b"], ["f", "e"]])
        await #expect(throws: GridError.nothingToUndo) { try await harness.undo(by: anna) }
        // A program's own, then Ben's; each comes back by its own author's redo only.
        #expect(try await harness.undo(by: .nobody).reverted?.item?.id == "b")
        #expect(try await harness.undo(by: ben).reverted?.item?.id == "e")
        // To the edge, where it was before Anna's came there again.
        #expect(try harness.order() == [["b", "a", "c", "d"], ["e", "f"]])
        #expect(try await harness.redo(by: anna).reverted?.item?.id == "a")
        #expect(try harness.order() == [["b", "c", "d", "a"], ["e", "f"]])
        await #expect(throws: GridError.nothingToRedo) { try await harness.redo(by: anna) }
    }

    @Test func `who is new can take back the newest change by its name`() async throws {
        let harness = try await harness()
        try await harness.move("a", to: IndexPath(0, 3), by: anna)
        let newest = try #require(try harness.engine.history(of: "c", for: ben).newest)
        #expect(newest.item?.id == "a" && !newest.isOwn && newest.time > 0)
        #expect(try harness.engine.history(of: "c", for: ben).undo == nil)
        #expect(try await harness.undo(newest.name, by: ben).reverted == newest)
        #expect(try harness.order() == [["a", "b", "c", "d"], ["e", "f"]])
        #expect(try harness.engine.history(of: "c", for: ben).redo?.item?.id == "a")
    }

    @Test func `what cannot be taken back is refused, and none that is older in its place`() async throws {
        let harness = try await harness()
        try await harness.move("d", to: IndexPath(0, 0), by: anna)
        try await harness.move("a", to: IndexPath(0, 3), by: anna)
        harness.source.script.withLock { $0.sections = [("s", ["b", "c", "d"]), ("t", ["e", "f"])] }
        _ = try await harness.refresh()
        let refusal = await #expect(throws: GridError.self) { try await harness.undo(by: anna) }
        guard case .notReverted(let reason, let change, let older) = try #require(refusal) else {
            Issue.record("\(refusal as Any)")
            return
        }
        #expect(reason.code == "item-gone" && change.item?.id == "a" && older?.item?.id == "d")
        #expect(try harness.order()[0] == ["d", "b", "c"])
        #expect(try await harness.undo(older?.name, by: anna).reverted?.item?.id == "d")
        #expect(try harness.order()[0] == ["b", "c", "d"])
    }

    @Test func `where others have moved an item since, it stays there`() async throws {
        let harness = try await harness()
        try await harness.move("a", to: IndexPath(0, 3), by: anna)
        try await harness.move("a", to: IndexPath(1, 0), by: ben)
        let refusal = await #expect(throws: GridError.self) { try await harness.undo(by: anna) }
        #expect(refusal?.reason.code == "changed-since")
        #expect(try harness.order() == [["b", "c", "d"], ["a", "e", "f"]])
        // Of several, those that are still where they were put go back.
        try await harness.change {
            try harness.engine.move(
                [0..<2], at: 3, in: "c", to: .endOfSection("t"), options: ChangeOptions(author: anna), completion: $0)
        }
        try await harness.move("b", to: IndexPath(1, 0), by: ben)
        try await harness.undo(by: anna)
        #expect(try harness.order() == [["c", "d"], ["b", "a", "e", "f"]])
    }

    @Test func `marks that others have changed since stay`() async throws {
        let harness = try await harness()
        func label(_ names: [String]) -> JSONObject {
            ["labels": .object(["add": .array(names.map { .string($0) })])]
        }
        try await harness.mark(["a", "b"], ["stars": .int(2), "flag": .string("pick")], by: anna)
        try await harness.mark(["a"], ["stars": .int(5)], by: ben)
        try await harness.mark(["a"], label(["Print"]), by: anna)
        try await harness.mark(["a"], label(["Wall"]), by: ben)
        for _ in 0..<2 { try await harness.undo(by: anna) }
        let (a, b) = (try harness.attributes(of: "a"), try harness.attributes(of: "b"))
        #expect(a["stars"] == .int(5) && a["flag"] == nil && b["stars"] == nil && b["flag"] == nil)
        let labels = try #require(a["labels"])
        #expect("\(labels)".contains("Wall") && !"\(labels)".contains("Print"))
        try await harness.mark(["c"], ["stars": .int(1)], by: anna)
        try await harness.mark(["c"], ["stars": .int(3)], by: ben)
        let refusal = await #expect(throws: GridError.self) { try await harness.undo(by: anna) }
        #expect(refusal?.reason.code == "changed-since")
        #expect(try harness.attributes(of: "c")["stars"] == .int(3))
    }

    @Test func `an item whose first mark is taken back is in results again`() async throws {
        let harness = try await harness()
        let result = try await harness.result(#"{"where":{"not":{"field":"flag","in":["reject"]}}}"#)
        func count() throws -> Int { try harness.engine.snapshot(of: result.id).snapshot.numberOfItems }
        try await harness.mark(["a", "b"], ["flag": .string("reject")], by: anna)
        #expect(try count() == 4)
        try await harness.undo(by: anna)
        #expect(try count() == 6)
    }

    @Test func `attributes that others have changed since stay`() async throws {
        let harness = try await harness()
        func set(_ attributes: JSONObject, by author: ChangeAuthor) async throws {
            try await harness.change {
                try harness.engine.patchAttributes(
                    of: "a", in: "c", attributes, options: ChangeOptions(author: author), completion: $0)
            }
        }
        try await set(["note": .string("mine"), "price": .int(1)], by: anna)
        try await set(["price": .int(2), "stock": .int(7)], by: ben)
        try await harness.undo(by: anna)
        let left = try harness.attributes(of: "a")
        #expect(left["note"] == nil && left["price"] == .int(2) && left["stock"] == .int(7))
        try await harness.undo(by: ben)
        #expect(try harness.attributes(of: "a")["stock"] == nil)
    }

    @Test func `authors are known after a restart, and what they can take back`() async throws {
        let store = MemoryStore()
        let before = try await harness(store: store)
        try await before.move("a", to: IndexPath(0, 3), by: anna)
        try await before.move("e", to: IndexPath(1, 1), by: ben)
        let options = ChangeOptions(idempotencyKey: "k", author: anna)
        let answer = try await before.change { try before.engine.undo(in: "c", options: options, completion: $0) }
        before.engine.close()
        let after = try await harness(store: store)
        let again = try await after.change { try after.engine.undo(in: "c", options: options, completion: $0) }
        #expect(again.patch.to == answer.patch.to && again.reverted == answer.reverted && again.reverted != nil)
        #expect(try after.engine.history(of: "c", for: anna).undo == nil)
        #expect(try await after.redo(by: anna).reverted?.item?.id == "a")
        #expect(try await after.undo(by: ben).reverted?.item?.id == "e")
    }

    @Test func `marks through an album are taken back there by who made them, also after a restart`() async throws {
        let store = MemoryStore()
        let before = try await harness(store: store)
        let album = try await before.album(of: ["a", "b", "c"])
        try await before.mark(["c/a"], ["stars": .int(4)], in: album, by: anna)
        try await before.mark(["c/b"], ["stars": .int(2)], in: album, by: ben)
        // Beside the album: no concern of its undo.
        try await before.mark(["c"], ["stars": .int(1)], by: anna)
        before.engine.close()
        let after = try await harness(store: store)
        let opened = AsyncStream<Void>.makeStream()
        try after.engine.reopenPostedCollections { _, _ in opened.continuation.yield() }
        _ = await opened.stream.first { _ in true }
        let undone = try await after.undo(in: album, by: anna)
        #expect(undone.reverted?.item?.id == "c/a" && undone.reverted?.kind == .mark)
        #expect(try after.attributes(of: "a")["stars"] == nil)
        #expect(try after.attributes(of: "b")["stars"] == .int(2) && after.attributes(of: "c")["stars"] == .int(1))
        await #expect(throws: GridError.nothingToUndo) { try await after.undo(in: album, by: anna) }
        let newest = try #require(try after.engine.history(of: album, for: anna).newest)
        #expect(newest.item?.id == "c/b" && !newest.isOwn)
        try await after.undo(newest.name, in: album, by: anna)
        #expect(try after.attributes(of: "b")["stars"] == nil)
        try await after.redo(in: album, by: anna)
        #expect(try after.attributes(of: "b")["stars"] == .int(2))
    }
}

extension EngineHarness {
    @discardableResult
    fileprivate func move(_ item: String, to place: IndexPath, by author: ChangeAuthor) async throws -> CommittedChange
    {
        try await change {
            try engine.move(item, in: "c", toAfter: place, options: ChangeOptions(author: author), completion: $0)
        }
    }

    fileprivate func mark(
        _ items: [String], _ marks: JSONObject, in id: String = "c", by author: ChangeAuthor
    ) async throws {
        try await change {
            try engine.mark(.items(items), in: id, as: marks, options: ChangeOptions(author: author), completion: $0)
        }
    }

    @discardableResult
    fileprivate func undo(
        _ name: String? = nil, in id: String = "c", by author: ChangeAuthor
    ) async throws -> CommittedChange {
        try await change { try engine.undo(in: id, name, options: ChangeOptions(author: author), completion: $0) }
    }

    @discardableResult
    fileprivate func redo(in id: String = "c", by author: ChangeAuthor) async throws -> CommittedChange {
        try await change { try engine.redo(in: id, options: ChangeOptions(author: author), completion: $0) }
    }

    fileprivate func attributes(of item: String) throws -> JSONObject {
        try engine.item(item, of: "c").item.attributes
    }

    fileprivate func album(of items: [String]) async throws -> String {
        let created = await withCheckedContinuation { continuation in
            engine.createAlbum(title: "Album") { continuation.resume(returning: $0) }
        }
        let id = try created.get().id
        let addition = AlbumAddition(collection: "c", choice: .some(.items(items)))
        try await change { try engine.add(addition, to: id, completion: $0) }
        return id
    }
}
