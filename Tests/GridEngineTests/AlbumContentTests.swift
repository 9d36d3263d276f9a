import CollectionLayout
import CollectionModel
import LookaheadTesting
import Prefetching
import Testing

@testable import GridEngine

/// Albums of a collection whose source is asked for its contents.
@Suite struct AlbumContentTests {
    private let source = AskedSource(items: (0..<600).map { "i\($0)" })
    private let engine = GridEngine(loader: ScriptedLoader(), clock: ManualClock())

    private func album(of count: Int) async throws -> String {
        let (engine, source) = (engine, source)
        _ = try await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }.get()
        let album = try await withCheckedContinuation { continuation in
            engine.createAlbum(title: "Album", options: .none) { continuation.resume(returning: $0) }
        }.get().id
        let addition = AlbumAddition(collection: "c", choice: .some(.items((0..<count).map { "i\($0)" })))
        _ = try await withCheckedContinuation { continuation in
            do throws(GridError) {
                try engine.add(addition, to: album) { continuation.resume(returning: $0) }
            } catch { continuation.resume(returning: .failure(error)) }
        }.get()
        return album
    }

    private func look(at album: String, y: Double = 0, sequence: Int = 1) throws -> RangeAnswer {
        let layout = try LayoutDescription(
            kind: "column", options: ["minColumnWidth": 100, "cellHeight": 100, "spacing": 0, "inset": 0])
        let viewer = try engine.createViewer(of: album, ViewerSettings(layout: layout, width: 400, height: 300)).viewer
        let visible = RangeEvent.Visible.rect(Rect(x: 0, y: y, width: 400, height: 300))
        return try engine.range(viewer, RangeEvent(sequence: sequence, version: 2, visible: visible))
    }

    private func until(_ condition: () throws -> Bool) async throws {
        for _ in 0..<2000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("not within ten seconds")
    }

    @Test func `what comes into an album's window is read, in batches, and shown`() async throws {
        let album = try await album(of: 600)
        #expect(try look(at: album).cells.allSatisfy { $0.item.title.isEmpty })
        try await until { !source.waiting.isEmpty }
        // Another page asks for nothing that is being read.
        let asked = source.asked.joined().count
        _ = try look(at: album)
        #expect(source.asked.joined().count == asked)
        while !source.waiting.isEmpty {
            source.answer()
            try await Task.sleep(for: .milliseconds(20))
        }
        try await until { try engine.item("c/i0", of: album).item.title == "Title of i0" }
        #expect(source.asked.allSatisfy { $0.count <= 256 } && Set(source.asked.joined()).count == asked)
        #expect(try look(at: album).cells.first?.item.title == "Title of i0")
        #expect(source.asked.joined().count == asked)
    }

    @Test func `what could not be read is read when it is looked at again`() async throws {
        let album = try await album(of: 4)
        source.fail(Reason("table-away", "The table is away."))
        _ = try look(at: album)
        try await until { !source.asked.isEmpty }
        source.fail(nil)
        source.answersAtOnce = true
        try await until {
            _ = try look(at: album)
            return try engine.item("c/i3", of: album).item.title == "Title of i3"
        }
    }
}
