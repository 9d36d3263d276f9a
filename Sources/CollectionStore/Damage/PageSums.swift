import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A checksum for each page of the database, in a file of its own: SQLite has none, and finds only damage to structure, not to
/// the text and numbers within.
///
/// They describe the database at one moment: the log folded in up to `covers`. Written before the fold, so that whichever of the
/// files a crash leaves, one rule decides whether they fit (docs/decisions/0027).
struct PageSums: Equatable {
    private static let magic: UInt64 = 0x31_736D_7573_646B_6C  // "lkdsums1"
    private static let headCount = 8

    /// The identifier of the data folder; the mark has the same.
    var identity: UInt64
    /// Rises by one with each fold.
    var number: UInt64
    /// The position in the log up to which these pages hold the changes; `nil` when they are not from a log.
    var covers: LogPosition?
    var pageSize: Int
    var pages: [UInt64]

    /// Reads the file; `nil` when it is missing.
    /// - Throws: `.damaged` when it is not whole.
    static func read(_ path: String) throws(StoreError) -> PageSums? {
        guard StoreFiles.exists(path) else { return nil }
        guard let words = try StoreFiles.words(of: path), words.count > headCount, words[0] == magic,
            words[words.count - 1] == sum(words[..<(words.count - 1)]),
            words[6] == UInt64(words.count - headCount - 1), let pageSize = Int(exactly: words[7])
        else { throw .damaged("\(path) is damaged") }
        return PageSums(
            identity: words[1], number: words[2],
            covers: words[4] == 0 ? nil : LogPosition(salts: words[3], frames: Int(words[4]), checksum: words[5]),
            pageSize: pageSize, pages: Array(words[headCount..<(words.count - 1)]))
    }

    /// Replaces the file. Durable on return.
    /// - Throws: `.diskFull`, `.failed`
    func write(to path: String) throws(StoreError) {
        var words = [
            Self.magic, identity, number, covers?.salts ?? 0, UInt64(covers?.frames ?? 0), covers?.checksum ?? 0,
            UInt64(pages.count), UInt64(pageSize),
        ]
        words += pages
        words.append(Self.sum(words[...]))
        try StoreFiles.replace(path, with: words)
    }

    /// A 64-bit checksum; any change of a single word changes it. 0.2 µs for a page of 4 KiB.
    static func sum(_ words: ArraySlice<UInt64>) -> UInt64 {
        // The multipliers of xxHash: odd, so that each step is invertible.
        let (first, second): (UInt64, UInt64) = (0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F)
        var lanes: (UInt64, UInt64) = (first, second)
        let words = words.span
        var index = 0
        while index + 1 < words.count {
            lanes.0 = rotated(lanes.0 &+ UInt64(littleEndian: words[index]) &* second) &* first
            lanes.1 = rotated(lanes.1 &+ UInt64(littleEndian: words[index + 1]) &* second) &* first
            index += 2
        }
        if index < words.count { lanes.0 = rotated(lanes.0 &+ UInt64(littleEndian: words[index]) &* second) &* first }
        return rotated(lanes.0) ^ lanes.1 &+ UInt64(words.count) &* first
    }

    private static func rotated(_ value: UInt64) -> UInt64 { value << 31 | value >> 33 }

    /// The sums of all whole pages of a database file; `nil` for those that the disk cannot read. O(file).
    /// - Throws: `.failed`
    static func pages(of descriptor: Int32, pageSize: Int, _ path: String) throws(StoreError) -> [UInt64?] {
        let words = pageSize / 8
        let partPages = 64
        var buffer = [UInt64](repeating: 0, count: partPages * words)
        var sums: [UInt64?] = []
        var offset = 0
        while true {
            do throws(StoreError) {
                let bytes = try StoreFiles.read(&buffer, from: descriptor, at: offset, path)
                for page in 0..<bytes / pageSize { sums.append(sum(buffer[page * words..<(page + 1) * words])) }
                offset += bytes
                if bytes < buffer.count * 8 { return sums }
            } catch .damaged {
                let count = min(partPages, (StoreFiles.size(path) - offset) / pageSize)
                for page in 0..<max(0, count) {
                    let content = StoreFiles.page(descriptor, at: offset + page * pageSize, size: pageSize, path)
                    sums.append(content.map { sum($0[...]) })
                }
                if count < partPages { return sums }
                offset += count * pageSize
            }
        }
    }
}
