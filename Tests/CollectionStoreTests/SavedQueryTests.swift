import GridEngine
import Testing

@testable import CollectionStore

/// Saved queries: kept with their collection, and in its backups.
@Suite struct SavedQueryTests {
    private let birds = SavedQuery(name: "birds", title: "새 & “birds”", document: #"{"search":"sea bird"}"#)
    private let best = SavedQuery(
        name: "best", title: "Best", document: #"{"where":{"field":"rating","in":["like"]},"sort":[{"field":"taken"}]}"#
    )

    /// A store with one collection, `c`.
    private func opened(_ scratch: Scratch) throws -> SQLiteStore {
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [2, 1]))
        return store
    }

    @Test func `a saved query survives a restart, until it is removed`() throws {
        let scratch = try Scratch(isInMemory: true)
        var store = try opened(scratch)
        try store.save(birds, of: "c")
        try store.save(best, of: "c")
        try store.close()
        store = try scratch.open()
        #expect(try store.restore("c")?.savedQueries == [best, birds])
        try store.removeQuery("best", of: "c")
        try store.removeQuery("best", of: "c")
        try store.close()
        #expect(try scratch.open().restore("c")?.savedQueries == [birds])
    }

    @Test func `a query takes the place of one of its name, in its own collection only`() throws {
        let store = try opened(Scratch(isInMemory: true))
        try store.checkpoint(freshOrder("other", counts: [1]))
        try store.save(best, of: "c")
        try store.save(best, of: "other")
        let newer = SavedQuery(name: "best", title: "The best", document: "{}")
        try store.save(newer, of: "c")
        #expect(try store.restore("c")?.savedQueries == [newer])
        #expect(try store.restore("other")?.savedQueries == [best])
    }

    @Test func `a collection takes its queries with it, and an unknown one has none`() throws {
        let store = try opened(Scratch(isInMemory: true))
        try store.save(best, of: "c")
        try store.remove("c")
        #expect(throws: StoreError.self) { try store.save(best, of: "c") }
        try store.checkpoint(freshOrder(counts: [1]))
        #expect(try store.restore("c")?.savedQueries == [])
    }

    @Test func `a backup has the saved queries, and puts them back beside later ones`() throws {
        let source = try opened(Scratch(isInMemory: true))
        try source.save(best, of: "c")
        try source.save(birds, of: "c")
        let lines = try exported(source)
        let text = String(decoding: lines, as: UTF8.self)
        #expect(
            text.contains(
                #"{"query":"best","title":"Best","document":{"where":{"field":"rating","in":["like"]},"sort":[{"field":"taken"}]}}"#
            ))
        #expect(text.contains(#"{"end":true,"collections":1,"sections":2,"items":3,"queries":2}"#))

        let target = try opened(Scratch(isInMemory: true))
        let later = SavedQuery(name: "later", title: "Later", document: "{}")
        try target.save(later, of: "c")
        try target.save(SavedQuery(name: "best", title: "Another", document: "{}"), of: "c")
        #expect(try imported(lines, into: target).queries == 2)
        #expect(try target.restore("c")?.savedQueries == [best, birds, later])

        let empty = try Scratch(isInMemory: true).open()
        _ = try imported(lines, into: empty)
        #expect(try exported(empty) == lines)
    }

    /// What is done to the lines of a good backup, and words of the reason for which it is refused.
    static let faults: [(String, @Sendable (inout [String]) -> Void, String)] = [
        ("a lost query", { $0.remove(at: 2) }, "1 saved queries, and holds 0"),
        ("a query twice", { $0.insert($0[2], at: 3) }, "the saved query best is a duplicate"),
        ("a query before all", { $0.swapAt(1, 2) }, "before the first collection"),
        ("a query without a document", { $0[2] = #"{"query":"best","title":"Best"}"# }, "not a line"),
        ("a document that is no object", { $0[2] = #"{"query":"b","title":"B","document":[]}"# }, "/document"),
        ("a query with a version", { $0[2] = #"{"query":"b","title":"B","document":{},"version":1}"# }, "not a line"),
    ]

    @Test(arguments: faults.indices) func `a wrong line is refused, and nothing is imported`(index: Int) throws {
        let (name, spoil, reason) = Self.faults[index]
        let source = try opened(Scratch(isInMemory: true))
        try source.save(best, of: "c")
        var lines = String(decoding: try exported(source), as: UTF8.self).split(separator: "\n").map(String.init)
        spoil(&lines)
        let target = try Scratch(isInMemory: true).open()
        do {
            _ = try imported(Array(lines.map { $0 + "\n" }.joined().utf8), into: target)
            Issue.record("\(name) was taken")
        } catch {
            guard case .failed(let text) = error else { throw error }
            #expect(text.contains(reason), "\(name): \(text)")
        }
        #expect(try target.restore("c") == nil)
    }
}
