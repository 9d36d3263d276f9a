import CollectionModel
import CollectionQuery
import LookaheadTesting
import Testing

@testable import GridEngine

/// The looks of pictures, as a field that similar ones are found by.
@Suite struct LikenessFieldTests {
    private static let items = ["a", "b", "c", "d"]

    /// A pattern across both axes: the second one a little darker, the third one turned over. The last one is plain.
    @Sendable private static func texel(of item: String) -> Texel {
        let (side, light) = (Texel.side, item == "b" ? 11 : 12)
        let rgb = (0..<side * side).flatMap { pixel -> [UInt8] in
            let (row, column) = (pixel / side, pixel % side)
            let (p, q) = item == "c" ? (row, column) : (column, row)
            let sample = item == "d" ? 90 : (60 + (7 * p * p + 13 * q * q + 5 * p * q) % 180) * light / 12
            return Array(repeating: UInt8(sample), count: 3)
        }
        return Texel(rgb: rgb)!
    }

    private func harness(metadata: (any MetadataReader)? = nil, texels: ScriptedTexels? = nil) async throws
        -> EngineHarness
    {
        let files = metadata == nil ? [] : Self.items
        return try await EngineHarness(
            sections: [("s", Self.items)], capabilities: Capabilities(refresh: true),
            loader: ScriptedLoader(makesPreviews: true, texels: texels, texel: Self.texel), metadata: metadata,
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, PictureFile(format: .jpeg, bytes: 1)) }))
    }

    private func likeness(_ item: String, _ harness: EngineHarness) throws -> FieldValue? {
        try harness.engine.fieldValues(of: item, in: "c").first { $0.field == "likeness" }?.value
    }

    private func expected(_ item: String) -> FieldValue { .text(Self.texel(of: item).likeness.text) }

    private func load(_ items: [String], _ harness: EngineHarness) async throws {
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, .top(version: harness.version))
        for item in items { try await until { harness.loader.finish("~\(item)") } }
        harness.engine.expire()
    }

    @Test func `similar pictures are found as their previews come, the nearest first`() async throws {
        let harness = try await harness()
        try await harness.readFields()
        try await load(["a", "c"], harness)
        try await until { try likeness("c", harness) == expected("c") }
        #expect(try likeness("a", harness) == expected("a") && likeness("b", harness) == nil)
        let near = #"{"field":"likeness","near":"\#(Self.texel(of: "a").likeness.text)"}"#
        let result = try await harness.result(#"{"where":\#(near),"sort":[\#(near)]}"#)
        #expect(try harness.order(of: result.id) == [["a"]])
        try await load(["b", "d"], harness)
        try await until { try harness.order(of: result.id) == [["a", "b"]] }
        let all = try await harness.result(#"{"sort":[\#(near)]}"#)
        #expect(try harness.order(of: all.id)[0].prefix(2) == ["a", "b"])
        // One without any contrast is like others of the kind.
        #expect(try likeness("d", harness) == .text("0000000000000000"))
    }

    @Test func `of files it is kept, and forgotten with the content`() async throws {
        let shelf = KeptMeasures()
        do {
            let harness = try await harness(metadata: shelf)
            // Before anybody asks for fields.
            try await load(["a", "b"], harness)
            try await until { shelf.kept.withLock { $0.count } == 2 }
        }
        let next = try await harness(metadata: shelf)
        try await next.readFields()
        try await until { try likeness("b", next) == expected("b") }
        next.source.script.withLock { $0.revisions["a"] = 2 }
        _ = try await next.refresh()
        next.engine.expire()
        try await until { try likeness("a", next) == nil }
        #expect(try likeness("b", next) == expected("b"))
        // It is not written once more.
        #expect(shelf.kept.withLock { $0.count } == 2)
    }

    @Test func `what only texels say of pictures without a file is there in the next run`() async throws {
        let texels = ScriptedTexels()
        do { try await load(["a", "c"], try await harness(texels: texels)) }
        let next = try await harness(texels: texels)
        try await next.readFields()
        try await until {
            next.engine.expire()
            return try likeness("c", next) == expected("c")
        }
        #expect(try likeness("a", next) == expected("a") && likeness("b", next) == nil)
    }
}
