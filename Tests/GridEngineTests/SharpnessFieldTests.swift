import CollectionLayout
import CollectionModel
import CollectionQuery
import LookaheadTesting
import Preparing
import Testing

@testable import GridEngine

/// What loads measure of pictures, as a field.
@Suite struct SharpnessFieldTests {
    private static let figures = ["a": 210, "b": 340, "c": 150, "d": 600]
    private static let sharpestFirst = #"{"sort":[{"field":"sharpness","descending":true}]}"#

    private func harness(metadata: (any MetadataReader)? = nil, ahead: AheadLoading? = nil) async throws
        -> EngineHarness
    {
        try await EngineHarness(
            sections: [("s", ["a", "b", "c", "d", "e"])], capabilities: Capabilities(refresh: true, paths: true),
            loader: ScriptedLoader(sharpness: Self.figures), metadata: metadata,
            files: Dictionary(
                uniqueKeysWithValues: ["a", "b", "c", "d", "e"].map { ($0, PictureFile(format: .jpeg, bytes: 1)) }),
            ahead: ahead)
    }

    private func sharpness(_ item: String, in collection: String = "c", _ harness: EngineHarness) throws -> FieldValue?
    {
        try harness.engine.fieldValues(of: item, in: collection).first { $0.field == "sharpness" }?.value
    }

    /// Has a viewer look at everything, and ends the loads of some.
    private func load(_ items: [String], _ harness: EngineHarness) async throws {
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, .top(version: harness.version))
        for item in items { try await until { harness.loader.finish(item) } }
        harness.engine.expire()
    }

    @Test func `a burst is sorted by it, unknown ones last, and the result follows what is loaded`() async throws {
        let harness = try await harness()
        let result = try await harness.result(Self.sharpestFirst)
        #expect(try harness.order(of: result.id) == [["a", "b", "c", "d", "e"]])
        try await load(["b", "a"], harness)
        try await until { try harness.order(of: result.id) == [["b", "a", "c", "d", "e"]] }
        try await load(["d", "c", "e"], harness)
        // The three sharpest come first; the fifth was loaded, and could not be measured.
        try await until { try harness.order(of: result.id) == [["d", "b", "a", "c", "e"]] }
        #expect(try sharpness("d", harness) == .number(600) && sharpness("e", harness) == nil)
        #expect(try harness.version == 1)
        let unknown = try await harness.result(#"{"where":{"field":"sharpness","exists":false}}"#)
        let sharp = try await harness.result(#"{"where":{"field":"sharpness","from":210}}"#)
        #expect(try harness.order(of: unknown.id) == [["e"]] && harness.order(of: sharp.id) == [["a", "b", "d"]])
    }

    @Test func `the sharpest of some pictures are marked at once, unless one is not measured`() async throws {
        let harness = try await harness()
        try await harness.readFields()
        try await load(["a", "b", "c", "d"], harness)
        for item in ["a", "b", "c", "d"] { try await until { try sharpness(item, harness) != nil } }
        func mark(_ items: [String], in id: String = "c", meaning: StackMeaning? = nil) async throws {
            try await harness.change {
                try harness.engine.mark(
                    .items(items), in: id, as: ["flag": .string("pick")], meaning: meaning, sharpest: 2, completion: $0)
            }
        }
        func picks() throws -> [String] {
            try harness.order()[0].filter { try harness.engine.item($0, of: "c").item.attributes["flag"] != nil }
        }
        try await mark(["c", "a", "b"])
        #expect(try picks() == ["a", "b"])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try picks().isEmpty)
        await #expect(throws: GridError.conflict(.unmeasured(1, of: 2))) { try await mark(["a", "e"]) }
        // The cell of a stack stands for all of it, and of a filtered result for what is found.
        _ = try await harness.change {
            try harness.engine.restack(.items(["a", "b", "c", "d"]), in: "c", as: .stack(face: "c"), completion: $0)
        }
        let all = try await harness.result(#"{"stacks":"folded"}"#)
        try await mark(["c"], in: all.id)
        #expect(try picks() == ["b", "d"])
        let unmarked = try await harness.result(#"{"where":{"field":"flag","exists":false},"stacks":"folded"}"#)
        try await mark(["c"], in: unmarked.id)
        #expect(try picks() == ["a", "b", "c", "d"])
    }

    @Test func `another content is measured again`() async throws {
        let harness = try await harness()
        try await harness.readFields()
        try await load(["a", "b"], harness)
        try await until { try sharpness("b", harness) == .number(340) }
        harness.source.script.withLock { $0.revisions["b"] = 2 }
        _ = try await harness.refresh()
        harness.engine.expire()
        try await until { try sharpness("b", harness) == nil }
        #expect(try sharpness("a", harness) == .number(210))
    }

    @Test func `what was measured is kept of files, and is there in the next run`() async throws {
        let shelf = KeptMeasures()
        do {
            let harness = try await harness(metadata: shelf)
            // Before anybody asks for fields.
            try await load(["a", "d"], harness)
            try await until { shelf.kept.withLock { $0.count } == 2 }
            try await harness.readFields()
            try await until { try sharpness("a", harness) == .number(210) }
        }
        // The file of one is another one since.
        let next = try await harness(metadata: shelf)
        next.source.script.withLock { $0.revisions["a"] = 2 }
        _ = try await next.refresh()
        let result = try await next.result(Self.sharpestFirst)
        try await until { try next.order(of: result.id) == [["d", "a", "b", "c", "e"]] }
        #expect(try sharpness("a", next) == nil)
        // It is not written once more.
        next.engine.expire()
        #expect(shelf.kept.withLock { $0.count } == 2)
    }

    @Test func `an album shows what its originals show`() async throws {
        let harness = try await harness()
        let created = await withCheckedContinuation { continuation in
            harness.engine.createAlbum(title: "Album", options: ChangeOptions()) { continuation.resume(returning: $0) }
        }
        let album = try created.get().id
        try await harness.change {
            let addition = AlbumAddition(collection: "c", choice: .some(.items(["a", "b", "e"])))
            try harness.engine.add(addition, to: album, completion: $0)
        }
        try await until { try harness.engine.fields(of: album).reading.isFilled }
        try await load(["a", "b"], harness)
        try await until { try sharpness("c/b", in: album, harness) == .number(340) }
        #expect(try sharpness("c/e", in: album, harness) == nil)
    }

    @Test func `pictures that are prepared are measured too`() async throws {
        let ahead = ScriptedLoader(makesPreviews: true, diskLimitBytes: 1000, sharpness: Self.figures)
        let harness = try await harness(ahead: AheadLoading(scope: .all, loader: ahead, lanes: 1))
        try await harness.readFields()
        for item in ["a", "b"] {
            try await until {
                harness.engine.expire()
                return ahead.finish(item, withByProduct: true)
            }
        }
        harness.engine.expire()
        try await until { try sharpness("b", harness) == .number(340) }
    }
}
