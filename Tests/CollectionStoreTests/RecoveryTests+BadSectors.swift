import CFaultyStorage
import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// A disk that cannot read everything any more.
extension RecoveryTests {
    @Test(arguments: Scratch.files) func `bad sectors cost no more than what was on them`(name: String) throws {
        let block = 4096
        let (scratch, _) = try damaged { copy in
            let path = "\(copy.folder)/\(name)"
            // A page of the database that the log does not have.
            let start = path == copy.database ? try middle(copy) : 0
            #expect(faulty_storage_bad_sectors(path, start, block) == 0)
        }
        defer { faulty_storage_bad_sectors("\(scratch.folder)/\(name)", 0, 0) }
        let files = StoreFiles(folder: scratch.folder)
        for start in stride(from: 0, to: StoreFiles.size("\(scratch.folder)/\(name)"), by: block) {
            #expect(faulty_storage_bad_sectors("\(scratch.folder)/\(name)", start, block) == 0)
            let situation: Comment = "\(name) from \(start)"
            if case .damaged = try StoreInspection(files).outcome {
            } else {
                #expect(name == "lookahead.sqlite", situation)
            }
            let candidates = try Recovery(folder: scratch.folder).candidates()
            #expect(candidates.contains { $0.name.contains("the backup") && $0.findings.isEmpty }, situation)
            let best = try #require(candidates.first, situation)
            // Pages of the database are in the backup too; the log is whole where another file is not.
            if name != "lookahead.sqlite-wal" { #expect(best.collections.first?.version == 10, situation) }
            #expect(!best.isComplete || name.hasPrefix("lookahead.sqlite"), situation)
        }
    }

    @Test func `a page of the log on a bad sector that a later one replaces costs nothing`() throws {
        let (scratch, content) = try damaged { copy in
            let replaced = try #require(try frames(copy, areReplaced: true).dropFirst().first)
            #expect(faulty_storage_bad_sectors(copy.log, replaced + 24 + 512, 512) == 0)
        }
        defer { faulty_storage_bad_sectors(scratch.log, 0, 0) }
        #expect(try isRecoveredWhole(scratch, content))
    }

    @Test func `a backup with bad sectors is offered with what is missing, beside the others`() throws {
        let (scratch, _) = try damaged { copy in
            for name in Scratch.files { try FileManager.default.removeItem(atPath: "\(copy.folder)/\(name)") }
            let backup = try #require(try StoreBackups.list(in: StoreFiles(folder: copy.folder)).last)
            let older = copy.folder + "/backups/2020-01-01T000000Z"
            try FileManager.default.copyItem(atPath: backup.database, toPath: older + ".sqlite")
            try FileManager.default.copyItem(atPath: backup.sums, toPath: older + ".sums")
            let start = StoreFiles.size(backup.database) - 4096
            #expect(faulty_storage_bad_sectors(backup.database, start, 4096) == 0)
        }
        defer {
            for backup in (try? StoreBackups.list(in: StoreFiles(folder: scratch.folder))) ?? [] {
                faulty_storage_bad_sectors(backup.database, 0, 0)
            }
        }
        let candidates = try Recovery(folder: scratch.folder).candidates()
        let isOlder = candidates.map { $0.name.contains("2020-01-01") }
        #expect(Set(isOlder) == [true, false], "\(candidates)")
        for (candidate, isOlder) in zip(candidates, isOlder) {
            #expect(candidate.findings.contains { $0.contains("1 pages that cannot be read") } != isOlder)
        }
    }

    @Test func `what cannot be tried keeps nothing else from being offered, and is named`() throws {
        let (scratch, _) = try damaged { copy in
            try FileManager.default.removeItem(atPath: copy.folder + "/lookahead.mark")
            try Data("no database".utf8).write(
                to: URL(fileURLWithPath: copy.folder + "/backups/2020-01-01T000000Z.sqlite"))
        }
        var skipped: [String] = []
        let candidates = try Recovery(folder: scratch.folder).candidates { skipped.append($0) }
        #expect(candidates.count == 2 && skipped.count == 1 && skipped[0].contains("2020-01-01T000000Z"))
    }
}
