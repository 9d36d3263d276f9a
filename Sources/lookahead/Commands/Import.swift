import ArgumentParser
import CollectionStore
import Foundation
import GridEngine
import SharedStore

/// `lookahead import`: restores what `export` wrote.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore the orders, sections and ratings of a backup, all or nothing.",
        discussion: """
            Collections in the backup are replaced; other collections, and what is known of other items, are kept. The server \
            must not be running. The identifier of a folder's collection depends on the folder's path: if you have moved the \
            pictures, use --collection and --as to restore the order for the new path. With --store, the collections go to a \
            database that has none of them yet.
            """)

    @Option(
        help: "The folder that stores orders and ratings. (default: $XDG_DATA_HOME/lookahead)", completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("A PostgreSQL database to restore to, in the place of a folder.", valueName: "address"))
    var store: String?

    @Option(help: ArgumentHelp("Only this collection.", valueName: "id"))
    var collection: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Restore --collection under another identifier: a name, or the path of a folder or of a list of URLs.",
            valueName: "id or path"))
    var target: String?

    @Argument(help: "The backup; - for stdin.", completion: .file())
    var file: String

    func validate() throws {
        guard target == nil || collection != nil else {
            throw ValidationError("--as requires --collection.")
        }
        if let store { _ = try StoreAddress(option: store) }
    }

    func run() throws {
        let counts =
            try store.map { try importIntoDatabase(StoreAddress(option: $0), read) }
            ?? withStore(in: data ?? UserFolders.data, isNew: true, read)
        writeError("Imported \(counts.text).")
    }

    private func read(into store: SQLiteStore) throws(StoreError) -> BackupCounts {
        let input = try BackupInput(path: file)
        var lines = BackupReader(name: file == "-" ? "stdin" : file) { () throws(StoreError) in try input.read() }
        return try store.importBackup(collection.map { ($0, as: identifier ?? $0) }, from: &lines)
    }

    private var identifier: String? {
        guard let target else { return nil }
        if isFolder(target) { return ServedSources.identifier("photos", of: target) }
        return target.contains("/") && isFile(target) ? ServedSources.identifier("urls", of: target) : target
    }
}

extension ParsableCommand {
    /// Runs `body` on the store of a data folder that no server uses. Writes an error to stderr.
    /// - Parameters:
    ///   - folder: the data folder.
    ///   - isNew: whether a missing folder is created.
    ///   - body: works on the open store.
    /// - Returns: what `body` returns.
    /// - Throws: `ExitCode`, after the error was written.
    func withStore<Answer>(
        in folder: String, isNew: Bool = false, _ body: (SQLiteStore) throws(StoreError) -> Answer
    ) throws -> Answer {
        do throws(StoreError) {
            guard isNew || isFile(folder + "/lookahead.sqlite") else {
                throw .failed("There is no data of Lookahead in \(folder). Choose its folder with --data.")
            }
            let store = try SQLiteStore(folder: folder)
            let answer = try body(store)
            try store.close()
            return answer
        } catch {
            let error = ServiceError.store(error, folder: folder)
            writeError(error.description)
            throw ExitCode(error.exitCode)
        }
    }

    /// Runs `body` on an empty store that is removed afterwards, also when a signal ends the program. Writes an error to stderr.
    /// - Throws: `ExitCode`, after the error was written.
    func withTemporaryStore<Answer>(_ body: (SQLiteStore) throws(StoreError) -> Answer) throws -> Answer {
        let signals = StopSignals()
        let folder = NSTemporaryDirectory() + "/lookahead-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        Thread.detachNewThread {
            let signal = signals.wait { false }
            // `body` still works: what it makes meanwhile keeps the folder from being removed.
            for _ in 0..<20 {
                try? FileManager.default.removeItem(atPath: folder)
                if !FileManager.default.fileExists(atPath: folder) { break }
            }
            _exit(128 + signal)
        }
        return try withStore(in: folder, isNew: true, body)
    }
}

extension BackupCounts {
    var text: String {
        "\(items) \(items == 1 ? "item" : "items") in \(sections) \(sections == 1 ? "section" : "sections") of "
            + "\(collections) \(collections == 1 ? "collection" : "collections")"
    }
}

extension Import {
    /// Imports into a folder of its own, where the backup is checked to its end, and from there into the database.
    func importIntoDatabase(
        _ address: StoreAddress, _ read: (SQLiteStore) throws(StoreError) -> BackupCounts
    ) throws -> BackupCounts {
        try withTemporaryStore { (store) throws(StoreError) in
            let counts = try read(store)
            let shared = try SharedStore(at: address)
            defer { shared.close() }
            try StoreCopy.copyAll(of: store, to: shared)
            return counts
        }
    }
}
