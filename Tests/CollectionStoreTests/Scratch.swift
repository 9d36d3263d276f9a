import Foundation
import GridEngine

@testable import CollectionStore

/// A data folder of a test's own, gone with the last reference.
final class Scratch: Sendable {
    let folder: String

    /// Creates the folder; when `isInMemory`, in memory if the system allows it, so that hundreds of flushes cost nothing.
    init(isInMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let root =
            isInMemory && FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        folder = root + "/lookahead-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var database: String { folder + "/lookahead.sqlite" }
    var log: String { folder + "/lookahead.sqlite-wal" }

    /// The files that make a store, without SQLite's index of the log, which a start makes again.
    static let files = ["lookahead.sqlite", "lookahead.sqlite-wal", "lookahead.sums", "lookahead.mark"]

    /// Copies the files as they are now: what a killed server leaves.
    func copyFiles(to other: Scratch) throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: other.database + "-shm")
        for name in Self.files {
            try? manager.removeItem(atPath: "\(other.folder)/\(name)")
            guard manager.fileExists(atPath: "\(folder)/\(name)") else { continue }
            try manager.copyItem(atPath: "\(folder)/\(name)", toPath: "\(other.folder)/\(name)")
        }
    }

    /// Makes the folder, whose store is closed, one that a version without a mark wrote.
    func removeMark() throws {
        var content = try Data(contentsOf: URL(fileURLWithPath: database))
        content.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        try content.write(to: URL(fileURLWithPath: database))
        for name in ["lookahead.sums", "lookahead.mark"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    func open(limits: SQLiteStore.Limits = .init()) throws(StoreError) -> SQLiteStore {
        try SQLiteStore(folder: folder, url: "http://127.0.0.1:8080/", limits: limits)
    }
}

/// What a store holds of one collection, in a form that can be compared.
struct StoreContent: Equatable {
    var version: Int
    var order: [StoredOrder.Section]
    var changes: [StoredChange]
    var items: [String]
    var sections: [StoredSection]
    var attributes: [StoredChange.Attributes]
    var revisions: [StoredChange.Revision]

    init(_ stored: StoredCollection) {
        version = stored.checkpoint.version
        order = stored.checkpoint.sections
        changes = stored.changes
        items = Array(stored.items)
        sections = stored.sections
        attributes = stored.attributes
        revisions = stored.revisions
    }
}

/// An order of `counts` items in sections, all of them new, numbered through.
func freshOrder(_ collection: String = "c", version: Int = 1, counts: [Int]) -> StoredOrder {
    var next: UInt32 = 0
    var newItems: [StoredIdentifier] = []
    var order = StoredOrder(collection: collection, version: version, sections: [])
    for (number, count) in counts.enumerated() {
        let ordinals = (0..<UInt32(count)).map { next + $0 }
        next += UInt32(count)
        order.sections.append(StoredOrder.Section(ordinal: UInt32(number), items: ordinals))
        order.newSections.append(StoredSection(ordinal: UInt32(number), id: "s\(number)", title: "Section \(number)"))
        newItems += ordinals.map { StoredIdentifier(ordinal: $0, id: "folder/写真 \($0).jpg") }
    }
    order.newItems = StoredIdentifiers(newItems)
    return order
}

extension SQLiteStore {
    /// Stores changes without a look at their heads.
    func commit(_ changes: [StoredChange]) throws(StoreError) { try append(changes) }
}

/// A store's backup.
func exported(_ store: SQLiteStore) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try store.export { bytes += $0 }
    return bytes
}

/// Puts a backup into a store.
func imported(
    _ backup: [UInt8], into store: SQLiteStore, wanted: (String, String)? = nil
) throws(StoreError) -> BackupCounts {
    var rest = backup[...]
    var reader = BackupReader(name: "test") {
        defer { rest = [] }
        return Array(rest)
    }
    return try store.importBackup(wanted, from: &reader)
}
