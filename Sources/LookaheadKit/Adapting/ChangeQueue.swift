/// Changes that wait, in order. Appends and removes in O(1), whatever waits.
struct ChangeQueue {
    private var changes: [CollectionChange] = []
    /// The place of the first one; those before have been removed, and are dropped when they are half of all.
    private var start = 0

    var count: Int { changes.count - start }
    var first: CollectionChange? { start < changes.count ? changes[start] : nil }
    var all: ArraySlice<CollectionChange> { changes[start...] }

    mutating func append(_ change: CollectionChange) { changes.append(change) }

    mutating func removeFirst() {
        start += 1
        guard start * 2 >= changes.count else { return }
        changes.removeFirst(start)
        start = 0
    }

    /// Removes those that lead to a version or an older one.
    mutating func removeAll(through version: Int) {
        while let first, first.to <= version { removeFirst() }
    }
}
