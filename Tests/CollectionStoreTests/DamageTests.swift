import Foundation
import GRDB
import GridEngine
import SeededRandom
import StoredForms
import Testing

@testable import CollectionStore

/// A bad disk, or an attacker who can write to the data folder: whatever was acknowledged is there, or the start is refused and
/// nothing is touched.
///
/// All cases run with LOOKAHEAD_DAMAGE=all; otherwise a sample, by LOOKAHEAD_SEED.
@Suite struct DamageTests {
    /// How the server ended.
    enum End: CaseIterable { case clean, killed, killedAfterFold }

    enum Damage: CaseIterable { case flip, zero, cut }

    /// A store's files after an end, and what they hold.
    private struct Left {
        let scratch: Scratch
        let content: StoreContent
    }

    private func left(_ end: End) throws -> Left {
        let (scratch, copy) = (try Scratch(isInMemory: true), try Scratch(isInMemory: true))
        let store = try scratch.open()
        var order = freshOrder(counts: [120, 80])
        order.attributes = (0..<40).map { .init(item: $0, json: "{\"rating\":\"like\",\"n\":\($0)}") }
        try store.checkpoint(order)
        if end == .killedAfterFold { try store.fold() }
        for version in 2...25 {
            let rating = StoredChange.Attributes(
                item: UInt32(version), json: "{\"rating\":\"dislike\",\"n\":\(version)}")
            try store.commit([
                StoredChange(
                    collection: "c", version: version, patch: [UInt8](repeating: UInt8(version), count: 30),
                    attributes: [rating])
            ])
        }
        let content = try #require(try store.content("c"))
        if end != .clean { try scratch.copyFiles(to: copy) }
        try store.close()
        if end == .clean { try scratch.copyFiles(to: copy) }
        return Left(scratch: copy, content: content)
    }

    /// Opens damaged files. True when the start was refused, with every file as it was.
    /// - Returns: `nil` for a silent loss.
    private func isRefused(_ scratch: Scratch, _ expected: StoreContent) throws -> Bool? {
        let before = try contents(scratch)
        do {
            let store = try scratch.open()
            defer { try? store.close() }
            return try store.content("c") == expected ? false : nil
        } catch let error as StoreError {
            guard case .damaged = error else { throw error }
            return try contents(scratch) == before ? true : nil
        }
    }

    private func contents(_ scratch: Scratch) throws -> [Data?] {
        Scratch.files.map { FileManager.default.contents(atPath: "\(scratch.folder)/\($0)") }
    }

    private func apply(_ damage: Damage, at offset: Int, to content: inout Data) {
        switch damage {
        case .flip: content[offset] ^= 0x10
        case .zero:
            content.replaceSubrange(
                offset..<min(offset + 512, content.count), with: Data(count: min(512, content.count - offset)))
        case .cut: content = content.prefix(offset)
        }
    }

