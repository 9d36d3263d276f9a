import Foundation
import GridEngine

/// A database put together page by page: from the log where it has the page, from the database where the page is as it was
/// written, and otherwise from a backup that holds just that page.
struct PageAssembly {
    private let files: StoreFiles
    private let inspection: StoreInspection
    private let backups: [StoreBackups.Backup]

    init(_ files: StoreFiles, _ inspection: StoreInspection, _ backups: [StoreBackups.Backup]) {
        self.files = files
        self.inspection = inspection
        self.backups = backups
    }

    /// Writes the database, durably.
    /// - Parameters:
    ///   - path: of the new file.
    ///   - isSalvaged: whether whole frames behind a damaged one count: each holds a page as it was after its own change.
    /// - Returns: what is damaged or missing in it.
    /// - Throws: `.diskFull`, `.failed`
    func write(to path: String, isSalvaged: Bool) throws(StoreError) -> [String] {
        let log = inspection.log
        let frames = newestFrames(log, isSalvaged: isSalvaged)
        let pageSize = inspection.sums?.pageSize ?? log?.pageSize ?? 4096
        var findings = findings(log, frames.lost, isSalvaged: isSalvaged)
        let database = open(files.database, O_RDONLY | O_CLOEXEC)
        guard database >= 0 else { throw StoreFiles.failure("read", files.database) }
        defer { close(database) }
        let logFile = open(files.log, O_RDONLY | O_CLOEXEC)
        defer { if logFile >= 0 { close(logFile) } }
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw StoreFiles.failure("write", path) }
        defer { close(target) }
        let count =
            frames.pageCount ?? max(inspection.sums?.pages.count ?? 0, StoreFiles.size(files.database) / pageSize)
        var page = [UInt64](repeating: 0, count: pageSize / 8)
        var bad: [Int] = []
        for number in 1...max(1, count) {
            if let index = frames.newest[number] {
                let offset = WriteAheadLog.headBytes + index * (WriteAheadLog.frameHeadBytes + pageSize)
                _ = try StoreFiles.read(&page, from: logFile, at: offset + WriteAheadLog.frameHeadBytes, files.log)
            } else {
                page = [UInt64](repeating: 0, count: pageSize / 8)
                _ = try StoreFiles.read(&page, from: database, at: (number - 1) * pageSize, files.database)
                if let sums = inspection.sums, number <= sums.pages.count,
                    PageSums.sum(page[...]) != sums.pages[number - 1]
                {
                    if let found = try inBackups(number, sums) { page = found } else { bad.append(number) }
                }
            }
            try StoreFiles.write(page, to: target, at: (number - 1) * pageSize, path)
        }
        guard fsync(target) == 0 else { throw StoreFiles.failure("flush", path) }
        if !bad.isEmpty { findings.append("\(bad.count) damaged pages that no backup has") }
        return findings
    }

    private func newestFrames(
        _ log: WriteAheadLog?, isSalvaged: Bool
    ) -> (newest: [Int: Int], pageCount: Int?, lost: Int) {
        guard let log else { return ([:], nil, 0) }
        // A log that was folded in before holds older pages.
        if inspection.outcome == .wholeWithoutLog { return ([:], nil, 0) }
        guard isSalvaged, log.hasUnreadableEnd else {
            let count = log.wholeCount > 0 ? log.frames[log.wholeCount - 1].commit : nil
            return (log.newestFrames, count, 0)
        }
        // Up to the last commit that is whole; a damaged frame is lost unless a later one holds its page.
        let position = inspection.mark?.position
        let end = log.acknowledgedCount(position)
        let last = log.frames[..<end].lastIndex { $0.isWhole && $0.commit > 0 } ?? -1
        var newest: [Int: Int] = [:]
        var damaged: [Int: Int] = [:]
        for (index, frame) in log.frames[...last].enumerated() {
            if frame.isWhole {
                newest[frame.page] = index
            } else {
                for page in [frame.page, frame.writtenPage] { damaged[page] = index }
            }
        }
        var lost = damaged.filter { (newest[$0.key] ?? -1) < $0.value }.count
        let rest = log.frames[(last + 1)..<end]
        let isRestMarked = position?.salts == log.salts && position!.frames > last + 1
        if isRestMarked || !rest.allSatisfy(\.isWhole) { lost += rest.count }
        return (newest, last < 0 ? nil : log.frames[last].commit, lost)
    }

    private func findings(_ log: WriteAheadLog?, _ lost: Int, isSalvaged: Bool) -> [String] {
        guard case .damaged = inspection.outcome else { return [] }
        guard let position = inspection.mark?.position else {
            return inspection.mark == nil ? ["nothing shows whether the newest changes are in it"] : []
        }
        if let covers = inspection.sums?.covers, covers.salts == position.salts, covers.frames >= position.frames {
            return []
        }
        guard let log, log.salts == position.salts, log.frames.count >= position.frames else {
            return ["the newest changes are missing"]
        }
        if isSalvaged {
            if lost > 0 { return ["\(lost) changed pages of its log are lost"] }
            return log.frames[position.frames - 1].checksum == position.checksum
                ? [] : ["the newest changes are missing"]
        }
        return log.reaches(position)
            ? [] : ["changes after part \(log.wholeCount) of \(position.frames) of its log are missing"]
    }

    private func inBackups(_ number: Int, _ sums: PageSums) throws(StoreError) -> [UInt64]? {
        for backup in backups.reversed() {
            let descriptor = open(backup.database, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var page = [UInt64](repeating: 0, count: sums.pageSize / 8)
            let offset = (number - 1) * sums.pageSize
            if try StoreFiles.read(&page, from: descriptor, at: offset, backup.database) == sums.pageSize,
                PageSums.sum(page[...]) == sums.pages[number - 1]
            {
                return page
            }
        }
        return nil
    }
}
