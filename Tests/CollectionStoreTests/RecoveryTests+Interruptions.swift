import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// Damage to the small files, and recoveries that a crash cuts short.
extension RecoveryTests {
    @Test(arguments: ["lookahead.mark", "lookahead.sums"], [false, true])
    func `damage to the mark or the sums costs no change that the log has`(name: String, isLogFolded: Bool) throws {
        let (scratch, content) = try damaged { copy in
            if isLogFolded {
                let store = try copy.open()
                try store.close()
            }
            let path = "\(copy.folder)/\(name)"
            try Data(count: StoreFiles.size(path)).write(to: URL(fileURLWithPath: path))
        }
        let recovery = try Recovery(folder: scratch.folder)
        let best = try #require(recovery.candidates().first)
        #expect(recovery.findings.count == 1 && recovery.findings[0].contains(name))
        // Nothing shows that it is.
        #expect(!best.isComplete && !best.findings.isEmpty)
        #expect(best.collections == [.init(id: "c", version: 10, itemCount: 500)], "\(best.findings)")
        #expect(try recovery.restore(best, into: scratch.folder) != nil)
        withExtendedLifetime(consume recovery) {}
        let store = try scratch.open()
        #expect(try store.content("c") == content)
        try store.close()
    }

    /// A part of the log that was folded in, with the database that has all of it, when nothing says where the log ended.
    @Test func `a rest of a log that was folded in brings no old page back`() throws {
        let (scratch, content) = try damaged { copy in
            let log = try Data(contentsOf: URL(fileURLWithPath: copy.log))
            let store = try copy.open()
            try store.close()
            let rest = try #require(try WriteAheadLog(path: copy.log) == nil ? log.prefix(32 + 4120 * 5) : nil)
            try rest.write(to: URL(fileURLWithPath: copy.log))
            try FileManager.default.removeItem(atPath: copy.folder + "/lookahead.mark")
        }
        let recovery = try Recovery(folder: scratch.folder)
        let best = try #require(recovery.candidates().first)
        #expect(best.collections.first?.version == 10, "\(best.findings)")
        let new = try Scratch()
        _ = try recovery.restore(best, into: new.folder)
        let store = try new.open()
        #expect(try store.content("c") == content)
        try store.close()
    }

    @Test(arguments: [["mark"], ["sums"], ["mark", "sums", "sqlite-wal"]])
    func `wherever a recovery is cut short, the folder is no new one, and what was put together is there`(
        missing: [String]
    ) throws {
        var (steps, isFinished) = (0, false)
        while !isFinished {
            steps += 1
            let (scratch, content) = try damaged { copy in
                try FileManager.default.removeItem(atPath: copy.folder + "/backups")
                for name in missing { try FileManager.default.removeItem(atPath: "\(copy.folder)/lookahead.\(name)") }
            }
            var recovery: Recovery? = try Recovery(folder: scratch.folder)
            let best = try #require(recovery?.candidates().first)
            var count = 0
            do {
                _ = try recovery?.restore(best, into: scratch.folder) { () throws(StoreError) in
                    count += 1
                    if count == steps { throw StoreError.failed("the power went") }
                }
                isFinished = true
            } catch {
                recovery = nil
                #expect(throws: StoreError.self, "step \(steps)") { try scratch.open() }
                let next = try Recovery(folder: scratch.folder)
                let whole = next.candidates().first { $0.name.contains("interrupted") }
                _ = try next.restore(try #require(whole, "step \(steps)"), into: scratch.folder)
                withExtendedLifetime(consume next) {}
            }
            recovery = nil
            let store = try scratch.open()
            let found = try #require(try store.content("c"))
            #expect(missing.count == 1 ? found == content : found.items == content.items, "step \(steps)")
            try store.close()
        }
    }

    @Test func `a recovery that fails leaves nothing behind, and what an earlier one put together is kept`() throws {
        let (scratch, _) = try damaged { copy in
            try FileManager.default.removeItem(atPath: copy.folder + "/lookahead.mark")
        }
        let earlier = scratch.database + ".recovered"
        try Data("an earlier one".utf8).write(to: URL(fileURLWithPath: earlier))
        let recovery = try Recovery(folder: scratch.folder)
        let best = try #require(recovery.candidates().first)
        let aside = try #require(try recovery.restore(best, into: scratch.folder))
        let folders = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/aside")
        #expect(folders.contains { StoreFiles.exists("\(scratch.folder)/aside/\($0)/lookahead.sqlite.recovered") })
        #expect(StoreFiles.exists(aside + "/lookahead.sqlite") && !StoreFiles.exists(earlier))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
        #expect(!names.contains { $0.hasSuffix(".unfinished") })
    }
}
