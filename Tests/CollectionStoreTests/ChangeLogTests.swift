import GridEngine
import Testing

@testable import CollectionStore

@Suite struct ChangeLogTests {
    @Test func `the log keeps its newest changes once a checkpoint has the rest`() throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: .init(logChanges: 10))
        try store.checkpoint(freshOrder(counts: [1]))
        for version in 2...50 {
            try store.commit([StoredChange(collection: "c", version: version, patch: [1])])
            try store.checkpoint(StoredOrder(collection: "c", version: version, sections: []))
        }
        #expect(try store.changes(of: "c", since: 0).map(\.version) == Array(41...50))
    }

    @Test func `no change after the checkpoint is dropped, however many there are`() throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: .init(logChanges: 4, logBytes: 10))
        try store.checkpoint(freshOrder(counts: [1]))
        for version in 2...60 {
            try store.commit([StoredChange(collection: "c", version: version, patch: [1, 2, 3])])
        }
        #expect(try store.restore("c")?.changes.map(\.version) == Array(2...60))
        try store.checkpoint(StoredOrder(collection: "c", version: 30, sections: []))
        #expect(try store.changes(of: "c", since: 0).map(\.version) == Array(31...60))
    }

    @Test func `large patches are bounded by their bytes`() throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: .init(logBytes: 1000))
        try store.checkpoint(freshOrder(counts: [1]))
        for version in 2...20 {
            let patch = [UInt8](repeating: 0, count: 300)
            try store.commit([StoredChange(collection: "c", version: version, patch: patch)])
            try store.checkpoint(StoredOrder(collection: "c", version: version, sections: []))
        }
        #expect(try store.changes(of: "c", since: 0).map(\.version) == [18, 19, 20])
    }

    @Test func `the bound holds over restarts`() throws {
        let scratch = try Scratch()
        try scratch.open().checkpoint(freshOrder(counts: [1]))
        for version in 2...30 {
            let store = try scratch.open(limits: .init(logChanges: 5))
            try store.commit([StoredChange(collection: "c", version: version, patch: [1])])
            try store.checkpoint(StoredOrder(collection: "c", version: version, sections: []))
        }
        #expect(try scratch.open().changes(of: "c", since: 0).map(\.version) == Array(26...30))
    }
}
