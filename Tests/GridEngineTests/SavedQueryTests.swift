import LookaheadTesting
import Testing

@testable import GridEngine

/// Queries that people keep.
@Suite struct SavedQueryTests {
    private func query(_ name: String, _ document: String = "{}") -> SavedQuery {
        SavedQuery(name: name, title: name.uppercased(), document: document)
    }

    private func save(_ query: SavedQuery, _ engine: GridEngine, of id: String = "c") async throws -> Bool {
        let result: Result<Bool, GridError> = try await withCheckedThrowingContinuation { continuation in
            do { try engine.save(query, of: id) { continuation.resume(returning: $0) } } catch {
                continuation.resume(throwing: error)
            }
        }
        return try result.get()
    }

    private func remove(_ name: String, _ engine: GridEngine) async throws {
        let result: Result<Void, GridError> = try await withCheckedThrowingContinuation { continuation in
            do { try engine.removeQuery(name, of: "c") { continuation.resume(returning: $0) } } catch {
                continuation.resume(throwing: error)
            }
        }
        try result.get()
    }

    @Test func `saved queries are listed by name, replaced by name, and there after a restart`() async throws {
        let store = MemoryStore()
        let house = try await EngineHarness(sections: [("s", ["a"])], store: store)
        #expect(try await save(query("b"), house.engine))
        #expect(try await save(query("가"), house.engine))
        #expect(try await save(query("a"), house.engine))
        #expect(try await !save(query("b", #"{"search":"sea"}"#), house.engine))
        try await remove("a", house.engine)
        let kept = [query("b", #"{"search":"sea"}"#), query("가")]
        #expect(try house.engine.savedQueries(of: "c") == kept)
        #expect(try house.engine.summary(of: "c").savedQueries == kept)
        house.engine.close()
        let again = try await EngineHarness(sections: [("s", ["a"])], store: store)
        #expect(try again.engine.savedQueries(of: "c") == kept)
    }

    @Test func `what could not be stored is not seen`() async throws {
        let house = try await EngineHarness(sections: [("s", ["a"])])
        #expect(try await save(query("a"), house.engine))
        house.store.fail(with: .diskFull)
        await #expect(throws: GridError.notStored(.diskFull)) { try await save(query("b"), house.engine) }
        await #expect(throws: GridError.notStored(.diskFull)) { try await remove("a", house.engine) }
        #expect(try house.engine.savedQueries(of: "c") == [query("a")])
    }

    @Test func `a collection has a limited number of them, and one can always be replaced`() async throws {
        let house = try await EngineHarness(sections: [("s", ["a"])])
        for number in 0..<GridEngine.savedQueryLimit { #expect(try await save(query("\(number)"), house.engine)) }
        await #expect(throws: GridError.tooMany(.savedQueries, limit: GridEngine.savedQueryLimit)) {
            try await save(query("more"), house.engine)
        }
        #expect(try await !save(query("7", #"{"search":"x"}"#), house.engine))
        try await remove("8", house.engine)
        #expect(try await save(query("more"), house.engine))
    }

    @Test func `what is not there is refused`() async throws {
        let house = try await EngineHarness(sections: [("s", ["a"])])
        await #expect(throws: GridError.notFound(.collection, id: "x")) {
            try await save(query("a"), house.engine, of: "x")
        }
        await #expect(throws: GridError.notFound(.query, id: "a")) { try await remove("a", house.engine) }
        #expect(throws: GridError.notFound(.collection, id: "x")) { try house.engine.savedQueries(of: "x") }
    }
}
