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
        var moment: Date
        var folder: String

        var name: String { StoreBackups.name(of: moment) }

        var database: String { "\(folder)/\(name).sqlite" }
        var sums: String { "\(folder)/\(name).sums" }
    }

    /// Pages copied between two flushes: a flush of much data at once would hold up those of the log.
    private static let partPages = 256

    /// The backups of a data folder, oldest first. Files that others put there are not backups, whatever they hold.
    /// - Throws: `.failed` when the folder cannot be read.
    static func list(in files: StoreFiles) throws(StoreError) -> [Backup] {
        try names(in: files).compactMap { name in
            guard name.hasSuffix(".sqlite"), let moment = moment(of: name.dropLast(7)) else { return nil }
            return Backup(moment: moment, folder: files.backups)
        }.sorted { $0.moment < $1.moment }
    }

    private static func names(in files: StoreFiles) throws(StoreError) -> [String] {
        guard StoreFiles.exists(files.backups) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: files.backups)
        } catch {
            throw .failed("cannot read \(files.backups): \(error.localizedDescription)")
        }
    }

    /// Why the disk has no room for a backup, in words for people; `nil` when it has: as much must stay for changes.
    static func lackOfRoom(in files: StoreFiles, for sums: PageSums) -> String? {
        let (free, needed) = (StoreFiles.freeBytes(files.folder), 2 * sums.pages.count * sums.pageSize)
        if free > needed { return nil }
        return "there is too little room on the disk: \(free >> 20) MB are free, \((needed >> 20) + 1) MB are needed"
    }

    /// Copies the database. Durable, and under its name only when it is whole.
    /// - Parameters:
    ///   - files: of the data folder.
    ///   - database: the open database file.
    ///   - sums: of its pages as they are.
    ///   - moment: names the backup.
    ///   - isCancelled: is asked between two parts.
    /// - Returns: the backup; `nil` when it was cancelled.
    /// - Throws: `.damaged` when a page is not as it was written; `.diskFull`, `.failed`.
    static func make(
        in files: StoreFiles, of database: Int32, sums: PageSums, at moment: Date, isCancelled: () -> Bool
    ) throws(StoreError) -> Backup? {
        try PrivateFolder.make(files.backups)
        try deleteRemains(in: files)
        let backup = Backup(moment: moment, folder: files.backups)
        let unfinished = backup.database + ".unfinished"
        let target = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw StoreFiles.failure("write", backup.database) }
        defer { close(target) }
        var isFinished = false
        defer { if !isFinished { unlink(unfinished) } }
        let words = sums.pageSize / 8
        var buffer = [UInt64](repeating: 0, count: partPages * words)
        for first in stride(from: 0, to: sums.pages.count, by: partPages) {
            if isCancelled() { return nil }
            let began = ContinuousClock.now
            let count = min(partPages, sums.pages.count - first)
            let bytes = try StoreFiles.read(
                &buffer, count: count * words, from: database, at: first * sums.pageSize, files.database)
            for page in 0..<count {
                guard bytes >= (page + 1) * sums.pageSize,
                    PageSums.sum(buffer[page * words..<(page + 1) * words]) == sums.pages[first + page]
                else {
                    // The end of the store writes pages.
                    if isCancelled() { return nil }
                    throw .damaged("page \(first + page + 1) of \(files.database) is not as it was written")
                }
            }
            let part = count == partPages ? buffer : Array(buffer[..<(count * words)])
            try StoreFiles.write(part, to: target, at: first * sums.pageSize, backup.database)
            guard fdatasync(target) == 0 else { throw StoreFiles.failure("flush", backup.database) }
            rest(after: ContinuousClock.now - began)
        }
        guard fsync(target) == 0 else { throw StoreFiles.failure("flush", backup.database) }
        try sums.write(to: backup.sums)
        guard rename(unfinished, backup.database) == 0 else { throw StoreFiles.failure("write", backup.database) }
        isFinished = true
        try StoreFiles.flushFolder(of: backup.database)
        return backup
    }

    /// Leaves disk and processor to changes between two parts: a backup takes an eleventh of their time, and where they are slow, or
    /// others need them, it is the backup that takes longer.
    private static func rest(after part: Duration) {
        let rest = min(max(part * 10, .milliseconds(2)), .milliseconds(250))
        usleep(UInt32(rest / .microseconds(1)))
    }

    /// Deletes what a crash left of a backup: parts without their last name, and checksums without a database.
    private static func deleteRemains(in files: StoreFiles) throws(StoreError) {
        let all = try Set(names(in: files))
        for name in all where moment(of: name.prefix { $0 != "." }) != nil {
            let isOrphan = name.hasSuffix(".sums") && !all.contains(name.dropLast(5) + ".sqlite")
            if isOrphan || name.hasSuffix(".unfinished") { unlink("\(files.backups)/\(name)") }
        }
    }

    /// Deletes all but the newest `count` backups. Those with a date after `moment`, of a clock that was ahead, go first.
    static func trim(to count: Int, in files: StoreFiles, at moment: Date) throws(StoreError) {
        let all = try list(in: files)
        for backup in (all.filter { $0.moment > moment } + all.filter { $0.moment <= moment }).dropLast(count) {
            unlink(backup.database)
            unlink(backup.sums)
        }
    }

    /// The newest backup that is not dated after `moment`.
    static func newest(in files: StoreFiles, at moment: Date) throws(StoreError) -> Backup? {
        try list(in: files).last { $0.moment <= moment }
    }

    static func name(of moment: Date) -> String {
        var (seconds, parts) = (time_t(moment.timeIntervalSince1970), tm())
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, "%Y-%m-%dT%H%M%SZ", &parts)
        return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// The moment that names a backup; `nil` for any other name.
    private static func moment(of name: some StringProtocol) -> Date? {
        let numbers = name.split { !$0.isASCII || !$0.isNumber }.compactMap { Int32($0) }
        guard numbers.count == 4 else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3] / 10_000, numbers[3] / 100 % 100, numbers[3] % 100)
        let moment = Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
        return self.name(of: moment) == name ? moment : nil
    }
}
