import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// Backups that the server makes by itself, and what is put together from the pieces of a damaged folder.
@Suite struct RecoveryTests {
    /// A killed store with a backup of version 1 and a log of nine changes.
    private func damaged(_ damage: (Scratch) throws -> Void) throws -> (Scratch, StoreContent) {
        let (scratch, copy) = (try Scratch(), try Scratch())
        let store = try scratch.open()
        var order = freshOrder(counts: [500])
        order.attributes = (0..<200).map { .init(item: $0, json: "{\"rating\":\"like\",\"n\":\($0)}") }
        try store.checkpoint(order)
        try store.fold()
        try store.backUpNow(at: Date(), keeping: 3)
        for version in 2...10 {
            try store.commit([
                StoredChange(
                    collection: "c", version: version, patch: [UInt8(version)],
                    attributes: [.init(item: 3, json: "{\"n\":\(version)}")])
            ])
        }
        let content = try #require(try store.content("c"))
        try scratch.copyFiles(to: copy)
        try FileManager.default.copyItem(atPath: scratch.folder + "/backups", toPath: copy.folder + "/backups")
        try store.close()
        try damage(copy)
        #expect(throws: StoreError.self) { try copy.open() }
        return (copy, content)
    }

    private func flip(_ path: String, at offset: Int) throws {
        var content = try Data(contentsOf: URL(fileURLWithPath: path))
        content[offset] ^= 1
        try content.write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: [9, 32 + 24 + 100, 3 * 4120])
    func `a damaged part of the log that a later one replaces costs nothing`(offset: Int) throws {
        let (scratch, content) = try damaged { scratch in try flip(scratch.database + "-wal", at: offset) }
        let recovery = try Recovery(folder: scratch.folder)
        let best = try #require(try recovery.candidates().first)
        #expect(
            best.isComplete && best.collections == [.init(id: "c", version: 10, itemCount: 500)], "\(best.findings)")
        let new = try Scratch()
        #expect(try recovery.take(best, into: new.folder) == nil)
        #expect(try new.open().content("c") == content)
    }

    @Test func `a damaged page is taken from the backup that has just that page`() throws {
        let (scratch, content) = try damaged { scratch in
            let size = StoreFiles.size(scratch.database)
            try flip(scratch.database, at: size / 4096 / 2 * 4096 + 2000)
        }
        let best = try #require(try Recovery(folder: scratch.folder).candidates().first)
        #expect(best.isComplete, "\(best.findings)")
        let aside = try #require(try Recovery(folder: scratch.folder).take(best, into: scratch.folder))
        #expect(try FileManager.default.contentsOfDirectory(atPath: aside).count >= 4)
        #expect(try scratch.open().content("c") == content)
    }

    @Test func `what is missing is said, and a backup is offered`() throws {
        let (scratch, _) = try damaged { scratch in
            try FileManager.default.removeItem(atPath: scratch.database + "-wal")
        }
        let candidates = try Recovery(folder: scratch.folder).candidates()
        #expect(candidates.map(\.isComplete) == [false, false])
        #expect(candidates[0].findings == ["the newest changes are missing"])
        #expect(candidates[1].name.contains("backup") && candidates[1].findings.isEmpty)
    }

    @Test func `with everything else gone the backup is there`() throws {
        let (scratch, _) = try damaged { scratch in
            for name in Scratch.files { try FileManager.default.removeItem(atPath: scratch.folder + "/" + name) }
        }
        let recovery = try Recovery(folder: scratch.folder)
        let candidates = try recovery.candidates()
        #expect(candidates.map(\.collections) == [[.init(id: "c", version: 1, itemCount: 500)]])
        _ = try recovery.take(candidates[0], into: scratch.folder)
        withExtendedLifetime(consume recovery) {}
        #expect(try scratch.open().restore("c")?.items.count == 500)
    }

    @Test func `a backup is made while changes go on, and only the newest are kept`() async throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [20_000]))
        try store.fold()
        async let changes: Void = Task {
            for version in 2...50 { try store.commit([StoredChange(collection: "c", version: version, patch: [1])]) }
        }.value
        for day in 0..<5 {
            try store.backUpNow(at: Date(timeIntervalSince1970: 1_800_000_000 + 86_400 * Double(day)), keeping: 3)
        }
        try await changes
        let backups = try StoreBackups.list(in: StoreFiles(folder: scratch.folder))
        #expect(backups.map(\.name) == ["2027-01-17T080000Z", "2027-01-18T080000Z", "2027-01-19T080000Z"])
        for backup in backups {
            let sums = try #require(try PageSums.read(backup.sums))
            #expect(StoreFiles.size(backup.database) == sums.pages.count * 4096)
        }
        #expect(try store.restore("c")?.changes.count == 49)
        try store.close()
    }

    @Test func `a backup of a page that is not as it was written is refused, and the older ones stay`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [5000]))
        try store.fold()
        try store.backUpNow(at: Date(timeIntervalSince1970: 1_800_000_000), keeping: 1)
        let file = try #require(FileHandle(forWritingAtPath: scratch.database))
        try file.seek(toOffset: 3 * 4096 + 100)
        try file.write(contentsOf: Data([1, 2, 3, 4]))
        // Not closed before SQLite has: that would take its locks away.
        defer { try? file.close() }
        #expect(throws: StoreError.self) { try store.backUpNow(at: Date(), keeping: 1) }
        #expect(store.trouble?.contains("backup") == true)
        #expect(try StoreBackups.list(in: StoreFiles(folder: scratch.folder)).count == 1)
        try store.close()
    }
}

extension SQLiteStore {
    /// Where no fold runs beside it.
    fileprivate func backUpNow(at moment: Date, keeping count: Int) throws {
        try housekeeping.sync { try backUp(at: moment, keeping: count) }
    }
}
