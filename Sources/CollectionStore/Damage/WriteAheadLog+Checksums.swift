/// SQLite's checksums: two running 32-bit sums, which each frame continues from the one before.
extension WriteAheadLog {
    /// A checksum that others continue.
    struct Seed {
        var checksum: UInt64
        /// The byte order of all checksums of a log; in doubt only while its magic number is damaged and no frame fits.
        var isReversed: Bool
        /// Whether it was stored; otherwise computed, since what was stored may be damaged.
        var isStored: Bool
    }

    /// The checksum of a frame: of the page's number, the commit, and the page.
    static func checksum(_ frame: [UInt64], from seed: Seed) -> UInt64 {
        let head = checksum(frame[..<1], from: seed.checksum, isReversed: seed.isReversed)
        return checksum(frame[3...], from: head, isReversed: seed.isReversed)
    }

    /// The two 32-bit sums of SQLite, the first in the upper half.
    static func checksum(_ words: ArraySlice<UInt64>, from seed: UInt64, isReversed: Bool) -> UInt64 {
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

    /// The page's number and the commit that a frame was written with, if its page and its checksum are whole: SQLite's sums can
    /// be followed back to them. `nil` when no possible head leads to that checksum.
    static func head(
        of words: ArraySlice<UInt64>, from seed: Seed, to checksum: UInt64
    ) -> (page: Int, commit: Int)? {
        func ordered(_ half: UInt32) -> UInt32 { seed.isReversed ? half.byteSwapped : half }
        var (first, second) = (UInt32(truncatingIfNeeded: checksum >> 32), UInt32(truncatingIfNeeded: checksum))
        for word in words.reversed() {
            let word = UInt64(littleEndian: word)
            second = second &- ordered(UInt32(truncatingIfNeeded: word >> 32)) &- first
            first = first &- ordered(UInt32(truncatingIfNeeded: word)) &- second
        }
        let before = seed.checksum
        let (seedFirst, seedSecond) = (UInt32(truncatingIfNeeded: before >> 32), UInt32(truncatingIfNeeded: before))
        let page = Int(ordered(first &- seedFirst &- seedSecond).byteSwapped)
        let commit = Int(ordered(second &- seedSecond &- first).byteSwapped)
        // By chance, one damaged page in a million fits as well; more often one behind a frame that was written again.
        let most = 1 << 22
        return page > 0 && page <= most && commit <= most ? (page, commit) : nil
    }

    static func stored(_ word: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: word)
        let (first, second) = (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32))
        return UInt64(first.byteSwapped) << 32 | UInt64(second.byteSwapped)
    }
}
