import CollectionModel

/// Chooses the picture of a collection to make next, of those that nobody has looked at: near a view first. Pure.
struct PreparationOrder {
    /// How many items on either side of a view are near.
    static let nearCount = 2000

    let scope: PreparationScope
    private var done: [UInt64] = []
    private(set) var doneCount = 0
    private var views: [Range<Int>] = []
    /// How far from the views the search has come.
    private var distance = 0
    /// How far in the whole order.
    private var cursor = 0
    /// New items, and those with a new content: wherever they are.
    private var changed: [ItemOrdinal] = []
    /// Whether nothing is left until a view moves or an item changes.
    private(set) var isFinished = false

    init(scope: PreparationScope) { self.scope = scope }

    /// Sets the views of viewers, as flat indices. Call it before `next`.
    mutating func look(at views: [Range<Int>]) {
        guard views != self.views else { return }
        self.views = views
        distance = 0
        isFinished = false
    }

    /// These are new, or have a new content.
    mutating func add(_ items: some Sequence<ItemOrdinal>) {
        for item in items {
            set(item, false)
            changed.append(item)
        }
        isFinished = false
    }

    /// The next item. Each comes once, until it is added again. O(log n), and O(items passed over).
    mutating func next(in snapshot: Snapshot) -> ItemOrdinal? {
        guard !isFinished else { return nil }
        while let item = changed.popLast() {
            if snapshot.contains(item), markDone(item) { return item }
        }
        let views = self.views.isEmpty ? [0..<0] : self.views
        while distance < Self.nearCount {
            for view in views {
                for index in [view.upperBound + distance, view.lowerBound - 1 - distance] {
                    guard snapshot.numberOfItems > index, index >= 0 else { continue }
                    let item = snapshot.item(atFlat: index)
                    if markDone(item) { return item }
                }
                // Pictures in view were loaded, but perhaps not in this size.
                if distance < view.count, view.lowerBound + distance < snapshot.numberOfItems {
                    let item = snapshot.item(atFlat: view.lowerBound + distance)
                    if markDone(item) { return item }
                }
            }
            distance += 1
        }
        while scope == .all, cursor < snapshot.numberOfItems {
            let item = snapshot.item(atFlat: cursor)
            cursor += 1
            if markDone(item) { return item }
        }
        isFinished = true
        return nil
    }

    /// How many pictures this comes to: those that are done, and those that `next` has left. O(items near a view), and O(1) when
    /// finished.
    func total(in snapshot: Snapshot) -> Int {
        guard scope == .near else { return snapshot.numberOfItems }
        return doneCount + (isFinished ? 0 : left(in: snapshot).count)
    }

    /// The items near a view, and those that changed anywhere, that are not done.
    private func left(in snapshot: Snapshot) -> Set<ItemOrdinal> {
        var left = Set(changed.filter { snapshot.contains($0) && !isDone($0) })
        for view in views.isEmpty ? [0..<0] : views {
            let inView = view.lowerBound..<view.lowerBound + min(view.count, Self.nearCount)
            let before = view.lowerBound - Self.nearCount..<view.lowerBound
            let after = view.upperBound..<view.upperBound + Self.nearCount
            for range in [before, inView, after] {
                for index in range.clamped(to: 0..<snapshot.numberOfItems) {
                    let item = snapshot.item(atFlat: index)
                    if !isDone(item) { left.insert(item) }
                }
            }
        }
        return left
    }

    /// - Returns: whether it was not done before.
    private mutating func markDone(_ item: ItemOrdinal) -> Bool {
        guard !isDone(item) else { return false }
        set(item, true)
        return true
    }

    private func isDone(_ item: ItemOrdinal) -> Bool {
        let word = Int(item.rawValue) / 64
        return word < done.count && done[word] >> (UInt64(item.rawValue) % 64) & 1 == 1
    }

    private mutating func set(_ item: ItemOrdinal, _ isDone: Bool) {
        let word = Int(item.rawValue) / 64
        while done.count <= word { done.append(0) }
        guard self.isDone(item) != isDone else { return }
        doneCount += isDone ? 1 : -1
        done[word] ^= 1 << (UInt64(item.rawValue) % 64)
    }
}
