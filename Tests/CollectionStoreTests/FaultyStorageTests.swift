import CFaultyStorage
import CollectionModel
import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// The store on a disk that fails: every call that SQLite makes to the system fails in turn, and the power goes.
@Suite(.serialized) struct FaultyStorageTests {
    /// What was answered, so what must be there; and what was refused since. Of those a restart may find one only where the disk
    /// took nothing any more until the end: a flush that failed says nothing of the bytes before it. Never one that something
    /// answered came after.
    private struct Expectation {
        var stored: StoreContent?
        var refused: [StoreContent] = []
    }

    /// SQLite asks for files by their real paths.
    private static func watch(_ scratch: Scratch) {
        let path = realpath(scratch.folder, nil)
        faulty_storage_watch(path)
        free(path)
    }

    /// A life of the store, with every kind of write in it. Goes on after a failure as the engine does: the same version
    /// comes again with another change.
    private func live(in scratch: Scratch) -> Expectation {
        var expectation = Expectation()
        guard let store = try? scratch.open(limits: .init(logChanges: 8)) else { return expectation }
        /// Notes what a step would make of the store before it is known whether it does.
        func step(_ next: StoreContent, _ body: () throws -> Void) {
            do {
                try body()
                (expectation.stored, expectation.refused) = (next, [])
            } catch {
                expectation.refused.append(next)
            }
        }
        let order = freshOrder(counts: [3, 2])
        step(
            StoreContent(
                StoredCollection(
                    checkpoint: order, head: StoredHead(version: 1), changes: [],
                    items: IdentifierTable(order.newItems.map(\.id)), sections: order.newSections, attributes: [],
                    revisions: []))
        ) { try store.checkpoint(order) }
        for number in 1...6 {
            guard var next = expectation.stored else { continue }
            let version = (next.changes.last?.version ?? next.version) + 1
            let item = StoredIdentifier(ordinal: UInt32(next.items.count), id: "new \(number)")
            let change = StoredChange(
                collection: "c", version: version, patch: [UInt8(number), 7], newItems: [item],
                attributes: [.init(item: 0, json: "{\"n\":\(number)}")],
                revisions: [.init(item: item.ordinal, revision: UInt64(number))])
            next.items.append(item.id)
            next.attributes = change.attributes
            next.revisions += change.revisions
            next.changes.append(StoredChange(collection: "c", version: version, patch: change.patch))
            step(next) { try store.commit([change]) }
            if number == 4, var checkpointed = expectation.stored, let last = checkpointed.changes.last {
                checkpointed.version = last.version
                checkpointed.changes = []
                let order = StoredOrder(collection: "c", version: last.version, sections: checkpointed.order)
                step(checkpointed) { try store.checkpoint(order) }
            }
        }
        try? store.close()
        return expectation
    }

