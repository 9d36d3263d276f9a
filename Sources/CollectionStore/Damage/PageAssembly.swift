import Foundation
import GridEngine

/// A database put together page by page: from the log where it has the page, from the database where the page is as it was
/// written, and otherwise from a backup that holds just that page.
struct PageAssembly {
    private let files: StoreFiles
    private let inspection: StoreInspection
    private let backups: [StoreBackups.Backup]
    private let pageSize: Int

    init(_ files: StoreFiles, _ inspection: StoreInspection, _ backups: [StoreBackups.Backup]) {
        self.files = files
        self.inspection = inspection
        self.backups = backups
        pageSize = inspection.sums?.pageSize ?? inspection.log?.pageSize ?? 4096
    }

    /// Writes the database, durably.
    /// - Parameters:
    ///   - path: of the new file.
    ///   - isSalvaged: whether whole frames behind a damaged one count: each holds a page as it was after its own change.
    /// - Returns: what is damaged or missing in it.
    /// - Throws: `.diskFull`, `.failed`
    func write(to path: String, isSalvaged: Bool) throws(StoreError) -> [String] {
        let frames = newestFrames(isSalvaged: isSalvaged)
        let database = open(files.database, O_RDONLY | O_CLOEXEC)
        guard database >= 0 else { throw StoreFiles.failure("read", files.database) }
        defer { close(database) }
        let log = open(files.log, O_RDONLY | O_CLOEXEC)
        defer { if log >= 0 { close(log) } }
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw StoreFiles.failure("write", path) }
        defer { close(target) }
        let count =
            frames.pageCount ?? max(inspection.sums?.pages.count ?? 0, StoreFiles.size(files.database) / pageSize)
        var badCount = 0
        for number in 1...max(1, count) {
            let (page, isWhole) =
                frames.newest[number].map { fromLog(log, frame: $0) } ?? fromDatabase(database, page: number)
            if !isWhole { badCount += 1 }
            try StoreFiles.write(page, to: target, at: (number - 1) * pageSize, path)
        }
        guard fsync(target) == 0 else { throw StoreFiles.failure("flush", path) }
        var findings = findings(frames.lost, isSalvaged: isSalvaged)
        if badCount > 0 { findings.append("\(badCount) damaged pages that no backup has") }
        return findings
    }

    private func fromLog(_ log: Int32, frame: Int) -> (content: [UInt64], isWhole: Bool) {
        let offset = WriteAheadLog.headBytes + frame * (WriteAheadLog.frameHeadBytes + pageSize)
        let page = StoreFiles.page(log, at: offset + WriteAheadLog.frameHeadBytes, size: pageSize, files.log)
        return (page ?? [UInt64](repeating: 0, count: pageSize / 8), page != nil)
    }

    private func fromDatabase(_ database: Int32, page number: Int) -> (content: [UInt64], isWhole: Bool) {
        let offset = (number - 1) * pageSize
        let stored = StoreFiles.page(database, at: offset, size: pageSize, files.database)
        guard let expected = sum(ofPage: number) else { return (stored ?? empty, stored != nil) }
        if let stored, PageSums.sum(stored[...]) == expected { return (stored, true) }
        for backup in backups.reversed() {
            let descriptor = open(backup.database, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if let page = StoreFiles.page(descriptor, at: offset, size: pageSize, backup.database),
                PageSums.sum(page[...]) == expected
            {
                return (page, true)
            }
        }
        return (stored ?? empty, false)
    }

    private var empty: [UInt64] { [UInt64](repeating: 0, count: pageSize / 8) }

    private func sum(ofPage number: Int) -> UInt64? {
        guard let sums = inspection.sums, number <= sums.pages.count else { return nil }
        return sums.pages[number - 1]
    }
}

extension PageAssembly {
    /// Page → the newest frame of it that counts, with the database's size in pages after them, if the log says it, and the number of
    /// pages that are lost.
    private func newestFrames(isSalvaged: Bool) -> (newest: [Int: Int], pageCount: Int?, lost: Int) {
        guard let log = inspection.log else { return ([:], nil, 0) }
        // A log that was folded in before holds older pages.
        if inspection.outcome == .wholeWithoutLog { return ([:], nil, 0) }
        guard isSalvaged, log.hasUnreadableEnd else {
            return (
                log.newestFrames.filter { isNewer(page: $0, frame: $1) }, pageCount(log, after: log.wholeCount - 1), 0
            )
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
        // Pages that the sums cover are in the database, or counted there.
        let covered = min(coveredCount(log), end)
        var lost = damaged.filter { (newest[$0.key] ?? -1) < $0.value && $0.value >= covered }.count
        let rest = log.frames[min(max(last + 1, covered), end)..<end]
        let isRestMarked = position?.salts == log.salts && position!.frames > max(last + 1, covered)
        if isRestMarked || !rest.allSatisfy(\.isWhole) { lost += rest.count }
        return (newest.filter { isNewer(page: $0, frame: $1) }, pageCount(log, after: last), lost)
    }

    /// The number of frames whose changes the page sums describe.
    private func coveredCount(_ log: WriteAheadLog) -> Int {
        guard let covers = inspection.sums?.covers, covers.salts == log.salts else { return 0 }
        return covers.frames
    }

    /// Whether a frame is at least as new as the page sums: one that was folded in before a later one of the same page was damaged
    /// would bring an old page back.
    private func isNewer(page: Int, frame: Int) -> Bool {
        let log = inspection.log!
        return frame >= coveredCount(log) || log.frames[frame].sum == sum(ofPage: page)
    }

    private func pageCount(_ log: WriteAheadLog, after frame: Int) -> Int? {
        frame >= max(0, coveredCount(log)) ? log.frames[frame].commit : nil
    }

    private func findings(_ lost: Int, isSalvaged: Bool) -> [String] {
        guard case .damaged = inspection.outcome else { return [] }
        var findings: [String] = []
        if inspection.sums == nil { findings.append("its pages could not be checked") }
        guard let mark = inspection.fittingMark else {
            findings.append("nothing shows whether the newest changes are in it")
            if lost > 0 { findings.append("\(lost) changed pages of its log are lost") }
            return findings
        }
        guard let position = mark.position else { return findings }
        if let covers = inspection.sums?.covers, covers.salts == position.salts, covers.frames >= position.frames {
            return findings
        }
        guard let log = inspection.log, log.salts == position.salts, log.frames.count >= position.frames else {
            // Without sums it may have been folded in.
            findings.append(
                inspection.sums == nil && inspection.log == nil
                    ? "nothing shows whether the newest changes are in it" : "the newest changes are missing")
            return findings
        }
        if isSalvaged, log.hasUnreadableEnd {
            if lost > 0 {
                findings.append("\(lost) changed pages of its log are lost")
            } else if log.frames[position.frames - 1].checksum != position.checksum {
                findings.append("the newest changes are missing")
            }
        } else if !log.reaches(position) {
            findings.append("changes after part \(log.wholeCount) of \(position.frames) of its log are missing")
        }
        return findings
    }
}
