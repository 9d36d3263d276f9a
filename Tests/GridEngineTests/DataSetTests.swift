import CollectionModel
import CollectionQuery
import JSONText
import LookaheadTesting
import Testing

@testable import GridEngine

/// What data sets say of items: attributes below those that people set.
@Suite struct DataSetTests {
    private func harness(metadata: (any MetadataReader)? = nil) async throws -> EngineHarness {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])], metadata: metadata)
        // Whatever the start has begun.
        try await until { harness.reports.isEmpty && harness.isResting }
        return harness
    }

    @Test func `fields are attributes, are found and grouped by, and are no version`() async throws {
        let harness = try await harness()
        try await harness.say([
            "m": [("a", ["animal": .string("cat"), "score": .double(0.75)]), ("b", ["animal": .string("dog")])]
        ])
        #expect(
            try harness.engine.item("a", of: "c").item.attributes == ["animal": .string("cat"), "score": .double(0.75)])
        #expect(try harness.version == 1)
        let result = try await harness.result(#"{"where":{"field":"animal","in":["cat"]}}"#)
        #expect(try harness.order(of: result.id) == [["a"]])
        let groups = try await harness.result(#"{"group":{"field":"animal"}}"#)
        #expect(try harness.order(of: groups.id) == [["a"], ["b"], ["c"]])
        let list = try harness.engine.itemList(of: "c")
        #expect(list.dataFields == ["animal", "score"])
    }

    @Test func `results follow another file, and what it says no longer is gone`() async throws {
        let harness = try await harness()
        try await harness.say([
            "m": [("a", ["animal": .string("cat")]), ("b", ["animal": .string("cat"), "score": .int(1)])]
        ])
        let cats = try await harness.result(#"{"where":{"field":"animal","in":["cat"]}}"#)
        try await harness.say(["m": [("b", ["score": .int(2)]), ("c", ["animal": .string("cat")])]])
        try await until { try harness.order(of: cats.id) == [["c"]] }
        let values = try harness.engine.fieldValues(of: "b", in: "c")
        #expect(values.contains { $0.field == "score" && $0.value == .number(2) })
        #expect(!values.contains { $0.field == "animal" })
        try await harness.say([:])
        try await until { try harness.order(of: cats.id) == [] }
        #expect(try harness.engine.item("c", of: "c").item.attributes.isEmpty)
        #expect(harness.reports.isEmpty)
    }

    @Test func `people come first, and what they take away comes back`() async throws {
        let harness = try await harness()
        try await harness.readFields()
        try await harness.say(["m": [("a", ["animal": .string("cat")])]])
        func animal() throws -> [FieldValue?] {
            [
                try harness.engine.item("a", of: "c").item.attributes["animal"].flatMap { ItemFields.value($0) },
                try harness.engine.fieldValues(of: "a", in: "c").first { $0.field == "animal" }?.value,
            ]
        }
        try await harness.change {
            try harness.engine.patch("a", in: "c", ItemChange(attributes: ["animal": .string("dog")]), completion: $0)
        }
        #expect(try animal() == [.keywords(["dog"]), .keywords(["dog"])])
        // A file that says it again is still below.
        try await harness.say(["m": [("a", ["animal": .string("lynx")])]])
        #expect(try animal() == [.keywords(["dog"]), .keywords(["dog"])])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try animal() == [.keywords(["lynx"]), .keywords(["lynx"])])
    }

    @Test func `the last line of an item counts, and all others are counted`() async throws {
        let harness = try await harness()
        try await harness.say([
            "m": [
                ("a", ["n": .int(1), "stars": .int(5)]), ("x", ["n": .int(2)]), nil, ("a", ["n": .int(3)]),
                ("y", [:]), ("b", ["name": .string("own")]),
            ],
            "n": [("a", ["n": .int(4), "more": .bool(true)])],
        ])
        #expect(try harness.engine.item("a", of: "c").item.attributes == ["n": .int(4), "more": .bool(true)])
        var (m, n) = (DataSetReport(name: "m"), DataSetReport(name: "n"))
        (m.items, m.unknown, m.firstUnknown, m.repeated) = (2, 2, "x", 1)
        (m.invalid, m.firstInvalid, m.ignored) = (1, 3, ["stars", "name"])
        n.items = 1
        #expect(harness.reports == [m, n])
    }

    @Test func `a line that names no item is read again once the item has come`() async throws {
        let harness = try await harness()
        try await harness.say(["m": [("d", ["n": .int(1)])]])
        #expect(harness.reports.map(\.unknown) == [1])
        harness.source.script.withLock { $0.sections = [("s", ["a", "b", "c", "d"])] }
        _ = try await harness.refresh()
        try await until { harness.reports.map(\.items) == [1] }
        #expect(try harness.engine.item("d", of: "c").item.attributes == ["n": .int(1)])
    }

    @Test func `what was said holds while it cannot be read, and is read again afterwards`() async throws {
        let harness = try await harness()
        func said() throws -> JSONObject { try harness.engine.item("a", of: "c").item.attributes }
        // With a line that names nothing, each change has it read again.
        try await harness.say(["m": [("a", ["n": .int(1)]), ("x", [:])]])
        harness.source.script.withLock { script in
            script.dataProblem = .unavailable(Reason("away", "away"))
            script.sections = [("s", ["a", "b", "c", "d"])]
        }
        _ = try await harness.refresh()
        try await until { try harness.version == 2 && harness.isResting }
        #expect(try said() == ["n": .int(1)])
        // Another file, of which nothing is known yet.
        try await harness.say(["m": [("a", ["n": .int(2)])]])
        #expect(harness.reports.first?.problem?.code == "away")
        harness.source.script.withLock { $0.dataProblem = nil }
        _ = try await harness.refresh()
        try await until { try said() == ["n": .int(2)] }
        #expect(harness.reports.map(\.problem) == [nil])
    }

    @Test func `lines are joined again once files have other names`() async throws {
        let harness = try await harness()
        try await harness.say(["m": [("a", ["n": .int(1)])]])
        harness.source.script.withLock { script in
            script.dataSets = ["m": [("b", ["n": .int(1)])]]
            script.namesRevision += 1
        }
        _ = try await harness.refresh()
        try await until { try harness.engine.item("b", of: "c").item.attributes == ["n": .int(1)] }
        #expect(try harness.engine.item("a", of: "c").item.attributes.isEmpty)
    }

    @Test func `the lines of one item have the room of one`() async throws {
        let harness = try await harness()
        let long = JSONValue.string(String(repeating: "x", count: 6000))
        try await harness.say(["m": ["1", "2", "3", "4"].map { ("a", [$0: long]) }])
        #expect(try harness.engine.item("a", of: "c").item.attributes.members.map(\.name) == ["1", "2"])
        #expect(harness.reports.map(\.invalid) == [2])
    }

    @Test func `a field that the file says too is the file's again without the data set`() async throws {
        let reader = ScriptedMetadata(cameras: ["a": "Leica"])
        let harness = try await harness(metadata: reader)
        harness.source.script.withLock { $0.files["a"] = PictureFile(format: .jpeg, bytes: 1000) }
        try await harness.readFields()
        reader.release()
        func camera() throws -> FieldValue? {
            try harness.engine.fieldValues(of: "a", in: "c").first { $0.field == "camera" }?.value
        }
        try await until { try camera() == .keywords(["Leica"]) }
        try await harness.say(["m": [("a", ["camera": .string("Canon")])]])
        try await until { try camera() == .keywords(["Canon"]) }
        try await harness.say([:])
        try await until { try camera() == .keywords(["Leica"]) }
    }

    @Test func `what a file says stays while people say other things of its item, and is shown again behind theirs`()
        async throws
    {
        let reader = ScriptedMetadata(cameras: ["a": "Leica", "b": "Leica", "c/a": "Leica", "c/b": "Leica"])
        let harness = try await harness(metadata: reader)
        harness.source.script.withLock { script in
            for item in ["a", "b"] { script.files[item] = PictureFile(format: .jpeg, bytes: 1000) }
        }
        let album = try await harness.album(of: ["a", "b"])
        for collection in ["c", album] {
            try await until { try harness.engine.fields(of: collection).reading.isFilled }
        }
        reader.release()
        func camera(in collection: String = "c", _ item: String = "a") throws -> FieldValue? {
            try harness.engine.fieldValues(of: item, in: collection).first { $0.field == "camera" }?.value
        }
        func change(_ attributes: JSONObject) async throws {
            try await harness.change {
                try harness.engine.patch("a", in: "c", ItemChange(attributes: attributes), completion: $0)
            }
        }
        // Another item has this field as an attribute.
        try await harness.say(["m": [("b", ["camera": .string("Canon")]), ("c", ["camera": .string("Canon")])]])
        try await until { try camera() == .keywords(["Leica"]) && camera(in: album, "c/a") == .keywords(["Leica"]) }
        let others = try await harness.result(#"{"where":{"field":"camera","in":["Leica"]}}"#)
        try await change(["place": .string("sea")])
        #expect(try camera() == .keywords(["Leica"]) && harness.order(of: others.id) == [["a"]])
        #expect(try camera(in: album, "c/a") == .keywords(["Leica"]))
        for taken in [JSONValue.string("Nikon"), .null] {
            try await change(["camera": taken])
            #expect(try camera() == ItemFields.value(taken) && harness.order(of: others.id) == [])
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            try await until { try camera() == .keywords(["Leica"]) && harness.order(of: others.id) == [["a"]] }
            try await until { try camera(in: album, "c/a") == .keywords(["Leica"]) }
        }
    }

    @Test func `what a listing says of a file is shown again behind what people said, also without metadata`()
        async throws
    {
        let harness = try await harness()
        harness.source.script.withLock { $0.files["a"] = PictureFile(format: .jpeg, bytes: 1000) }
        try await harness.readFields()
        func values() throws -> [String: FieldValue] {
            try Dictionary(
                uniqueKeysWithValues: harness.engine.fieldValues(of: "a", in: "c").map { ($0.field, $0.value) })
        }
        let before = try values()
        #expect(before["bytes"] == .number(1000) && before["name"] == .text("a"))
        try await harness.change {
            let said = ItemChange(attributes: ["bytes": .int(3), "name": .string("b"), "width": .int(9)])
            try harness.engine.patch("a", in: "c", said, completion: $0)
        }
        #expect(try values()["bytes"] == .number(3) && values()["name"] == .text("b"))
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try values() == before)
    }
}

extension EngineHarness {
    fileprivate var reports: [DataSetReport] {
        (try? engine.collection("c").state.withLock { $0.data?.reports }) ?? []
    }

    fileprivate func album(of items: [String]) async throws -> String {
        let created = await withCheckedContinuation { continuation in
            engine.createAlbum(title: "Album", options: ChangeOptions()) { continuation.resume(returning: $0) }
        }
        let album = try created.get().id
        let addition = AlbumAddition(collection: "c", choice: .some(.items(items)))
        try await change { try engine.add(addition, to: album, completion: $0) }
        return album
    }

    /// Whether no data set is being read.
    fileprivate var isResting: Bool { (try? engine.collection("c").dataSets.isResting) ?? false }

    /// Changes the data sets, and waits until they are joined.
    fileprivate func say(_ dataSets: [String: [(item: String, fields: JSONObject)?]]) async throws {
        source.script.withLock { script in
            script.dataSets = dataSets
            script.dataRevision += 1
        }
        _ = try await refresh()
        let files = source.dataSets
        try await until {
            try engine.collection("c").state.withLock { $0.data?.files ?? [] } == files && isResting
        }
        // Behind what was joined.
        await withCheckedContinuation { continuation in engine.commits.perform { continuation.resume() } }
    }
}
