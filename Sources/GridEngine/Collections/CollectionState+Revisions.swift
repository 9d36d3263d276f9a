import CollectionModel

extension CollectionState {
    /// The content's revision as last listed; `plainRevision` where it has none of its own.
    func revision(of item: ItemOrdinal) -> UInt64 {
        Int(item.rawValue) < revisions.count ? revisions[Int(item.rawValue)] : plainRevision
    }

    mutating func setRevision(_ revision: UInt64, of item: ItemOrdinal) {
        let index = Int(item.rawValue)
        if index >= revisions.count {
            // All at once: a start sets those of every item.
            let count = max(index + 1, items.count)
            revisions.append(contentsOf: repeatElement(plainRevision, count: count - revisions.count))
        }
        if (revisions[index] ^ revision) & pictureMask != 0 {
            measured[item] = nil
            damaged.remove(item)
            measures.forget(item)
            if !durations.isEmpty { durations[item] = nil }
        }
        revisions[index] = revision
    }
}
