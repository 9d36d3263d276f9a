import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A place in the write-ahead log, just after a commit. The checksum covers all frames before it.
struct LogPosition: Equatable, Sendable {
    /// The log's two random numbers; new ones whenever it starts again.
    var salts: UInt64
    var frames: Int
    var checksum: UInt64
}

/// SQLite's write-ahead log as it is in the file, whole or damaged (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
///
/// SQLite itself stops at the first frame whose checksum is wrong, takes what comes before it and overwrites the rest.
struct WriteAheadLog {
    struct Frame {
        /// The page that it holds, from 1.
        var page: Int
        /// The database's size in pages after this commit; 0 within a transaction.
        var commit: Int
        /// Whether it ends a transaction. Not where its checksum says that it was written as part of one: a write that failed
        /// within the frame's head leaves another transaction's `commit` there.
        var isCommit: Bool
        /// As it is stored.
        var checksum: UInt64
        /// Whether its checksum and salts continue those stored in the frame before.
        var isLinked: Bool
        /// Of the page, as in `PageSums`.
        var sum: UInt64
    }

    static let headBytes = 32
    static let frameHeadBytes = 24

    /// From the head; from elsewhere when that is damaged.
    private(set) var salts: UInt64?
    private(set) var isHeadWhole = false
    private(set) var pageSize: Int
    private(set) var frames: [Frame] = []
    /// The length of the prefix that SQLite takes: up to the last commit before the first frame that is not linked.
    private(set) var wholeCount = 0
    /// Frames before the first one that is not linked; those from `wholeCount` on belong to a transaction without an end.
    private(set) var linkedCount = 0
    private var isReversed = false

