import CollectionModel

/// The effect of one step on a result's sections: those that become empty go, those that items enter come.
struct SectionStep {
    private let old: Snapshot
    private let oldKeys: [GroupKey?]
    /// Indices in `old`, ascending.
    private let gone: [Int]
    /// In their sequence, with their index after the step.
    private let new: [(id: SectionOrdinal, key: GroupKey?, at: Int)]

    /// - Parameters:
    ///   - old: the result before the step.
    ///   - oldKeys: of its sections; empty where there are no groups.
    ///   - taken: the number of items that are taken out, by index in `old`.
    ///   - entering: the section of each item that is put in.
    ///   - precedes: the sequence of two sections that are there after the step.
    init(
        old: Snapshot, oldKeys: [GroupKey?], taken: [Int: Int], entering: [(id: SectionOrdinal, key: GroupKey?)],
        precedes: ((id: SectionOrdinal, key: GroupKey?), (id: SectionOrdinal, key: GroupKey?)) -> Bool
    ) {
        self.old = old
        self.oldKeys = oldKeys
        let entered = Set(entering.map(\.id))
        let gone = taken.filter { index, count in
            count == old.numberOfItems(inSection: index) && !entered.contains(old.section(at: index))
        }.keys.sorted()
        self.gone = gone
        var seen: Set<SectionOrdinal> = []
        let unknown = entering.filter { old.index(of: $0.id) == nil && seen.insert($0.id).inserted }.sorted(
            by: precedes)
        guard !unknown.isEmpty else {
            new = []
            return
        }
        let isGone = Set(gone)
        let stays = (0..<old.numberOfSections).filter { !isGone.contains($0) }
        new = unknown.enumerated().map { index, section in
            var (low, high) = (0, stays.count)
            while low < high {
                let middle = (low + high) / 2
                let other = (id: old.section(at: stays[middle]), key: oldKeys.isEmpty ? nil : oldKeys[stays[middle]])
                if precedes(section, other) { high = middle } else { low = middle + 1 }
            }
            return (section.id, section.key, low + index)
        }
    }

    func add(to patch: inout Patch) {
        patch.deleteSections = gone.map { .init(from: $0, section: old.section(at: $0)) }
        patch.insertSections = new.map { .init(at: $0.at, section: $0.id) }
    }

    /// The index of a section after the step.
    func after(_ section: SectionOrdinal) -> Int {
        guard let before = old.index(of: section) else { return new.first { $0.id == section }!.at }
        var index = before - gone.count { $0 < before }
        for section in new where section.at <= index { index += 1 }
        return index
    }

    /// The keys of the sections after the step.
    var keys: [GroupKey?] {
        guard !gone.isEmpty || !new.isEmpty else { return oldKeys }
        var keys = oldKeys
        for index in gone.reversed() { keys.remove(at: index) }
        for section in new { keys.insert(section.key, at: section.at) }
        return keys
    }
}
