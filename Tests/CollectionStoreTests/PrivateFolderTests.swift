import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// Other users of the machine read nothing of the store.
@Suite struct PrivateFolderTests {
    /// Files and folders that others have a right to, without the folder itself.
    private func exposed(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { mode("\(folder)/\($0)") & 0o077 != 0 }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0o777
    }

    private func fill(_ store: SQLiteStore) throws {
        try store.checkpoint(freshOrder(counts: [20]))
        try store.housekeeping.sync {
            try store.fold()
            try store.backUp(at: Date(), keeping: 2)
        }
        try store.commit([StoredChange(collection: "c", version: 2, patch: [2])])
    }

    @Test func `a new folder and its files are the owner's alone`() throws {
        let scratch = try Scratch()
        let folder = scratch.folder + "/made/by the store"
        let store = try SQLiteStore(folder: folder)
        try fill(store)
        #expect(mode(folder) == 0o700)
        // Database, log and its index, lock, mark, sums, backups with one of two files.
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder).count == 9)
        #expect(try exposed(folder).isEmpty)
        try store.close()
        #expect(try exposed(folder).isEmpty)
    }

    @Test func `an earlier version's folder is made the owner's alone`() throws {
        let scratch = try Scratch()
        do {
            let store = try scratch.open()
            try fill(store)
            try store.close()
        }
        for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: scratch.folder)) {
            chmod("\(scratch.folder)/\(name)", mode("\(scratch.folder)/\(name)") | 0o055)
        }
        #expect(try exposed(scratch.folder).count > 5)
        let store = try scratch.open()
        #expect(mode(scratch.folder) == 0o700)
        #expect(try exposed(scratch.folder).isEmpty)
        try store.close()
    }

    @Test func `a folder with other files in it stays as it is, and so do they`() throws {
        let scratch = try Scratch()
        chmod(scratch.folder, 0o755)
        let (linked, link) = (scratch.folder + "/notes", scratch.folder + "/lookahead.link")
        try Data([1]).write(to: URL(fileURLWithPath: linked))
        chmod(linked, 0o644)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: linked)
        let store = try scratch.open()
        try fill(store)
        #expect(mode(scratch.folder) == 0o755 && mode(linked) == 0o644)
        #expect(try Set(exposed(scratch.folder)) == ["notes", "lookahead.link"])
        try store.close()
    }

    @Test func `what is recovered is the owner's alone`() throws {
        let (scratch, new) = (try Scratch(), try Scratch())
        do {
            let store = try scratch.open()
            try fill(store)
            try store.close()
        }
        for name in Scratch.files { try? FileManager.default.removeItem(atPath: "\(scratch.folder)/\(name)") }
        let recovery = try Recovery(folder: scratch.folder)
        let backup = try #require(recovery.candidates().first)
        _ = try recovery.restore(backup, into: new.folder + "/made")
        #expect(mode(new.folder + "/made") == 0o700)
        #expect(try exposed(new.folder + "/made").isEmpty)
    }
}
