import CollectionModel
import Foundation
import GridEngine
import JSONText
import Synchronization
import Testing

@testable import CollectionStore

/// Backups as text: out, in again, and every way in which one can be wrong.
@Suite struct BackupTests {
    @Test func `a backup put into an empty folder gives the same backup`() throws {
        let first = try exported(try filled())
        let store = try Scratch().open()
        #expect(try imported(first, into: store) == BackupCounts(collections: 2, sections: 5, items: 11))
        #expect(try exported(store) == first)
        // What an engine reads is whole too.
        let stored = try #require(try store.restore("photos"))
        #expect(stored.checkpoint.version == 2)
        #expect(stored.sections.map(\.title) == ["Section 0", "Section 1", "Section 2"])
        #expect(
            stored.checkpoint.sections.map { $0.items.map { stored.items[$0] } }
                == [["folder/写真 4.jpg", "folder/写真 0.jpg", "folder/写真 1.jpg"], ["folder/写真 3.jpg"], []])
    }

    @Test func `lines are what people can read`() throws {
        let text = String(decoding: try exported(try filled()), as: UTF8.self)
        #expect(
            text == """
                {"lookahead":"backup","form":1}
                {"collection":"photos","version":2}
                {"section":"s0","title":"Section 0"}
                {"item":"folder/写真 4.jpg","section":"s0","attributes":{"rating":"like"},"changes":3}
                {"item":"folder/写真 0.jpg","section":"s0"}
                {"item":"folder/写真 1.jpg","section":"s0"}
                {"section":"s1","title":"Section 1"}
                {"item":"folder/写真 3.jpg","section":"s1"}
                {"section":"s2","title":"Section 2"}
                {"item":"folder/写真 2.jpg","section":null,"attributes":{"rating":null},"changes":2}
                {"collection":"posted","version":1,"title":"Posted \\"one\\""}
                {"section":"s0","title":"Section 0"}
                {"item":"folder/写真 0.jpg","section":"s0","title":"写真","kind":"plain","width":4,"height":3}
                {"item":"folder/写真 1.jpg","section":"s0","title":"写真","kind":"plain","width":4,"height":3}
                {"item":"folder/写真 2.jpg","section":"s0","title":"写真","kind":"plain","width":4,"height":3}
                {"item":"folder/写真 3.jpg","section":"s0","title":"写真","kind":"plain","width":4,"height":3}
                {"section":"s1","title":"Section 1"}
                {"item":"folder/写真 4.jpg","section":"s1","title":"写真","kind":"plain","width":4,"height":3}
                {"item":"folder/写真 5.jpg","section":"s1","title":"写真","kind":"plain","width":4,"height":3}
                {"end":true,"collections":2,"sections":5,"items":11}

                """)
    }

    @Test func `a backup is written while the log is folded in, again and again`() throws {
        let store = try filled()
        let expected = try exported(store)
        let isOver = Atomic<Bool>(false)
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            // Both take the locks of the store: in different orders, each would hold what the other waits for.
            // A pause after each: a mutex is given to whoever asks first, which is mostly who has just let it go.
            while !isOver.load(ordering: .relaxed) {
                try? store.fold()
                usleep(100)
            }
            ended.signal()
        }
        for _ in 0..<50 { #expect(try exported(store) == expected) }
        isOver.store(true, ordering: .relaxed)
        ended.wait()
    }

    @Test func `a backup put over what changed since brings it back, and leaves the rest`() throws {
        let store = try filled()
        let backup = try exported(store)
        let fresh = StoredIdentifier(ordinal: 5, id: "new.jpg")
        try store.commit([
            StoredChange(
                collection: "photos", version: 3, patch: [], newItems: [fresh],
                attributes: [
                    .init(item: 4, json: KeptItem(attributes: ["rating": .string("dislike")], changes: 9).stored),
                    .init(item: 5, json: KeptItem(attributes: ["rating": .string("like")], changes: 1).stored),
                ])
        ])
        try store.checkpoint(freshOrder("other", counts: [1]))
        _ = try imported(backup, into: store)
        let stored = try #require(try store.restore("photos"))
        #expect(stored.checkpoint.version == 4)
        #expect(try store.changes(of: "photos", since: 0).isEmpty)
        #expect(stored.checkpoint.sections.flatMap(\.items) == [4, 0, 1, 3])
        #expect(stored.items.last == "new.jpg")
        let kept = stored.attributes.map { KeptItem(stored: $0.json ?? "", of: stored.items[$0.item]) }
        // What is a mark is kept as one. A revision never goes back; what the backup does not name is as it was.
        #expect(
            kept == [
                KeptItem(attributes: ["rating": .null], changes: 2), KeptItem(changes: 9),
                KeptItem(attributes: ["rating": .string("like")], changes: 1),
            ])
        var marks = MarkBook(itemCount: 6)
        for part in stored.marks { try marks.take(part) }
        #expect(marks.marks(of: 4).attributes == ["rating": .string("like")] && marks.marks(of: 4).changes == 1)
        #expect(try store.restore("other").map { Array($0.items) } == ["folder/写真 0.jpg"])
        // The store goes on from there.
        try store.commit([StoredChange(collection: "photos", version: 5, patch: [])])
    }

    @Test func `marks are in a backup, and those of items that it names are as they were`() throws {
        let store = try filled()
        var book = MarkBook(itemCount: 5)
        let labels: JSONValue = .array([.object(["name": .string("Print"), "colour": .string("green")])])
        _ = book.setMarks(of: 0, from: ["stars": .int(4), "labels": labels])
        _ = book.setMarks(of: 4, from: ["flag": .string("reject"), "rating": .null])
        // A change of the log has the form of a part.
        try store.commit([StoredChange(collection: "photos", version: 3, patch: [], marks: book.parts[0].bytes)])
        let backup = try exported(store)
        let text = String(decoding: backup, as: UTF8.self)
        #expect(
            text.contains(
                #"{"item":"folder/写真 0.jpg","section":"s0","attributes":{"stars":4,"labels":[{"name":"Print","colour":"green"}]},"changes":1}"#
            ))
        #expect(text.contains(#""attributes":{"flag":"reject","rating":null},"changes":4}"#))
        let other = try Scratch().open()
        _ = try imported(backup, into: other)
        #expect(try exported(other) == backup)
        // Put over another state of the same: marks that the backup does not have are gone.
        _ = book.setMarks(of: 0, from: ["stars": .int(1)])
        _ = book.setMarks(of: 1, from: ["stars": .int(1)])
        try store.commit([StoredChange(collection: "photos", version: 4, patch: [], marks: book.parts[0].bytes)])
        _ = try imported(backup, into: store)
        let again = String(decoding: try exported(store), as: UTF8.self)
        #expect(again.contains(#"{"item":"folder/写真 0.jpg","section":"s0","attributes":{"stars":4,"labels""#))
        #expect(!again.contains(#""stars":1"#))
    }

    @Test func `one collection can be taken, under another name`() throws {
        let backup = try exported(try filled())
        let store = try Scratch().open()
        #expect(
            try imported(backup, into: store, wanted: ("photos", "moved"))
                == BackupCounts(collections: 1, sections: 3, items: 5))
        #expect(try store.restore("photos") == nil && store.restore("posted") == nil)
        #expect(try store.restore("moved")?.items.count == 5)
        #expect(throws: StoreError.self) { try imported(backup, into: store, wanted: ("nothing", "moved")) }
    }

    /// What is done to the lines of a good backup, the line that is then refused, and a word of the reason.
    static let faults: [(String, @Sendable (inout [String]) -> Void, Int, String)] = [
        ("cut in a line", { $0[5] = String($0[5].dropLast(4)) }, 6, "unexpected end"),
        ("cut at the end", { $0.removeLast() }, 20, "cut off"),
        ("nothing", { $0 = [] }, 1, "cut off"),
        ("something else", { $0[0] = #"{"name":"x"}"# }, 1, "member"),
        ("a newer form", { $0[0] = #"{"lookahead":"backup","form":2}"# }, 1, "form 2"),
        ("a lost line", { $0.remove(at: 4) }, 19, "holds 10"),
        ("an item twice", { $0.insert($0[4], at: 5) }, 6, "duplicate"),
        ("a section twice", { $0.insert($0[2], at: 6) }, 7, "duplicate"),
        ("a collection twice", { $0.insert($0[1], at: 10) }, 11, "duplicate"),
        ("an unknown section", { $0[4] = #"{"item":"x","section":"s9"}"# }, 5, "s9"),
        ("an item without a section", { $0[4] = #"{"item":"x"}"# }, 5, "not a line"),
        ("an item before all", { $0.swapAt(1, 4) }, 2, "before"),
        ("a member twice", { $0[4] = #"{"item":"x","item":"y","section":"s0"}"# }, 5, "twice"),
        ("a wrong attribute", { $0[4] = #"{"item":"x","section":"s0","attributes":3}"# }, 5, "/attributes"),
        ("a title that is not posted", { $0[4] = #"{"item":"x","section":"s0","title":"t"}"# }, 5, "posted"),
        ("something after the end", { $0.append($0[2]) }, 21, "follow"),
        ("a long name", { $0[4] = #"{"item":"\#(String(repeating: "x", count: 201))","section":"s0"}"# }, 5, "200"),
        ("a long line", { $0[4] = String(repeating: " ", count: 2 << 20) }, 5, "1 MiB"),
    ]

    @Test(arguments: faults.indices) func `a wrong line is named, and nothing is imported`(index: Int) throws {
        let (name, spoil, number, reason) = Self.faults[index]
        let source = try filled()
        var lines = String(decoding: try exported(source), as: UTF8.self).split(separator: "\n").map(String.init)
        spoil(&lines)
        let target = try filled()
        try target.commit([StoredChange(collection: "photos", version: 3, patch: [])])
        let before = try exported(target)
        do {
            _ = try imported(Array(lines.map { $0 + "\n" }.joined().utf8), into: target)
            Issue.record("\(name) was taken")
        } catch {
            guard case .failed(let text) = error else { throw error }
            #expect(text.contains("line \(number):") && text.contains(reason), "\(name): \(text)")
        }
        #expect(try exported(target) == before)
        // What was refused has left no trace in what the store believes either.
        try target.commit([StoredChange(collection: "photos", version: 4, patch: [])])
    }

    @Test func `parts that end anywhere make the same lines`() throws {
        let backup = try exported(try filled())
        for size in [1, 2, 3, 61, backup.count] {
            var at = 0
            var reader = BackupReader(name: "test") {
                defer { at = min(at + size, backup.count) }
                return Array(backup[at..<min(at + size, backup.count)])
            }
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count == 20)
        }
    }

    /// Photos with a move since the checkpoint, ratings, and an item that is gone; and a posted collection.
    private func filled() throws -> SQLiteStore {
        let store = try Scratch(isInMemory: true).open()
        var photos = freshOrder("photos", counts: [3, 2, 0])
        photos.sections[0].items = [0, 1]
        photos.attributes = [
            .init(item: 2, json: KeptItem(attributes: ["rating": .null], changes: 2).stored),
            .init(item: 4, json: KeptItem(attributes: ["rating": .string("like")], changes: 3).stored),
        ]
        try store.checkpoint(photos)
        var patch = Patch()
        patch.moves = [.init(item: ItemOrdinal(4), from: IndexPath(1, 1), toAfter: IndexPath(0, 0))]
        try store.commit([StoredChange(collection: "photos", version: 2, patch: patch.encode())])
        var posted = freshOrder("posted", counts: [4, 2])
        posted.postedTitle = "Posted \"one\""
        posted.attributes = posted.newItems.map { item in
            let content = SourceItem(
                id: item.id, title: "写真", kind: "plain", revision: 1, width: 4, height: 3, hasImage: false)
            return .init(
                item: item.ordinal, json: KeptItem(attributes: [:], changes: 0, content: content).stored)
        }
        try store.checkpoint(posted)
        return store
    }
}
