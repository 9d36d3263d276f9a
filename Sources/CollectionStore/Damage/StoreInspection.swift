import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Compares the files of a data folder, before SQLite opens any of them, and without changing one.
struct StoreInspection {
    /// The state that the start may go on with.
    enum Outcome: Equatable {
        /// Nothing was ever stored here.
        case new
        /// A database of a version that kept no mark.
        case unmarked
        /// Every acknowledged change is there.
        case whole
        /// The same, in the database alone: its log was folded in before and would bring old pages back.
        case wholeWithoutLog
        /// Something that was acknowledged is missing, or nothing shows that it is not.
        case damaged([String])
    }

    let files: StoreFiles
    var mark: StoreMark?
    var sums: PageSums?
    var log: WriteAheadLog?
    /// The pages of the database, from 1, that are neither as they were written nor in the log.
    var badPages: [Int] = []
    /// The sums of the database's pages as they are; `nil` for those that the disk cannot read.
    var pages: [UInt64?] = []
    private(set) var outcome = Outcome.new

    /// The application that wrote a database, in its head: "Lkhd".
    static let application: Int32 = 0x4C6B_6864

    /// - Throws: `.failed` when a file cannot be read. Damage is an outcome.
    init(_ files: StoreFiles) throws(StoreError) {
        self.files = files
        // Each by itself: what one of them says helps also when another is damaged.
        var findings: [String] = []
        mark = try Self.read(&findings) { () throws(StoreError) in try MarkFile.read(files.mark) }
        sums = try Self.read(&findings) { () throws(StoreError) in try PageSums.read(files.sums) }
        log = try WriteAheadLog(
            path: files.log, pageSize: sums?.pageSize ?? 4096, salts: mark?.position?.salts)
        if mark?.isBeingReplaced == true { findings.append("a recovery of this folder was interrupted") }
        let databaseBytes = StoreFiles.size(files.database)
        guard databaseBytes > 0 else {
            outcome = findings.isEmpty ? judgeMissing() : .damaged(findings + ["the database is missing or empty"])
            return
        }
        let descriptor = open(files.database, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFiles.failure("read", files.database) }
        defer { close(descriptor) }
        if let sums { pages = try PageSums.pages(of: descriptor, pageSize: sums.pageSize, files.database) }
        if findings.isEmpty {
            outcome = judge(databaseBytes, descriptor)
        } else {
            outcome = .damaged(findings + findingsOfTheRest(databaseBytes))
        }
    }

    /// `nil` for a file that is missing, and for one that is damaged, with a finding then.
    private static func read<Value>(
        _ findings: inout [String], _ body: () throws(StoreError) -> Value?
    ) throws(StoreError) -> Value? {
        do throws(StoreError) {
            return try body()
        } catch .damaged(let finding) {
            findings.append(finding)
            return nil
        }
    }

    private func judgeMissing() -> Outcome {
        if let mark, !mark.isFounding || mark.hadDatabase {
            let held = mark.changes > 0 ? "; it held \(mark.changes) changes" : ""
            return .damaged(["the database is missing or empty\(held)"])
        }
        if sums != nil { return .damaged(["the database is missing or empty"]) }
        if log.map({ !$0.frames.isEmpty }) == true {
            return .damaged(["there is a log, but its database is missing or empty"])
        }
        do {
            let backups = try StoreBackups.list(in: files)
            if backups.isEmpty { return .new }
            return .damaged(["the database is missing or empty; there are \(backups.count) backups"])
        } catch {
            return .damaged(["the database is missing or empty, and the backups cannot be listed"])
        }
    }

    private mutating func judge(_ databaseBytes: Int, _ descriptor: Int32) -> Outcome {
        if log?.hasLostTransactions == true { return .damaged([logFinding]) }
        guard let mark else {
            guard !isMarked(descriptor), sums == nil else {
                return .damaged(["\(files.mark), which says how far it was written, is missing"])
            }
            return .unmarked
        }
        if mark.isFounding { return .unmarked }
        guard let sums else { return .damaged(["\(files.sums), the checksums of its pages, are missing"]) }
        guard sums.identity == mark.identity, sums.number >= mark.sums else {
            return .damaged(["its files are not of the same time"])
        }
        return compare(mark, sums, databaseBytes)
    }

