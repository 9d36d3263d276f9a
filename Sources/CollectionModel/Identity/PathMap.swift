/// Where untouched places are before and after an update, from the places that it removes and the places that it fills.
///
/// Untouched places keep their order within a section: the one of a rank before is the one of that rank after. Sections
/// themselves are mapped as the places of one section, number 0.
struct PathMap {
    /// Places before the update whose occupants go away or elsewhere, ascending.
    let taken: [IndexPath]
    /// Places after the update whose occupants are new or from elsewhere, ascending.
    let placed: [IndexPath]

    init(taken: [IndexPath], placed: [IndexPath]) {
        self.taken = taken
        self.placed = placed
    }

    /// A map of sections from their indices, each ascending.
    init(takenSections: [Int], placedSections: [Int]) {
        taken = takenSections.map { IndexPath(0, $0) }
        placed = placedSections.map { IndexPath(0, $0) }
    }

    func isTaken(before path: IndexPath) -> Bool { Self.contains(path, in: taken) }

    func isPlaced(after path: IndexPath) -> Bool { Self.contains(path, in: placed) }

    /// The number of untouched places before `path` in its section, counted before the update.
    func rank(before path: IndexPath) -> Int { Self.rank(of: path, among: taken) }

    /// The number of untouched places before `path` in its section, counted after the update.
    func rank(after path: IndexPath) -> Int { Self.rank(of: path, among: placed) }

    /// The place before the update of the untouched item of that rank.
    func itemBefore(rank: Int, section: Int) -> Int { Self.item(ofRank: rank, section: section, among: taken) }

    /// The place after the update of the untouched item of that rank.
    func itemAfter(rank: Int, section: Int) -> Int { Self.item(ofRank: rank, section: section, among: placed) }

    func numberTaken(section: Int) -> Int { Self.range(of: section, in: taken).count }

    func numberPlaced(section: Int) -> Int { Self.range(of: section, in: placed).count }

    // MARK: Sections as places of section 0

    /// The index after the update of an untouched section.
    func sectionAfter(_ before: Int) -> Int { itemAfter(rank: rank(before: IndexPath(0, before)), section: 0) }

    /// The index before the update of an untouched section.
    func sectionBefore(_ after: Int) -> Int { itemBefore(rank: rank(after: IndexPath(0, after)), section: 0) }

    // MARK: Searches

    private static func contains(_ path: IndexPath, in paths: [IndexPath]) -> Bool {
        let index = paths.partitioningIndex { $0 >= path }
        return index < paths.count && paths[index] == path
    }

    private static func rank(of path: IndexPath, among paths: [IndexPath]) -> Int {
        let start = paths.partitioningIndex { $0.section >= path.section }
        return path.item - (paths.partitioningIndex { $0 >= path } - start)
    }

    /// `paths[j].item - j` is the number of untouched places before it, which never falls along a section.
    private static func item(ofRank rank: Int, section: Int, among paths: [IndexPath]) -> Int {
        let range = range(of: section, in: paths)
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].item - (middle - range.lowerBound) <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low - range.lowerBound
    }

    static func range(of section: Int, in paths: [IndexPath]) -> Range<Int> {
        paths.partitioningIndex { $0.section >= section }..<paths.partitioningIndex { $0.section > section }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies `belongsInSecond`, which all after it do as well.
    func partitioningIndex(where belongsInSecond: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if belongsInSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