    /// Reads a log; `nil` when it is missing or empty.
    /// - Parameters:
    ///   - path: of the log.
    ///   - pageSize: the database's, for a log whose head is damaged.
    ///   - salts: the log's, in the same case: frames after the first one can be checked then.
    /// - Throws: `.failed`
    init?(path: String, pageSize: Int = 4096, salts: UInt64? = nil) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw StoreFiles.failure("read", path) }
            return nil
        }
        defer { close(descriptor) }
        guard StoreFiles.size(path) > 0 else { return nil }
        self.pageSize = pageSize
        try readHead(descriptor, path)
        if !isHeadWhole { self.salts = salts }
        try readFrames(descriptor, path)
    }

    /// An open log whose frames are read on demand, by `advance`.
    init(descriptor: Int32, _ path: String, pageSize: Int) throws(StoreError) {
        self.pageSize = pageSize
        try readHead(descriptor, path)
    }

    private var seed: UInt64 = 0

    private mutating func readHead(_ descriptor: Int32, _ path: String) throws(StoreError) {
        var head = [UInt64](repeating: 0, count: Self.headBytes / 8)
        guard try StoreFiles.read(&head, from: descriptor, at: 0, path) == Self.headBytes else { return }
        let magic = UInt32(truncatingIfNeeded: head[0]).byteSwapped
        guard magic & ~1 == 0x377f_0682 else { return }
        isReversed = magic & 1 == 1
        let size = Int(UInt32(truncatingIfNeeded: head[1]).byteSwapped)
        let checksum = Self.checksum(head[..<3], from: 0, isReversed: isReversed)
        guard size >= 512, size <= 65_536, size & (size - 1) == 0, checksum == Self.stored(head[3]) else { return }
        pageSize = size
        salts = head[2]
        isHeadWhole = true
        seed = checksum
    }

    private mutating func readFrames(_ descriptor: Int32, _ path: String) throws(StoreError) {
        while try advance(descriptor, path) {}
    }

    /// Reads one more frame; false at the end of the file.
    mutating func advance(_ descriptor: Int32, _ path: String) throws(StoreError) -> Bool {
        let length = Self.frameHeadBytes + pageSize
        var words = [UInt64](repeating: 0, count: length / 8)
        let offset = Self.headBytes + frames.count * length
        guard try StoreFiles.read(&words, from: descriptor, at: offset, path) == length else { return false }
        let before = frames.last?.checksum ?? seed
        let checksum = Self.checksum(
            words[3...], from: Self.checksum(words[..<1], from: before, isReversed: isReversed), isReversed: isReversed)
        let stored = Self.stored(words[2])
        let isLinked =
            salts != nil && words[1] == salts && checksum == stored && (isHeadWhole || !frames.isEmpty)
        let page = Int(UInt32(truncatingIfNeeded: words[0]).byteSwapped)
        let commit = Int(UInt32(truncatingIfNeeded: words[0] >> 32).byteSwapped)
        if isLinked, linkedCount == frames.count {
            linkedCount += 1
            if commit > 0 { wholeCount = linkedCount }
        }
        let written = isLinked ? nil : head(of: words[3...], from: before, to: stored)
        frames.append(
            Frame(
                page: page, commit: commit, isCommit: commit > 0 && written?.commit != 0, checksum: stored,
                isLinked: isLinked, sum: PageSums.sum(words[3...])))
        return true
    }

    /// Whether the log holds everything up to `position`.
    func reaches(_ position: LogPosition) -> Bool {
        salts == position.salts && position.frames <= wholeCount
            && frames[position.frames - 1].checksum == position.checksum
    }

    /// Whether a transaction that was flushed lies behind the first damaged frame. The next transaction begins once the one before
    /// is on the disk: a commit that others follow cannot be the remains of a power cut.
    var hasLostTransactions: Bool {
        guard linkedCount < frames.count else { return false }
        if !isHeadWhole { return true }
        return frames.indices.dropFirst(linkedCount + 1).contains { index in
            frames[index].isLinked && frames[index - 1].isCommit
                && (index - 1 == linkedCount || frames[index - 1].isLinked)
        }
    }

    /// Bytes that SQLite would discard, other than a transaction without an end.
    var hasUnreadableEnd: Bool { linkedCount < frames.count }

    /// The end of the whole prefix.
    var position: LogPosition? {
        guard let salts, wholeCount > 0 else { return nil }
        return LogPosition(salts: salts, frames: wholeCount, checksum: frames[wholeCount - 1].checksum)
    }

    /// Page → index of the newest frame that holds it, within the whole prefix.
    var newestFrames: [Int: Int] {
        var newest: [Int: Int] = [:]
        for index in 0..<wholeCount { newest[frames[index].page] = index }
        return newest
    }

    /// The two 32-bit sums of SQLite, the first in the upper half.
    private static func checksum(_ words: ArraySlice<UInt64>, from seed: UInt64, isReversed: Bool) -> UInt64 {
        var (first, second) = (UInt32(truncatingIfNeeded: seed >> 32), UInt32(truncatingIfNeeded: seed))
        let words = words.span
        if isReversed {
            for index in words.indices {
                let word = UInt64(littleEndian: words[index])
                first = first &+ UInt32(truncatingIfNeeded: word).byteSwapped &+ second
                second = second &+ UInt32(truncatingIfNeeded: word >> 32).byteSwapped &+ first
            }
        } else {
            for index in words.indices {
                let word = UInt64(littleEndian: words[index])
                first = first &+ UInt32(truncatingIfNeeded: word) &+ second
                second = second &+ UInt32(truncatingIfNeeded: word >> 32) &+ first
            }
        }
        return UInt64(first) << 32 | UInt64(second)
    }

    /// The page and the size that the frame was written with, if its page and its checksum are whole: SQLite's sums can be
    /// followed back to them. `nil` when no possible head leads to that checksum.
    private func head(
        of words: ArraySlice<UInt64>, from seed: UInt64, to checksum: UInt64
    ) -> (page: Int, commit: Int)? {
        func ordered(_ half: UInt32) -> UInt32 { isReversed ? half.byteSwapped : half }
        var (first, second) = (UInt32(truncatingIfNeeded: checksum >> 32), UInt32(truncatingIfNeeded: checksum))
        for word in words.reversed() {
            let word = UInt64(littleEndian: word)
            second = second &- ordered(UInt32(truncatingIfNeeded: word >> 32)) &- first
            first = first &- ordered(UInt32(truncatingIfNeeded: word)) &- second
        }
        let (seedFirst, seedSecond) = (UInt32(truncatingIfNeeded: seed >> 32), UInt32(truncatingIfNeeded: seed))
        let page = Int(ordered(first &- seedFirst &- seedSecond).byteSwapped)
        let commit = Int(ordered(second &- seedSecond &- first).byteSwapped)
        // By chance, one damaged page in a million fits as well.
        let most = 1 << 22
        return page > 0 && page <= most && commit <= most ? (page, commit) : nil
    }

    static func stored(_ word: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: word)
        let (first, second) = (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32))
        return UInt64(first.byteSwapped) << 32 | UInt64(second.byteSwapped)
    }
}
