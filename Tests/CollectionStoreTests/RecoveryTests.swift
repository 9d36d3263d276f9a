import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// What is put together from the pieces of a damaged folder.
@Suite struct RecoveryTests {
    /// A killed store with a backup of version 1 and a log of nine changes.
    func damaged(
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

    /// Where a page in the middle of the database is of which the log has no newer one.
    func middle(_ scratch: Scratch) throws -> Int {
        let log = try #require(try WriteAheadLog(path: scratch.log))
        let pages = StoreFiles.size(scratch.database) / 4096
        let page = (pages / 2..<pages).first { page in !log.frames.contains { $0.page == page + 1 } }
        return try #require(page) * 4096
    }

    func flip(_ path: String, at offset: Int) throws {
        var content = try Data(contentsOf: URL(fileURLWithPath: path))
        content[offset] ^= 1
        try content.write(to: URL(fileURLWithPath: path))
    }

    /// Where the frames of a log are, by whether a later one holds the same page.
    func frames(_ scratch: Scratch, areReplaced: Bool) throws -> [Int] {
        let log = try #require(try WriteAheadLog(path: scratch.log))
        return log.frames.indices.filter { index in
            log.frames[(index + 1)...].contains { $0.page == log.frames[index].page } == areReplaced
        }.map { 32 + $0 * 4120 }
    }

    func isRecoveredWhole(_ scratch: Scratch, _ content: StoreContent) throws -> Bool {
        let recovery = try Recovery(folder: scratch.folder)
        let best = try #require(recovery.candidates().first)
        #expect(best.collections == [.init(id: "c", version: 10, itemCount: 500)], "\(best.findings)")
        let new = try Scratch()
        #expect(try recovery.restore(best, into: new.folder) == nil)
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
            try flip(scratch.database, at: try middle(scratch) + 2000)
        }
        let best = try #require(try Recovery(folder: scratch.folder).candidates().first)
        #expect(best.isComplete, "\(best.findings)")
        let aside = try #require(try Recovery(folder: scratch.folder).restore(best, into: scratch.folder))
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
        let candidates = recovery.candidates()
        #expect(candidates.map(\.collections) == [[.init(id: "c", version: 1, itemCount: 500)]])
        _ = try recovery.restore(candidates[0], into: scratch.folder)
        withExtendedLifetime(consume recovery) {}
        #expect(try scratch.open().restore("c")?.items.count == 500)
    }
}
