import Foundation
import GridEngine

/// Copies of the database that the server makes by itself, one a day at most, each with the checksums of its pages.
///
/// Between two folds nothing writes to the database file, so that its bytes can be copied while changes go on; no lock of SQLite
/// is held. Each page is compared with its checksum on the way: a disk that loses bytes is noticed while the older copies are
/// there still.
struct StoreBackups {
    /// Named by the moment, such as `2026-11-22T083000Z`, in UTC.
    struct Backup: Equatable {
        var name: String
        var folder: String

        var database: String { "\(folder)/\(name).sqlite" }
        var sums: String { "\(folder)/\(name).sums" }
    }

    /// Pages copied between two flushes: a flush of much data at once would hold up those of the log.
    private static let partPages = 256

    /// The backups of a data folder, oldest first.
    static func list(in files: StoreFiles) throws(StoreError) -> [Backup] {
        guard StoreFiles.exists(files.backups) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: files.backups).filter { $0.hasSuffix(".sqlite") }
                .sorted().map { Backup(name: String($0.dropLast(7)), folder: files.backups) }
        } catch {
            throw .failed("cannot read \(files.backups): \(error.localizedDescription)")
        }
    }

    /// Copies the database. Durable, and under its name only when it is whole.
    /// - Parameters:
    ///   - files: of the data folder.
    ///   - database: the open database file.
    ///   - sums: of its pages as they are.
    ///   - moment: names the backup.
    ///   - isCancelled: is asked between two parts.
    /// - Returns: whether a backup was made; false when it was cancelled.
    /// - Throws: `.damaged` when a page is not as it was written; `.diskFull`, `.failed`.
    static func make(
        in files: StoreFiles, of database: Int32, sums: PageSums, at moment: Date, isCancelled: () -> Bool
    ) throws(StoreError) -> Bool {
        try PrivateFolder.make(files.backups)
        // As much must stay for changes.
        guard StoreFiles.freeBytes(files.backups) > 2 * sums.pages.count * sums.pageSize else { throw .diskFull }
        let backup = Backup(name: name(of: moment), folder: files.backups)
        let unfinished = backup.database + ".unfinished"
        let target = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw StoreFiles.failure("write", backup.database) }
        defer { close(target) }
        var isFinished = false
        defer { if !isFinished { unlink(unfinished) } }
        let words = sums.pageSize / 8
        var buffer = [UInt64](repeating: 0, count: partPages * words)
        for first in stride(from: 0, to: sums.pages.count, by: partPages) {
            if isCancelled() { return false }
            let count = min(partPages, sums.pages.count - first)
            let bytes = try StoreFiles.read(
                &buffer, count: count * words, from: database, at: first * sums.pageSize, files.database)
            for page in 0..<count {
                guard bytes >= (page + 1) * sums.pageSize,
                    PageSums.sum(buffer[page * words..<(page + 1) * words]) == sums.pages[first + page]
                else { throw .damaged("page \(first + page + 1) of \(files.database) is not as it was written") }
            }
            let part = count == partPages ? buffer : Array(buffer[..<(count * words)])
            try StoreFiles.write(part, to: target, at: first * sums.pageSize, backup.database)
            guard fdatasync(target) == 0 else { throw StoreFiles.failure("flush", backup.database) }
            // Leaves the disk to the log between two parts.
            usleep(2000)
        }
        guard fsync(target) == 0 else { throw StoreFiles.failure("flush", backup.database) }
        try sums.write(to: backup.sums)
        guard rename(unfinished, backup.database) == 0 else { throw StoreFiles.failure("write", backup.database) }
        isFinished = true
        try StoreFiles.flushFolder(of: backup.database)
        return true
    }

    /// Deletes all but the newest `count` backups.
    static func trim(to count: Int, in files: StoreFiles) throws(StoreError) {
        for backup in try list(in: files).dropLast(count) {
            unlink(backup.database)
            unlink(backup.sums)
        }
    }

    /// The moment of the newest backup.
    static func newest(in files: StoreFiles) throws(StoreError) -> Date? {
        try list(in: files).last.flatMap { formatter.date(from: $0.name) }
    }

    static func name(of moment: Date) -> String { formatter.string(from: moment) }

    private static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HHmmss'Z'"
        return formatter
    }
}
