import CollectionModel
import JSONText
import LookaheadTesting
import Testing

@testable import GridEngine

/// Stars, flags, ratings and labels, of one item or of many in one change.
@Suite struct MarkTests {
    private func harness(store: MemoryStore = MemoryStore()) async throws -> EngineHarness {
        try await EngineHarness(
            sections: [("s", ["a", "b", "c", "d"]), ("t", ["e", "f"])], store: store,
            attributes: ["f": ["stars": .int(2), "labels": .array([.string("from outside")])]])
    }

    private func attribute(_ name: String, of items: [String], _ harness: EngineHarness) throws -> [String?] {
        try items.map { item in
            try harness.engine.item(item, of: "c").item.attributes[name].map {
                String(decoding: $0.encoded, as: UTF8.self)
            }
        }
    }

    @Test func `ranges are marked with one change and one patch, which undo takes back`() async throws {
        let harness = try await harness()
        let change = try await harness.change {
            try harness.engine.mark(
                .ranges([0..<2, 3..<5], version: 1), in: "c", as: ["stars": .int(4), "flag": .string("pick")],
                completion: $0)
        }
        #expect((change.patch.from, change.patch.to) == (1, 2))
        #expect(change.patch.patch.reconfigures.count == 4 && change.patch.patch.changesNoOrder)
        #expect(try attribute("stars", of: ["a", "b", "c", "d", "e"], harness) == ["4", "4", nil, "4", "4"])
        #expect(try harness.engine.item("a", of: "c").item.revision == 2)
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try attribute("stars", of: ["a", "e"], harness) == [nil, nil])
        #expect(try attribute("flag", of: ["a", "e"], harness) == [nil, nil])
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try attribute("flag", of: ["a", "c", "e"], harness) == ["\"pick\"", nil, "\"pick\""])
    }

    @Test func `what has the marks already is not changed`() async throws {
        let harness = try await harness()
        try await harness.mark(["a"], ["stars": .int(3)])
        let again = try await harness.mark(["a", "b"], ["stars": .int(3)])
        #expect(again.patch.patch.reconfigures.count == 1)
        let none = try await harness.mark(["a", "b"], ["stars": .int(3)])
        #expect(none.patch.patch.isEmpty && none.patch.from == none.patch.to)
    }

    @Test func `undo takes one mark back and keeps those that were given later`() async throws {
        let harness = try await harness()
        try await harness.mark(["a"], ["stars": .int(3)])
        let first = try await harness.mark(["a", "b"], ["flag": .string("reject")])
        try await harness.mark(["a"], ["labels": .array([.string("Print")])])
        for _ in 0..<2 { try await harness.change { try harness.engine.undo(in: "c", completion: $0) } }
        #expect(first.patch.to == 3)
        #expect(try attribute("flag", of: ["a", "b"], harness) == [nil, nil])
        #expect(try attribute("stars", of: ["a"], harness) == ["3"])
    }

    @Test func `what a source says is the start value, and 0 hides it`() async throws {
        let harness = try await harness()
        #expect(try attribute("stars", of: ["f"], harness) == ["2"])
        try await harness.mark(["f"], ["stars": .int(0)])
        #expect(try attribute("stars", of: ["f"], harness) == [nil])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try attribute("stars", of: ["f"], harness) == ["2"])
    }

    @Test func `labels are added and removed, and have one colour in the collection`() async throws {
        let harness = try await harness()
        try await harness.mark(
            ["a", "b"], ["labels": .array([.object(["name": .string("Print"), "colour": .string("red")])])])
        try await harness.mark(
            ["b", "c"], ["labels": .object(["add": .array([.string("Client")]), "remove": .array([.string("Print")])])])
        let names = try ["a", "b", "c"].map { try harness.labels(of: $0).map(\.name) }
        #expect(names == [["Print"], ["Client"], ["Client"]])
        // Another colour is one of all items that have the label.
        let blue: JSONValue = .object(["name": .string("Print"), "colour": .string("blue")])
        let change = try await harness.mark(["d"], ["labels": .object(["add": .array([blue])])])
        #expect(change.patch.patch.reconfigures.count == 2)
        #expect(try harness.labels(of: "a") == [Label(name: "Print", colour: .blue)])
        #expect(try harness.engine.labels(of: "c").map(\.name) == ["Print", "Client"])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.labels(of: "a") == [Label(name: "Print", colour: .red)])
        #expect(try harness.labels(of: "d").isEmpty)
    }

    @Test func `marks survive restarts, with and without a checkpoint, and can be undone after them`() async throws {
        let store = MemoryStore()
        var harness = try await harness(store: store)
        try await harness.mark(["a", "e"], ["stars": .int(5), "labels": .array([.string("Print")])])
        try await harness.mark(["a"], ["flag": .string("pick"), "rating": .string("like")])
        for writesCheckpoint in [false, true, false] {
            if writesCheckpoint { try harness.checkpoint() }
            harness = try await self.harness(store: store)
            #expect(try attribute("stars", of: ["a", "b", "e"], harness) == ["5", nil, "5"])
            #expect(try attribute("rating", of: ["a", "e"], harness) == ["\"like\"", nil])
            #expect(try harness.labels(of: "e").map(\.name) == ["Print"])
        }
        try await harness.mark(["b"], ["stars": .int(1)])
        harness = try await self.harness(store: store)
        for _ in 0..<3 { try await harness.change { try harness.engine.undo(in: "c", completion: $0) } }
        #expect(try attribute("stars", of: ["a", "b", "e"], harness) == [nil, nil, nil])
        #expect(try attribute("flag", of: ["a"], harness) == [nil])
    }

    @Test func `a colour label is undone, survives a restart, and takes the place of the file's`() async throws {
        let store = MemoryStore()
        let harness = try await harness(store: store)
        try await harness.mark(["a", "b"], ["colourLabel": .string("purple"), "stars": .int(1)])
        try await harness.mark(["b"], ["colourLabel": .string("red")])
        let after = try await self.harness(store: store)
        #expect(try attribute("colourLabel", of: ["a", "b", "c"], after) == ["\"purple\"", "\"red\"", nil])
        try await after.change { try after.engine.undo(in: "c", completion: $0) }
        try await after.mark(["a"], ["colourLabel": .null])
        #expect(try attribute("colourLabel", of: ["a", "b"], after) == [nil, "\"purple\""])
        #expect(try attribute("stars", of: ["a", "b"], after) == ["1", "1"])
        var metadata = PictureMetadata()
        for (label, shown) in [("Green", "\"green\""), ("Teal", nil), (nil, nil)] {
            metadata.label = label
            let file = MarkSet(metadata)
            let collection = try after.engine.collection("c")
            collection.state.withLock { state in
                for raw in 0..<3 { state.marks.setFile(file, of: ItemOrdinal(UInt32(raw))) }
            }
            #expect(try attribute("colourLabel", of: ["a", "b", "c"], after) == [nil, "\"purple\"", shown])
        }
        await #expect(throws: GridError.self) { try await after.mark(["a"], ["colourLabel": .string("teal")]) }
    }

    @Test func `a time shift moves the date that is known, and undo moves it back`() async throws {
        let store = MemoryStore()
        func open() async throws -> EngineHarness {
            try await EngineHarness(
                sections: [("s", ["a", "b", "c"])], store: store,
                attributes: [
                    "a": ["taken": .string("2026-05-17T12:00:00")], "b": ["taken": .string("2026-05-17T11:00:00.75")],
                ])
        }
        func taken(_ harness: EngineHarness) throws -> [String?] {
            while (try? harness.engine.fieldValues(of: "a", in: "c")) == nil {}
            return try ["a", "b", "c"].map { item in
                try harness.engine.fieldValues(of: item, in: "c").first { $0.field == "taken" }?.value.text
            }
        }
        let harness = try await open()
        let (noon, eleven) = ("2026-05-17T12:00:00", "2026-05-17T11:00:00.75")
        #expect(try taken(harness) == [noon, eleven, nil])
        try await harness.mark(["b", "c"], ["timeShift": .double(3600.25)])
        #expect(try taken(harness) == [noon, "2026-05-17T12:00:01", nil])
        #expect(try attribute("timeShift", of: ["a", "b", "c"], harness) == [nil, "3600.25", "3600.25"])
        // In the place of the other one, not on top of it.
        try await harness.mark(["b"], ["timeShift": .int(-86_400), "stars": .int(2)])
        #expect(try taken(harness) == [noon, "2026-05-16T11:00:00.75", nil])
        let after = try await open()
        #expect(try taken(after) == [noon, "2026-05-16T11:00:00.75", nil])
        try await after.change { try after.engine.undo(in: "c", completion: $0) }
        #expect(try taken(after) == [noon, "2026-05-17T12:00:01", nil])
        try await after.change { try after.engine.undo(in: "c", completion: $0) }
        #expect(try taken(after) == [noon, eleven, nil])
        try await after.change { try after.engine.redo(in: "c", completion: $0) }
        try await after.mark(["b"], ["timeShift": .null])
        #expect(try taken(after) == [noon, eleven, nil])
        let refused: [JSONValue] = [.string("1"), .double(.infinity), .int(4_000_000_000), .bool(true)]
        for value in refused {
            await #expect(throws: GridError.self) { try await after.mark(["a"], ["timeShift": value]) }
        }
    }

    @Test func `the ranges of an older version are refused once an item has moved, and not before`() async throws {
        let harness = try await harness()
        try await harness.mark(["a"], ["stars": .int(1)])
        let change = try await harness.change {
            try harness.engine.mark(.ranges([1..<2], version: 1), in: "c", as: ["stars": .int(2)], completion: $0)
        }
        #expect(change.patch.to == 3)
        try await harness.move("a", to: IndexPath(0, 1))
        await #expect(throws: GridError.conflict(.selectionOutdated(1, newest: 4))) {
            try await harness.change {
                try harness.engine.mark(.ranges([1..<2], version: 1), in: "c", as: ["stars": .int(3)], completion: $0)
            }
        }
    }

    @Test func `the ranges of a result are those of its items, and the result follows`() async throws {
        let harness = try await harness()
        try await harness.mark(["b", "e"], ["stars": .int(5)])
        let result = try await harness.result(#"{"where":{"field":"stars","in":[5]}}"#)
        #expect(try harness.order(of: result.id) == [["b"], ["e"]])
        try await harness.change {
            try harness.engine.mark(
                .ranges([0..<2], version: result.version), in: result.id, as: ["flag": .string("pick")], completion: $0)
        }
        let picked = try await harness.result(#"{"where":{"field":"flag","in":["pick"]}}"#)
        #expect(try harness.order(of: picked.id) == [["b"], ["e"]])
        try await harness.mark(["b"], ["stars": .int(2), "labels": .array([.string("Sea")])])
        #expect(try harness.order(of: result.id) == [["e"]])
        #expect(try await harness.result(#"{"search":"sea"}"#).itemCount == 1)
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order(of: result.id) == [["b"], ["e"]])
        #expect(try await harness.result(#"{"search":"sea"}"#).itemCount == 0)
    }

    @Test func `a large change reaches a viewer as a patch of what it holds`() async throws {
        let items = (0..<5000).map { "i\($0)" }
        let harness = try await EngineHarness(sections: [("s", items)])
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, .top(version: 1))
        let last = harness.engine.lastEventID
        try await harness.change {
            try harness.engine.mark(.ranges([4..<5000], version: 1), in: "c", as: ["stars": .int(1)], completion: $0)
        }
        let records = harness.engine.events.records(of: viewer, after: last)
        guard case .patch(let change) = try #require(records?.last?.event) else {
            Issue.record("no patch: \(String(describing: records))")
            return
        }
        #expect((change.patch.from, change.patch.to) == (1, 2))
        let held = change.patch.patch.reconfigures
        #expect(!held.isEmpty && held.count < 200 && held.first == ItemOrdinal(4))
    }

    @Test func `what is no mark is refused by name`() async throws {
        let harness = try await harness()
        let refused: [(JSONObject, String, Reason)] = [
            (["stars": .int(6)], "/stars", .starsInvalid), (["stars": .string("3")], "/stars", .starsInvalid),
            (["flag": .string("maybe")], "/flag", .flagInvalid),
            (["rating": .string("adore")], "/rating", .ratingUnknown(["like", "dislike"])),
            (["labels": .array([.string("")])], "/labels", .labelInvalid),
            (["labels": .array([.string(String(repeating: "x", count: 101))])], "/labels", .labelInvalid),
            (["labels": .array([.string("a\u{7}b")])], "/labels", .labelInvalid),
            (["labels": .array((0...16).map { .string("l\($0)") })], "/labels", .tooManyLabels),
        ]
        for (marks, pointer, reason) in refused {
            await #expect(throws: GridError.invalid(.mark(pointer), reason)) { try await harness.mark(["a"], marks) }
        }
        #expect(try harness.version == 1)
        await #expect(throws: GridError.notFound(.item, id: "z")) {
            try await harness.mark(["a", "z"], ["stars": .int(1)])
        }
        #expect(try attribute("stars", of: ["a"], harness) == [nil])
    }
}

extension EngineHarness {
    @discardableResult
    func mark(_ items: [String], _ marks: JSONObject) async throws -> CommittedChange {
        try await change { try engine.mark(.items(items), in: "c", as: marks, completion: $0) }
    }

    fileprivate func labels(of item: String) throws -> [Label] {
        guard case .array(let values)? = try engine.item(item, of: "c").item.attributes["labels"] else { return [] }
        return values.compactMap { value in
            guard case .object(let object) = value, let name = object["name"]?.text else { return nil }
            return Label(name: name, colour: object["colour"]?.text.flatMap { Label.Colour(rawValue: $0) })
        }
    }

    /// Writes the whole order, as a server does now and then.
    fileprivate func checkpoint() throws {
        let collection = try engine.collection("c")
        try engine.commits.checkpointIfWanted(collection, pendingLimit: -1)
    }
}
