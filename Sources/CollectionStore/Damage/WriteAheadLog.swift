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
        /// The page that it was written with, by its checksum, where its head was damaged alone.
        var writtenPage: Int
        /// Whether it ends a transaction. A checksum that was computed inside one says no, whatever the head says: a write that failed
        /// within the head leaves another transaction's `commit` there. The reverse cannot be told: behind a frame that was
        /// written again, checksums lead to wrong heads.
        var isCommit: Bool
        /// The stored checksum, right or wrong.
        var checksum: UInt64
        /// Whether its checksum and salts continue those stored in the frame before. The first frame continues the log's head,
        /// or the remains of that.
        var isLinked: Bool
        /// Whether its page is as it was written: it is linked, or the next frame continues the checksum that it should have.
        var isWhole: Bool
        /// The page's sum, as in `PageSums`.
        var sum: UInt64
        fileprivate var hasSalts: Bool
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
    /// Checksums that the next frame may continue, the likeliest first.
    private var seeds: [Seed] = []

    /// Reads a log; `nil` when it is missing or empty.
    /// - Parameters:
    ///   - path: of the log.
    ///   - pageSize: the database's, for a log whose head is damaged.
    ///   - salts: the log's, in the same case; those in the damaged head when `nil`.
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
        if !isHeadWhole, let salts { self.salts = salts }
        try readFrames(descriptor, path)
    }

    /// An open log whose frames are read on demand, by `advance`.
    init(descriptor: Int32, _ path: String, pageSize: Int) throws(StoreError) {
        self.pageSize = pageSize
        try readHead(descriptor, path)
    }

    private mutating func readHead(_ descriptor: Int32, _ path: String) throws(StoreError) {
        var head = [UInt64](repeating: 0, count: Self.headBytes / 8)
        do throws(StoreError) {
            guard try StoreFiles.read(&head, from: descriptor, at: 0, path) == Self.headBytes else { return }
        } catch .damaged {
            // A file that cannot be read counts as one full of zeros.
        }
        salts = head[2]
        let magic = UInt32(truncatingIfNeeded: head[0]).byteSwapped
        let hasMagic = magic & ~1 == 0x377f_0682
        // One of the two is right wherever the damage is.
        seeds = (hasMagic ? [magic & 1 == 1] : [false, true]).flatMap { isReversed in
            [
                Seed(checksum: Self.stored(head[3]), isReversed: isReversed, isStored: true),
                Seed(
                    checksum: Self.checksum(head[..<3], from: 0, isReversed: isReversed), isReversed: isReversed,
                    isStored: false),
            ]
        }
        let size = Int(UInt32(truncatingIfNeeded: head[1]).byteSwapped)
        guard hasMagic, size >= 512, size <= 65_536, size & (size - 1) == 0, seeds[0].checksum == seeds[1].checksum
        else { return }
        pageSize = size
        isHeadWhole = true
        seeds.removeLast()
    }

    private mutating func readFrames(_ descriptor: Int32, _ path: String) throws(StoreError) {
        while try advance(descriptor, path) {}
    }

    /// Reads one more frame; false at the end of the file.
    mutating func advance(_ descriptor: Int32, _ path: String) throws(StoreError) -> Bool {
        let length = Self.frameHeadBytes + pageSize
        var words = [UInt64](repeating: 0, count: length / 8)
        let offset = Self.headBytes + frames.count * length
        guard !seeds.isEmpty else { return false }
        do throws(StoreError) {
            guard try StoreFiles.read(&words, from: descriptor, at: offset, path) == length else { return false }
        } catch .damaged {
            guard offset + length <= StoreFiles.size(path) else { return false }
            words = Self.readableWords(of: length, descriptor, at: offset, path)
        }
        let seed = seeds.first { Self.checksum(words, from: $0) == Self.stored(words[2]) }
        append(words, continuing: words[1] == salts ? seed : nil)
        return true
    }

    /// A frame that the disk cannot read: its head, which may be on a good sector, and zeros for a page.
    private static func readableWords(of length: Int, _ descriptor: Int32, at offset: Int, _ path: String) -> [UInt64] {
        let head = StoreFiles.page(descriptor, at: offset, size: frameHeadBytes, path) ?? [0, 0, 0]
        return head + [UInt64](repeating: 0, count: (length - frameHeadBytes) / 8)
    }

    /// Takes a frame, which continues `seed` or, when that is `nil`, none.
    private mutating func append(_ words: [UInt64], continuing seed: Seed?) {
        let stored = Self.stored(words[2])
        let page = Int(UInt32(truncatingIfNeeded: words[0]).byteSwapped)
        let commit = Int(UInt32(truncatingIfNeeded: words[0] >> 32).byteSwapped)
        let isLinked = seed != nil && (seed!.isStored || frames.isEmpty)
        if isHeadWhole, isLinked, linkedCount == frames.count {
            linkedCount += 1
            if commit > 0 { wholeCount = linkedCount }
        }
        if seed?.isStored == false, let last = frames.indices.last { frames[last].isWhole = frames[last].hasSalts }
        let written = isLinked ? nil : Self.head(of: words[3...], from: seeds[0], to: stored)
        frames.append(
            Frame(
                page: page, commit: commit, writtenPage: written?.page ?? page,
                isCommit: commit > 0 && written?.commit != 0, checksum: stored, isLinked: isLinked,
                isWhole: seed != nil,
                sum: PageSums.sum(words[3...]), hasSalts: words[1] == salts))
        if let seed {
            seeds = [Seed(checksum: stored, isReversed: seed.isReversed, isStored: true)]
        } else {
            // In each byte order, from the checksum that was stored before it.
            seeds = seeds.filter(\.isStored).flatMap { before in
                [
                    Seed(checksum: stored, isReversed: before.isReversed, isStored: true),
                    Seed(checksum: Self.checksum(words, from: before), isReversed: before.isReversed, isStored: false),
                ]
            }
        }
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
        return frames.indices.contains(where: isAfterFlush)
    }

    /// Whether a frame behind the first damaged one begins a transaction that another one came before, which was flushed then.
    private func isAfterFlush(_ index: Int) -> Bool {
        index > linkedCount && frames[index].isLinked && frames[index - 1].isCommit
            && (index - 1 == linkedCount || frames[index - 1].isLinked)
    }

    /// The number of frames that may have been acknowledged, of a damaged log. Left out is what SQLite would have discarded in any
    /// case: remains of changes that were refused.
    func acknowledgedCount(_ mark: LogPosition?) -> Int {
        let isMarked = mark?.salts == salts && mark!.frames <= frames.count
        var end = max(wholeCount, isMarked ? mark!.frames : 0)
        // A commit that others follow was flushed.
        if let last = frames.indices.last(where: isAfterFlush), last >= end { end = last }
        while end < frames.count, frames[end].isLinked { end += 1 }
        return end
    }

    /// Bytes that SQLite would discard, other than a transaction without an end.
    var hasUnreadableEnd: Bool { linkedCount < frames.count }

    /// The size of the whole prefix; 0 when no transaction is whole.
    var wholeBytes: Int {
        wholeCount == 0 ? 0 : Self.headBytes + wholeCount * (Self.frameHeadBytes + pageSize)
    }

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
}
