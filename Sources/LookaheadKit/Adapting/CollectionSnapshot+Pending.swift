import GridEngine

extension CollectionSnapshot {
    /// The snapshot with moves that its source has not taken over yet: each item lies where it was moved to. What the snapshot does not have
    /// is passed over. O(items + moves · items of a section), where there are any.
    func showing(_ pending: [CollectionChange]) -> CollectionSnapshot {
        var targets: [String: (section: String, place: Int)] = [:]
        var order: [String] = []
        for change in pending {
            for case .move(let id, _, let to, let section) in change.operations {
                if targets.updateValue((section, to.item), forKey: id) != nil { order.removeAll { $0 == id } }
                order.append(id)
            }
        }
        guard !targets.isEmpty else { return self }
        var shown = self
        var taken: [String: SourceListing.Entry] = [:]
        let indices = Dictionary(sections.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for place in shown.sections.indices {
            shown.sections[place].items.removeAll { entry in
                guard let target = targets[entry.id], indices[target.section] != nil else { return false }
                taken[entry.id] = entry
                return true
            }
        }
        for id in order {
            guard let entry = taken[id], let target = targets[id], let section = indices[target.section] else {
                continue
            }
            shown.sections[section].items.insert(entry, at: min(target.place, shown.sections[section].items.count))
        }
        return shown
    }
}
