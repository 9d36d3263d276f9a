import LookaheadTesting
import Testing

@testable import GridEngine

@Suite struct CollectionTableTests {
    private func album(_ id: String) -> AlbumSource {
        AlbumSource(id: id, title: id, find: { _ in nil }, gives: { (false, false) })
    }

    @Test func `what a server was started with comes before what people made`() {
        var table = CollectionTable(limit: 10)
        for source: any ItemSource in [
            ScriptedSource(id: "one", sections: []), album("album~a"), ScriptedSource(id: "two", sections: []),
            album("album~b"),
        ] {
            _ = table.add(source)
        }
        #expect(table.order == ["one", "two", "album~a", "album~b"])
    }
}
