import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// Backups that the server makes by itself, and what is put together from the pieces of a damaged folder.
@Suite struct RecoveryTests {
    /// A killed store with a backup of version 1 and a log of nine changes.
    private func damaged(
        lastPatchBytes: Int = 1, lastAttributeBytes: Int = 1, _ damage: (Scratch) throws -> Void
    ) throws -> (Scratch, StoreContent) {
        let (scratch, copy) = (try Scratch(), try Scratch())
        let store = try scratch.open()
        var order = freshOrder(counts: [500])
        order.attributes = (0..<200).map { .init(item: $0, json: "{\"rating\":\"like\",\"n\":\($0)}") }
        try store.checkpoint(order)
        try store.fold()
        try store.backUpNow(at: Date(), keeping: 3)
        for version in 2...10 {
            let text = String(repeating: "n", count: version == 10 ? lastAttributeBytes : version)
            try store.commit([
                StoredChange(
                    collection: "c", version: version,
                    patch: [UInt8](repeating: UInt8(version), count: version == 10 ? lastPatchBytes : 1),
                    attributes: [.init(item: 3, json: "{\"n\":\"\(text)\"}")])
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

    /// Where the frames of a log are, by whether a later one holds the same page.
    private func frames(_ scratch: Scratch, areReplaced: Bool) throws -> [Int] {
        let log = try #require(try WriteAheadLog(path: scratch.log))
        return log.frames.indices.filter { index in
            log.frames[(index + 1)...].contains { $0.page == log.frames[index].page } == areReplaced
        }.map { 32 + $0 * 4120 }
    }

    private func isRecoveredWhole(_ scratch: Scratch, _ content: StoreContent) throws -> Bool {
        let recovery = try Recovery(folder: scratch.folder)
        let best = try #require(try recovery.candidates().first)
        #expect(best.collections == [.init(id: "c", version: 10, itemCount: 500)], "\(best.findings)")
        let new = try Scratch()
        #expect(try recovery.take(best, into: new.folder) == nil)
        return try best.isComplete && new.open().content("c") == content
    }

    @Test func `a damaged part of the log that a later one replaces costs nothing`() throws {
        let (scratch, content) = try damaged { scratch in
            let replaced = try #require(try frames(scratch, areReplaced: true).dropFirst().first)
            try flip(scratch.log, at: replaced + 24 + 1000)
        }
        #expect(try isRecoveredWhole(scratch, content))
    }

    @Test(arguments: [2, 9, 20, 30])
    func `a log with a damaged head costs nothing`(offset: Int) throws {
        let (scratch, content) = try damaged { scratch in try flip(scratch.log, at: offset) }
        #expect(try isRecoveredWhole(scratch, content))
    }

    @Test func `a damaged part that nothing replaces is said, also when it is the last one`() throws {
        for isLast in [false, true] {
            let (scratch, _) = try damaged { scratch in
                let kept = try frames(scratch, areReplaced: false)
                try flip(scratch.log, at: #require(isLast ? kept.last : kept.first) + 24 + 1000)
            }
            let candidates = try Recovery(folder: scratch.folder).candidates()
            #expect(candidates.count == 3 && candidates.allSatisfy { !$0.isComplete })
            #expect(candidates[0].findings.contains { $0.contains("of its log are lost") }, "\(candidates)")
        }
    }

    /// Damages a page that only the log has, of the content of the last change.
    private func damageInside(_ scratch: Scratch) throws {
        let log = try #require(try WriteAheadLog(path: scratch.log))
        let pages = StoreFiles.size(scratch.database) / 4096
        let frame = try #require(log.frames.dropLast().lastIndex { $0.page > pages + 1 })
        try flip(scratch.log, at: 32 + frame * 4120 + 24 + 1000)
    }

    @Test func `what SQLite finds fault with is offered last`() throws {
        let (scratch, _) = try damaged(lastAttributeBytes: 20_000, damageInside)
        let candidates = try Recovery(folder: scratch.folder).candidates()
        try #require(candidates.map(\.isSound) == [true, true, false], "\(candidates)")
        #expect(candidates[0].name.contains("up to the damage") && candidates[1].name.contains("backup"))
        #expect(candidates[2].collections == [.init(id: "c", version: 10, itemCount: 500)])
    }

    @Test func `what SQLite cannot read is not offered`() throws {
        let (scratch, _) = try damaged(lastPatchBytes: 20_000, damageInside)
        let candidates = try Recovery(folder: scratch.folder).candidates()
        #expect(candidates.map(\.collections.first?.version) == [9, 1], "\(candidates)")
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
