/// The stamps of a collection's versions, as far back as they are known. Empty for a store that one server has for itself.
///
/// The versions of one append share a stamp, and take one entry.
struct VersionStamps: Sendable {
    private struct Run {
        /// Its first version. It ends where the next one begins.
        var first: Int
        var stamp: Int64
    }

    /// Ascending.
    private var runs: [Run] = []

    /// Number of versions in the log. Twice as many are kept before the oldest go, all at once.
    private static let limit = 10_000

    /// - Parameters:
    ///   - stamp: 0 is none, and is not noted.
    ///   - version: the first that has it, beyond those that are known.
    mutating func note(_ stamp: Int64, from version: Int) {
        guard stamp != 0, runs.last?.stamp != stamp else { return }
        if let last = runs.last, last.first >= version { return }
        runs.append(Run(first: version, stamp: stamp))
        if runs.count >= 2 * Self.limit { runs.removeFirst(Self.limit) }
    }

    /// - Parameter version: none beyond the newest.
    /// - Returns: 0 for a version of which nothing is known.
    func stamp(of version: Int) -> Int64 {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].first <= version { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : runs[low - 1].stamp
    }
}
