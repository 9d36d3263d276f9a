import GridEngine
import Testing

@testable import CollectionStore

/// What a backup knows of files, so that a restored server knows those that were renamed since.
@Suite struct BackupFilesTests {
    private let a = StoredTraces.File(revision: 0x12, trace: 0xf000_0000_0000_0001, folder: 0)
    /// Moved by people out of the section of its folder, which comes later.
    private let b = StoredTraces.File(revision: 0x13, trace: 0x34, folder: 1)

    private func filled(_ files: [StoredTraces.File]) throws -> SQLiteStore {
        let store = try Scratch(isInMemory: true).open()
        try store.checkpoint(freshOrder(counts: [3, 1]))
        try store.keep([StoredTraces(page: 0, files: files)], of: "c")
        return store
    }

    @Test func `a backup has the numbers of files, and gives them back`() throws {
        let store = try filled([a, b, .init()])
        try store.commit([
            StoredChange(collection: "c", version: 2, patch: [], revisions: [.init(item: 0, revision: 0x14)])
        ])
        let backup = try exported(store)
        let lines = String(decoding: backup, as: UTF8.self).split(separator: "\n")
        #expect(lines[3] == #"{"item":"folder/写真 0.jpg","section":"s0","file":"0000000000000014f000000000000001"}"#)
        #expect(lines[4].hasSuffix(#""section":"s0","file":"00000000000000130000000000000034","folder":"s1"}"#))
        #expect(!lines[5].contains("file"))
        let other = try Scratch(isInMemory: true).open()
        _ = try imported(backup, into: other)
        #expect(try exported(other) == backup)
        let changed = StoredTraces.File(revision: 0x14, trace: a.trace, folder: 0)
        #expect(try other.restore("c")?.traces == [StoredTraces(page: 0, files: [changed, b])])
    }

    @Test func `what was listed since is newer than a backup`() throws {
        let backup = try exported(try filled([a, b]))
        let newer = StoredTraces.File(revision: 9, trace: 9, folder: 0)
        let store = try filled([.init(), newer, newer])
        _ = try imported(backup, into: store)
        #expect(try store.restore("c")?.traces == [StoredTraces(page: 0, files: [a, newer, newer])])
    }

    @Test(arguments: ["", "12", "g0000000000000000000000000000001", "+000000000000000+000000000000001"])
    func `another text than the numbers of a file is refused`(_ text: String) throws {
        let line = #"{"item":"a","section":"s0","file":"0000000000000012f000000000000001"}"#
        let backup = """
            {"lookahead":"backup","form":1}
            {"collection":"c","version":1}
            {"section":"s0","title":"S"}
            \(line)
            {"end":true,"collections":1,"sections":1,"items":1}

            """
        #expect(try imported(Array(backup.utf8), into: Scratch(isInMemory: true).open()).items == 1)
        let wrong = backup.replacing("0000000000000012f000000000000001", with: text)
        #expect(throws: StoreError.self) {
            try imported(Array(wrong.utf8), into: Scratch(isInMemory: true).open())
        }
    }
}
