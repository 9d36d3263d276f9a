import CFaultyStorage
import Foundation
import GRDB
import GridEngine
import Testing

@testable import CollectionStore

/// Backups that the server makes by itself.
@Suite struct StoreBackupsTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let daily = 86_400

    private func day(_ number: Int) -> Date { start.addingTimeInterval(Double(daily * number)) }

    private func names(_ scratch: Scratch) throws -> [String] {
        try StoreBackups.list(in: StoreFiles(folder: scratch.folder)).map(\.name)
    }

    private func all(_ scratch: Scratch) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/backups"))
    }

    /// A store with one version, folded in.
    private func opened(_ scratch: Scratch, limits: SQLiteStore.Limits = .init()) throws -> SQLiteStore {
        let store = try scratch.open(limits: limits)
        try store.checkpoint(freshOrder(counts: [500]))
        try store.fold()
        return store
    }

    private func change(_ store: SQLiteStore, to version: Int) throws {
        try store.commit([StoredChange(collection: "c", version: version, patch: [UInt8](repeating: 1, count: 9000))])
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

    @Test func `a file that somebody else put among the backups is none of them, and stays`() throws {
        let scratch = try Scratch()
        let store = try opened(scratch)
        for number in 0..<2 { try store.backUpNow(at: day(number), keeping: 2) }
        let foreign = [
            "lookahead.sqlite", "zz.sqlite", "2027-13-40T080000Z.sqlite", "before 2027-01-17T080000Z.sqlite",
        ]
        for name in foreign {
            try FileManager.default.copyItem(atPath: scratch.database, toPath: scratch.folder + "/backups/" + name)
        }
        try change(store, to: 2)
        #expect(!store.guardian.isBackupDue(at: day(1).addingTimeInterval(3600), everySeconds: daily))
        #expect(store.guardian.isBackupDue(at: day(2), everySeconds: daily))
        try store.fold()
        try store.backUpNow(at: day(2), keeping: 2)
        #expect(try names(scratch) == ["2027-01-16T080000Z", "2027-01-17T080000Z"])
        #expect(try all(scratch).isSuperset(of: foreign))
        try store.close()
    }

    @Test func `backups that cannot be listed are reported; none is made then, and no folder taken for a new one`()
        throws
    {
        let (scratch, empty) = (try Scratch(), try Scratch())
        let store = try opened(scratch)
        for folder in [scratch.folder, empty.folder] { try Data().write(to: URL(fileURLWithPath: folder + "/backups")) }
        #expect(!store.guardian.isBackupDue(at: day(0), everySeconds: daily))
        #expect(store.trouble?.contains("listed") == true)
        try store.close()
        #expect(throws: StoreError.self) { try empty.open() }
    }

    @Test func `what a backup does not have makes the next one due: after a restart, and from while it was made`()
        throws
    {
        let scratch = try Scratch()
        var store = try opened(scratch)
        try store.backUpNow(at: day(0), keeping: 9)
        #expect(!store.guardian.isBackupDue(at: day(1), everySeconds: daily), "nothing was changed")
        try change(store, to: 2)
        try store.close()
        store = try scratch.open()
        #expect(store.guardian.isBackupDue(at: day(1), everySeconds: daily), "changed before the restart")
        var isChanged = false
        try store.guardian.backUp(at: day(1), keeping: 9) {
            if !isChanged { try? change(store, to: 3) }
            isChanged = true
            return false
        }
        #expect(isChanged && !store.guardian.isBackupDue(at: day(1).addingTimeInterval(60), everySeconds: daily))
        #expect(store.guardian.isBackupDue(at: day(2), everySeconds: daily), "changed while it was made")
        try store.fold()
        try store.backUpNow(at: day(2), keeping: 9)
        try store.close()
        store = try scratch.open()
        #expect(!store.guardian.isBackupDue(at: day(3), everySeconds: daily), "a restart changes nothing")
        try store.close()
    }

    @Test func `backups from a clock that was ahead hold up no others, and are the first to go`() throws {
        let scratch = try Scratch()
        let store = try opened(scratch)
        for year in 10..<12 { try store.backUpNow(at: day(365 * year), keeping: 9) }
        #expect(store.guardian.isBackupDue(at: day(0), everySeconds: daily))
        for number in 0..<2 { try store.backUpNow(at: day(number), keeping: 3) }
        #expect(try names(scratch) == ["2027-01-15T080000Z", "2027-01-16T080000Z", "2038-01-12T080000Z"])
        try store.close()
    }

    @Test func `what a crash left of a backup is deleted with the next one`() throws {
        let scratch = try Scratch()
        let store = try opened(scratch)
        try FileManager.default.createDirectory(atPath: scratch.folder + "/backups", withIntermediateDirectories: true)
        let left = "2027-01-14T080000Z"
        for name in ["\(left).sqlite.unfinished", "\(left).sums.unfinished", "\(left).sums", "mine.unfinished"] {
            try Data([1]).write(to: URL(fileURLWithPath: "\(scratch.folder)/backups/\(name)"))
        }
        try store.backUpNow(at: day(0), keeping: 3)
        #expect(try all(scratch) == ["2027-01-15T080000Z.sqlite", "2027-01-15T080000Z.sums", "mine.unfinished"])
        try store.close()
    }

    @Test func `too little room for a backup is not a full disk`() throws {
        let scratch = try Scratch()
        let files = StoreFiles(folder: scratch.folder)
        var sums = PageSums(identity: 1, number: 1, pageSize: 4096, pages: [0])
        #expect(StoreBackups.lackOfRoom(in: files, for: sums) == nil)
        sums.pageSize = 1 << 50
        let lack = try #require(StoreBackups.lackOfRoom(in: files, for: sums))
        #expect(lack.contains("too little room") && lack.contains("2147483649 MB are needed"))
    }

    /// Another program that reads the database as it is now.
    private func reader(of scratch: Scratch) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: scratch.database, configuration: configuration)
        try reader.inDatabase { db in
            try db.beginTransaction(.deferred)
            #expect(try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM collections") == 1)
        }
        return reader
    }

    @Test func `another program that reads the database holds up no change, and causes no false alarm`() throws {
        let scratch = try Scratch()
        // Whoever waits for the reader waits for an hour.
        let store = try opened(scratch, limits: .init(busySeconds: 3600))
        try change(store, to: 2)
        let reader = try reader(of: scratch)
        try change(store, to: 3)
        for _ in 0..<8 { #expect(throws: StoreError.self) { try store.fold() } }
        #expect(store.trouble?.contains("another program reads") == true)
        #expect(!store.guardian.isFoldDue(forBackup: true), "it is not tried again at once")
        // Half of the pages are those of the last fold.
        try store.backUpNow(at: day(0), keeping: 3)
        #expect(try names(scratch).isEmpty && store.trouble?.contains("as it was written") == false)
        try change(store, to: 4)
        try reader.inDatabase { try $0.rollback() }
        try reader.close()
        try store.fold()
        try store.backUpNow(at: day(0), keeping: 3)
        #expect(try names(scratch).count == 1 && store.trouble == nil)
        try store.close()
        let again = try scratch.open()
        #expect(try again.restore("c")?.changes.map(\.version) == [2, 3, 4])
        try again.close()
    }

    @Test func `what the end of a store writes is no damage to the backup that it cuts short`() throws {
        let scratch = try Scratch()
        let store = try opened(scratch)
        try store.close()
        let files = StoreFiles(folder: scratch.folder)
        let sums = try #require(try PageSums.read(files.sums))
        let database = open(files.database, O_RDWR)
        defer { close(database) }
        var isClosing = false
        let made = try StoreBackups.make(in: files, of: database, sums: sums, at: day(0)) {
            defer { isClosing = true }
            var byte: UInt8 = 0
            if !isClosing, pread(database, &byte, 1, 5000) == 1 { _ = pwrite(database, [byte ^ 1], 1, 5000) }
            return isClosing
        }
        #expect(made == nil)
        #expect(try all(scratch).isEmpty)
    }

    @Test func `what keeps the store from being safe can be asked for during a fold`() throws {
        let scratch = try Scratch()
        let store = try opened(scratch)
        store.guardian.report(.disk, .diskFull)
        let trouble = store.guardian.state.withLock { _ in store.trouble }
        #expect(trouble?.contains("full") == true)
        try store.close()
    }
}

extension SQLiteStore {
    /// Where no fold runs beside it.
    func backUpNow(at moment: Date, keeping count: Int) throws {
        try housekeeping.sync { try backUp(at: moment, keeping: count) }
    }
}
