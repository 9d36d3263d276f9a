import Foundation
import GRDB
import GridEngine
import Testing

@testable import CollectionStore

@Suite struct DataFolderTests {
    @Test func `a second server learns who holds the folder, and where`() throws {
        let scratch = try Scratch()
        let first = try scratch.open()
        #expect(throws: StoreError.locked(pid: getpid(), url: "http://127.0.0.1:8080/")) { try scratch.open() }
        first.announce(url: "http://127.0.0.1:4711/")
        #expect(throws: StoreError.locked(pid: getpid(), url: "http://127.0.0.1:4711/")) { try scratch.open() }
        try first.checkpoint(freshOrder(counts: [1]))
    }

    @Test func `the lock ends with the store`() throws {
        let scratch = try Scratch()
        for _ in 0..<3 { #expect(throws: Never.self) { _ = try scratch.open() } }
    }

    @Test func `the lock ends with the store, also while a child process has its file still open`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        // A second number of the same open file, as a child has between its fork and its exec.
        let inherited = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
            .filter {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                return target?.hasSuffix("\(scratch.folder.suffix(36))/lookahead.lock") == true
            }.map { dup($0) }
        try #require(inherited.count == 1)
        defer { for descriptor in inherited { close(descriptor) } }
        try store.close()
        withExtendedLifetime(consume store) {}
        _ = try scratch.open()
    }