    private mutating func compare(_ mark: StoreMark, _ sums: PageSums, _ databaseBytes: Int) -> Outcome {
        let differing = differences(sums, databaseBytes)
        if differing.isEmpty, isCovered(mark, sums) {
            // Folded in before. A part of that log would bring old pages back.
            guard let log, log.salts == sums.covers?.salts, let covers = sums.covers, !log.reaches(covers) else {
                return .whole
            }
            return .wholeWithoutLog
        }
        let reaches = mark.position.map { log?.reaches($0) == true } ?? true
        let reachesSums =
            log.map { $0.salts != sums.covers?.salts } ?? true || sums.covers.map { log?.reaches($0) == true } ?? true
        let inLog = log?.newestFrames ?? [:]
        badPages = differing.filter { inLog[$0] == nil }
        if reaches, reachesSums, badPages.isEmpty { return .whole }
        return .damaged((reaches && reachesSums ? [] : [logFinding]) + pageFindings)
    }

    /// The findings in log and database when the mark or the sums cannot be read.
    private mutating func findingsOfTheRest(_ databaseBytes: Int) -> [String] {
        if let sums {
            let inLog = log?.newestFrames ?? [:]
            badPages = differences(sums, databaseBytes).filter { inLog[$0] == nil }
        }
        let isLogCut = log.map { log in mark?.position.map { $0.salts == log.salts && !log.reaches($0) } ?? false }
        return (isLogCut == true || log?.hasLostTransactions == true ? [logFinding] : []) + pageFindings
    }

    private var pageFindings: [String] {
        if badPages.isEmpty { return [] }
        let names = badPages.prefix(5).map(String.init).joined(separator: ", ")
        return ["pages that are not as they were written: \(names)\(badPages.count > 5 ? ", …" : "")"]
    }

    /// The mark, where it is of the same database as the sums: nothing else shows what was acknowledged.
    var fittingMark: StoreMark? {
        guard let mark, !mark.isFounding, let sums else { return mark }
        return mark.identity == sums.identity && sums.number >= mark.sums ? mark : nil
    }

    /// Whether everything up to the mark had been folded in when the sums were made.
    private func isCovered(_ mark: StoreMark, _ sums: PageSums) -> Bool {
        guard let position = mark.position else { return true }
        return sums.covers.map { $0.salts == position.salts && $0.frames >= position.frames } == true
    }

    private func differences(_ sums: PageSums, _ databaseBytes: Int) -> [Int] {
        var differing: [Int] = []
        for page in 0..<max(pages.count, sums.pages.count) {
            if page >= pages.count || page >= sums.pages.count || pages[page] != sums.pages[page] {
                differing.append(page + 1)
            }
        }
        // A page that is cut.
        if databaseBytes % sums.pageSize != 0 { differing.append(pages.count + 1) }
        return differing
    }

    /// Whether a database is one that had a mark; also where the disk cannot read its head.
    private func isMarked(_ descriptor: Int32) -> Bool {
        // Bytes 64 to 71 of the head; the application's number is the second half.
        var words: [UInt64] = [0]
        do throws(StoreError) {
            guard try StoreFiles.read(&words, from: descriptor, at: 64, files.database) == 8 else { return false }
        } catch {
            return true
        }
        return Int32(bitPattern: UInt32(truncatingIfNeeded: words[0] >> 32).byteSwapped) == Self.application
    }

    /// The fault of the log.
    var logFinding: String {
        guard let log else { return "its write-ahead log is missing or empty, with the changes in it" }
        if !log.isHeadWhole { return "the head of its write-ahead log is damaged" }
        if let position = mark?.position, log.salts != position.salts { return "its write-ahead log is another one" }
        if log.linkedCount < log.frames.count {
            return "its write-ahead log is damaged from part \(log.linkedCount + 1) of \(log.frames.count)"
        }
        return "its write-ahead log ends after part \(log.frames.count)"
            + (mark?.position.map { " of \($0.frames)" } ?? "")
    }
}