    @Test func `damage at every 512 bytes of log and database is never silent`() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["LOOKAHEAD_SEED"].flatMap(UInt64.init) ?? 1
        let isAll = environment["LOOKAHEAD_DAMAGE"] == "all"
        var random = SeededRandom(seed: seed)
        var (cases, refusals, silent) = (0, 0, 0)
        for end in End.allCases {
            let left = try left(end)
            for name in ["lookahead.sqlite", "lookahead.sqlite-wal"] {
                let whole = FileManager.default.contents(atPath: "\(left.scratch.folder)/\(name)") ?? Data()
                for start in stride(from: 0, to: whole.count, by: 512) {
                    for damage in Damage.allCases where isAll || Int.random(in: 0..<24, using: &random) == 0 {
                        let offset =
                            damage == .flip ? min(start + .random(in: 0..<512, using: &random), whole.count - 1) : start
                        var content = whole
                        apply(damage, at: offset, to: &content)
                        guard content != whole else { continue }
                        let copy = try Scratch(isInMemory: true)
                        try left.scratch.copyFiles(to: copy)
                        try content.write(to: URL(fileURLWithPath: "\(copy.folder)/\(name)"))
                        let isRefused = try isRefused(copy, left.content)
                        cases += 1
                        refusals += isRefused == true ? 1 : 0
                        silent += isRefused == nil ? 1 : 0
                        #expect(isRefused != nil, "seed \(seed): \(end), \(name), \(damage) at \(offset)")
                    }
                }
            }
        }
        print("damage: \(cases) cases, \(refusals) refused, \(silent) silent losses")
        #expect(cases > (isAll ? 2000 : 60) && refusals > cases / 4)
    }

    @Test(arguments: [End.killed, .killedAfterFold], Scratch.files)
    func `a file that is missing or empty is never taken for a new one`(end: End, name: String) throws {
        for isEmpty in [false, true] {
            let left = try left(end)
            let path = "\(left.scratch.folder)/\(name)"
            try FileManager.default.removeItem(atPath: path)
            if isEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
            #expect(try isRefused(left.scratch, left.content) == true, "\(name), empty \(isEmpty)")
        }
    }

    @Test func `a database without its other files is refused, and so is a log without its database`() throws {
        for kept in ["lookahead.sqlite", "lookahead.sqlite-wal"] {
            let left = try left(.killedAfterFold)
            for name in Scratch.files where name != kept {
                try FileManager.default.removeItem(atPath: "\(left.scratch.folder)/\(name)")
            }
            #expect(try isRefused(left.scratch, left.content) == true, "\(kept) alone")
        }
    }

    @Test func `files of an older moment beside newer ones are refused`() throws {
        for name in ["lookahead.sqlite", "lookahead.sums", "lookahead.sqlite-wal"] {
            let (scratch, old, new) = (try Scratch(), try Scratch(), try Scratch())
            let store = try scratch.open()
            try store.checkpoint(freshOrder(counts: [9]))
            try store.fold()
            try store.commit([StoredChange(collection: "c", version: 2, patch: [2])])
            try scratch.copyFiles(to: old)
            try store.fold()
            try store.commit([StoredChange(collection: "c", version: 3, patch: [3])])
            try scratch.copyFiles(to: new)
            let content = try #require(try store.content("c"))
            try store.close()
            try FileManager.default.removeItem(atPath: "\(new.folder)/\(name)")
            try FileManager.default.copyItem(atPath: "\(old.folder)/\(name)", toPath: "\(new.folder)/\(name)")
            let isRefused = try isRefused(new, content)
            // The log has every page in which the old database differs.
            #expect(name == "lookahead.sqlite" ? isRefused != nil : isRefused == true, "an old \(name)")
        }
    }

    /// What the start did before there was a mark: SQLite takes a damaged log for a shorter one.
    @Test func `SQLite alone takes a damaged log for an empty one`() throws {
        let left = try left(.killedAfterFold)
        let path = left.scratch.database + "-wal"
        var content = try #require(FileManager.default.contents(atPath: path))
        content[9] ^= 1
        try content.write(to: URL(fileURLWithPath: path))
        let queue = try DatabaseQueue(path: left.scratch.database)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM changes") } == 0)
        try queue.close()
    }

    @Test func `a transaction that was never acknowledged is discarded, and a copy of the log kept`() throws {
        let left = try left(.killedAfterFold)
        let path = left.scratch.database + "-wal"
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(repeating: 7, count: 5000))
        try file.close()
        let store = try left.scratch.open()
        #expect(try store.content("c") == left.content)
        #expect(store.repairs.count == 1 && store.repairs[0].contains("aside"))
        try store.close()
        let kept = try FileManager.default.contentsOfDirectory(atPath: left.scratch.folder + "/aside")
        #expect(kept.count == 1)
    }

    @Test func `a first transaction that is torn is put aside once, not at every start`() throws {
        let left = try left(.killedAfterFold)
        // Of another log, as SQLite would have begun it.
        let other = try self.left(.killedAfterFold)
        // Its folder is removed with it.
        let log = try withExtendedLifetime(other) {
            try #require(FileManager.default.contents(atPath: other.scratch.log))
        }
        let store = try left.scratch.open()
        try store.close()
        var torn = log.prefix(32 + 2 * 4120)
        torn[32 + 1000] ^= 1
        try torn.write(to: URL(fileURLWithPath: left.scratch.log))
        for number in 0..<3 {
            let store = try left.scratch.open()
            #expect(try store.content("c") == left.content)
            #expect(store.repairs.isEmpty == (number > 0))
            try store.close()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: left.scratch.folder + "/aside").count == 1)
    }

    @Test func `a folder of a version without a mark is taken over`() throws {
        let left = try left(.clean)
        try left.scratch.removeMark()
        let store = try left.scratch.open()
        #expect(try store.content("c") == left.content)
        try store.close()
        #expect(try isRefused(left.scratch, left.content) == false)
    }
}