    @Test func `a store that was closed refuses, and does not fall over`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [1]))
        try store.close()
        try store.close()
        #expect(throws: StoreError.self) { _ = try store.restore("c") }
        #expect(throws: StoreError.self) { _ = try store.changes(of: "c", since: 0) }
        #expect(throws: StoreError.self) { try store.checkpoint(freshOrder(counts: [2])) }
        #expect(throws: StoreError.self) {
            try store.commit([StoredChange(collection: "c", version: 2, patch: [1])])
        }
        withExtendedLifetime(scratch) {}
    }

    @Test func `a store may be closed while others read and write`() async throws {
        for _ in 0..<5 {
            let scratch = try Scratch()
            let store = try scratch.open()
            try store.checkpoint(freshOrder(counts: [1]))
            await withTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask {
                        for version in 2..<60 {
                            _ = try? store.restore("c")
                            if writer == 0 {
                                try? store.commit([StoredChange(collection: "c", version: version, patch: [1])])
                            }
                        }
                    }
                }
                group.addTask { try? store.close() }
            }
            #expect(throws: StoreError.self) { _ = try store.restore("c") }
            withExtendedLifetime(scratch) {}
        }
    }

    @Test func `how a collection was posted is there at the next start`() throws {
        let scratch = try Scratch()
        var order = freshOrder(counts: [1])
        (order.postedTitle, order.postingKey) = ("Mine", "key-1")
        let store = try scratch.open()
        try store.checkpoint(order)
        try store.close()
        withExtendedLifetime(consume store) {}
        #expect(
            try scratch.open().postedCollections()
                == [StoredPostedCollection(id: "c", title: "Mine", postingKey: "key-1")])
    }

    @Test func `a lock file without a server locks nobody out`() throws {
        let scratch = try Scratch()
        try "1\nhttp://127.0.0.1:1/\n".write(
            toFile: scratch.folder + "/lookahead.lock", atomically: true, encoding: .utf8)
        let store = try scratch.open()
        let lock = try String(contentsOfFile: scratch.folder + "/lookahead.lock", encoding: .utf8)
        #expect(lock.hasPrefix("\(getpid())\n"), "it names its new holder")
        withExtendedLifetime(store) {}
    }

    @Test func `a missing folder is made with those above it`() throws {
        let scratch = try Scratch()
        let folder = scratch.folder + "/a/b c/ö"
        _ = try SQLiteStore(folder: folder)
        #expect(FileManager.default.fileExists(atPath: folder + "/lookahead.sqlite"))
    }

    @Test func `a folder that cannot be made is an error that names it`() throws {
        let scratch = try Scratch()
        try Data().write(to: URL(fileURLWithPath: scratch.folder + "/file"))
        #expect {
            try SQLiteStore(folder: scratch.folder + "/file/data")
        } throws: {
            if case StoreError.failed(let text) = $0 { text.contains("/file/data") } else { false }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func `a folder without leave to write is an error that names it`() throws {
        let scratch = try Scratch()
        chmod(scratch.folder, 0o500)
        #expect {
            try scratch.open()
        } throws: {
            if case StoreError.failed(let text) = $0 { text.contains(scratch.folder) } else { false }
        }
    }

    @Test func `a file that is no database is refused and left as it is`() throws {
        let scratch = try Scratch()
        let content = Data("holiday plans\n".utf8) + Data(repeating: 7, count: 9000)
        try content.write(to: URL(fileURLWithPath: scratch.database))
        try expectDamaged(scratch)
        #expect(FileManager.default.contents(atPath: scratch.database) == content)
    }

    @Test(arguments: ["lookahead.mark", "lookahead.sums"])
    func `a pipe in the place of a file is refused, and holds up no start`(name: String) throws {
        let scratch = try Scratch()
        try scratch.open().close()
        let path = "\(scratch.folder)/\(name)"
        try FileManager.default.removeItem(atPath: path)
        mkfifo(path, 0o600)
        #expect {
            try scratch.open()
        } throws: {
            if case StoreError.damaged(let text) = $0 { text.contains(path) } else { false }
        }
    }

    @Test func `a database with an overwritten page is refused and left as it is`() throws {
        let scratch = try Scratch()
        do {
            let store = try scratch.open()
            try store.checkpoint(freshOrder(counts: [5000]))
            try store.close()
        }
        var content = try #require(FileManager.default.contents(atPath: scratch.database))
        let page = content.count / 4096 / 2 * 4096
        content.replaceSubrange(page..<page + 8192, with: Data(repeating: 0xA5, count: 8192))
        try content.write(to: URL(fileURLWithPath: scratch.database))
        try expectDamaged(scratch)
        #expect(FileManager.default.contents(atPath: scratch.database) == content)
    }

    @Test func `an index that does not fit its table is rebuilt, and reported`() throws {
        let scratch = try Scratch()
        var before: StoreContent?
        var page = 0
        do {
            let store = try scratch.open()
            for name in ["aardvark", "zebra"] { try store.checkpoint(freshOrder(name, counts: [10])) }
            before = try store.content("zebra")
            page = try store.read {
                try Int.fetchOne(
                    $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_collections_1'") ?? 0
            }
            try store.close()
        }
        // With page sums the page is not as it was written, and the start is refused.
        try scratch.removeMark()
        var content = try #require(FileManager.default.contents(atPath: scratch.database))
        let place = try #require(content.range(of: Data("zebra".utf8), in: (page - 1) * 4096..<page * 4096))
        content.replaceSubrange(place, with: Data("zebrb".utf8))
        try content.write(to: URL(fileURLWithPath: scratch.database))
        do {
            let store = try scratch.open()
            #expect(store.repairs.count == 1 && store.repairs[0].contains("index"))
            #expect(try store.content("zebra") == before)
            try store.close()
        }
        #expect(try scratch.open().repairs.isEmpty)
    }

    @Test(arguments: [(4, 8, false), (5, 5, false), (8, 3, true), (4, 3, true)])
    func `a gap in the log is mended where the order does not need it, and refused where it does`(
        lost: Int, checkpoint: Int, isRefused: Bool
    ) throws {
        let scratch = try Scratch()
        do {
            let store = try scratch.open()
            let order = freshOrder(counts: [3])
            try store.checkpoint(order)
            for version in 2...10 {
                try store.commit([StoredChange(collection: "c", version: version, patch: [1])])
                if version == checkpoint {
                    try store.checkpoint(StoredOrder(collection: "c", version: version, sections: order.sections))
                }
            }
            try store.queue.write { try $0.execute(sql: "DELETE FROM changes WHERE version = \(lost)") }
            try store.close()
        }
        guard !isRefused else { return try expectDamaged(scratch) }
        let store = try scratch.open()
        #expect(store.repairs.count == 1)
        let stored = try #require(try store.restore("c"))
        #expect(stored.checkpoint.version == checkpoint && stored.changes.map(\.version) == Array(checkpoint + 1...10))
        try store.commit([StoredChange(collection: "c", version: 11, patch: [1])])
    }

    @Test func `commits are flushed before they are answered`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        #expect(
            try store.read {
                [
                    try String.fetchOne($0, sql: "PRAGMA journal_mode") ?? "",
                    try String.fetchOne($0, sql: "PRAGMA synchronous") ?? "",
                ]
            } == ["wal", "2"])
    }

    /// What a killed server leaves: the files as they stand between two commits, the log not folded in.
    @Test func `a copy of the files taken between commits holds every commit before it`() throws {
        let scratch = try Scratch()
        let copy = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [100]))
        for version in 2...40 {
            try store.commit([StoredChange(collection: "c", version: version, patch: [UInt8(version)])])
            guard version % 13 == 0 else { continue }
            try scratch.copyFiles(to: copy)
            let revived = try copy.open()
            #expect(try revived.content("c") == store.content("c"))
            try revived.close()
        }
    }

    private func expectDamaged(_ scratch: Scratch) throws {
        #expect {
            try scratch.open()
        } throws: {
            if case StoreError.damaged(let text) = $0 { text.contains(scratch.database) } else { false }
        }
    }
}
