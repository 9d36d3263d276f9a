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

    @Test func `what people made is listed as on other servers, whatever came first`() {
        var table = CollectionTable(limit: 10)
        for source: any ItemSource in [album("b"), ScriptedSource(id: "one", sections: []), album("c"), album("a")] {
            _ = table.add(source)
        }
        table.arrange(posted: ["a", "b"])
        #expect(table.order == ["one", "a", "b", "c"], "the store does not list the last one yet")
        table.arrange(posted: ["a", "d", "b", "c"])
        _ = table.add(album("d"))
        _ = table.add(ScriptedSource(id: "two", sections: []))
        #expect(table.order == ["one", "two", "a", "d", "b", "c"])
    }
}