    private func check(
        _ expectation: Expectation, mayReappear: Bool, in folder: String, _ situation: Comment
    ) throws {
        let store = try SQLiteStore(folder: folder, limits: .init(logChanges: 8))
        let found = try store.restore("c").map(StoreContent.init)
        #expect(
            found == expectation.stored || mayReappear && found.map(expectation.refused.contains) == true, situation)
        // It works on.
        if let found {
            let version = (found.changes.last?.version ?? found.version) + 1
            try store.commit([StoredChange(collection: "c", version: version, patch: [9])])
            #expect(try store.restore("c")?.changes.last?.version == version, situation)
        }
        try store.close()
    }

    @Test(arguments: [(false, FAULTY_STORAGE_ERROR), (true, FAULTY_STORAGE_ERROR), (true, FAULTY_STORAGE_FULL)])
    func `whichever call fails, what was answered is there, and it works on once the disk does`(
        lasting: Bool, kind: faulty_storage_kind
    ) throws {
        let counting = try Scratch(isInMemory: true)
        Self.watch(counting)
        _ = live(in: counting)
        let calls = faulty_storage_calls()
        try #require(calls > 100)
        var failures = 0
        for call in 1...calls {
            let scratch = try Scratch(isInMemory: true)
            Self.watch(scratch)
            faulty_storage_fail(call, kind, lasting ? 1 : 0)
            let expectation = live(in: scratch)
            failures += faulty_storage_failures() > 0 ? 1 : 0
            faulty_storage_fail(0, kind, 0)
            // One call that fails leaves the disk to settle what was refused.
            let mayReappear = lasting
            try check(
                expectation, mayReappear: mayReappear, in: scratch.folder,
                "call \(call) of \(calls), \(kind), lasting \(lasting)")
        }
        #expect(failures > calls / 4)
    }

    /// The process is killed right after it refused: its files stay as they are, the log not folded in.
    @Test func `what was refused is not there after a kill, whichever call failed`() throws {
        var refusals = 0
        for call in 1...40 {
            let (scratch, left) = (try Scratch(isInMemory: true), try Scratch(isInMemory: true))
            Self.watch(scratch)
            let store = try scratch.open()
            try store.checkpoint(freshOrder(counts: [3]))
            try store.commit([StoredChange(collection: "c", version: 2, patch: [2])])
            let before = try store.content("c")
            faulty_storage_fail(faulty_storage_calls() + call, FAULTY_STORAGE_ERROR, 0)
            let large = [UInt8](repeating: 3, count: 20_000)
            let isRefused = (try? store.commit([StoredChange(collection: "c", version: 3, patch: large)])) == nil
            faulty_storage_fail(0, FAULTY_STORAGE_ERROR, 0)
            guard isRefused else { continue }
            refusals += 1
            try scratch.copyFiles(to: left)
            let found = try left.open()
            #expect(try found.content("c") == before, "call \(call)")
            try found.close()
            try store.close()
        }
        #expect(refusals > 3)
    }

    @Test func `what was answered is on the disk, whenever the power goes`() throws {
        let (scratch, disk) = (try Scratch(isInMemory: true), try Scratch(isInMemory: true))
        defer { withExtendedLifetime((scratch, disk)) {} }
        Self.watch(scratch)
        faulty_storage_keep_flushed(disk.folder)
        let store = try scratch.open()
        // As they were when they were last flushed.
        for name in ["lookahead.mark", "lookahead.sums"] {
            try FileManager.default.copyItem(atPath: scratch.folder + "/" + name, toPath: disk.folder + "/" + name)
        }
        let order = freshOrder(counts: [3])
        try store.checkpoint(order)
        for number in 1...40 {
            try store.commit([StoredChange(collection: "c", version: number + 1, patch: [UInt8(number)])])
            // The power goes now: only what was flushed is left.
            let left = try Scratch(isInMemory: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: disk.folder) {
                try FileManager.default.copyItem(atPath: disk.folder + "/" + name, toPath: left.folder + "/" + name)
            }
            let found = try SQLiteStore(folder: left.folder)
            let newest = try found.restore("c")?.changes.last?.version
            #expect(newest == number + 1)
            try found.close()
        }
        faulty_storage_keep_flushed(nil)
        try store.close()
    }

    /// The process is killed at any call of a fold; or the disk fails there for good.
    @Test func `wherever a fold is cut, nothing is lost and nothing is refused`() throws {
        var cuts = 0
        for call in 1...60 {
            let (scratch, left) = (try Scratch(isInMemory: true), try Scratch(isInMemory: true))
            Self.watch(scratch)
            let store = try scratch.open()
            try store.checkpoint(freshOrder(counts: [30]))
            for version in 2...20 {
                try store.commit([StoredChange(collection: "c", version: version, patch: [UInt8(version)])])
            }
            let before = try store.content("c")
            faulty_storage_fail(faulty_storage_calls() + call, FAULTY_STORAGE_ERROR, 1)
            let isCut = (try? store.fold()) == nil
            try scratch.copyFiles(to: left)
            faulty_storage_fail(0, FAULTY_STORAGE_ERROR, 0)
            cuts += isCut ? 1 : 0
            let found = try left.open()
            #expect(try found.content("c") == before, "call \(call)")
            try found.close()
            // The store that lived on goes on.
            try store.commit([StoredChange(collection: "c", version: 21, patch: [21])])
            try store.close()
            let again = try scratch.open()
            #expect(try again.restore("c")?.changes.last?.version == 21, "call \(call)")
            try again.close()
        }
        #expect(cuts > 5)
    }
}
