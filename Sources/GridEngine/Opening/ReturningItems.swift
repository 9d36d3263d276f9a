import CollectionModel

/// Items that a source lists again, and the places that they go to: those that they had when they left (docs/decisions/0051).
///
/// Each was behind another item of its section, which may be there, may be away, or may return as well. So those that are away are a
/// forest, whose order is that of their last places: an item comes before what was behind it, and of two that were behind the same one, the
/// one that left first was the nearer. Pure; O(items that are away).
struct ReturningItems: Sendable {
    /// The item that another one is behind, in its section; or none.
    struct Place: Hashable, Sendable {
        var section: SectionOrdinal
        var after: ItemOrdinal?
    }

    struct Left: Sendable {
        var place: Place
        /// The version in which it left.
        var version: Int
    }

    /// The items that go behind one that is there, or to the start of a section, in their order.
    private(set) var behind: [Place: [ItemOrdinal]] = [:]
    /// All that has a place.
    private(set) var placed: Set<ItemOrdinal> = []
    /// Items that stay away, and that are behind one from now on that has returned.
    private(set) var followers: [(item: ItemOrdinal, after: ItemOrdinal)] = []

    init() {}

    /// - Parameters:
    ///   - returning: items that are going to be in the order again.
    ///   - away: all items that are not in it, and where they were.
    ///   - isThere: whether a place can be found: its item is in the section, or the section is going to be there.
    init(_ returning: Set<ItemOrdinal>, away: [ItemOrdinal: Left], isThere: (Place) -> Bool) {
        var children: [Place: [(item: ItemOrdinal, version: Int)]] = [:]
        for (item, left) in away { children[left.place, default: []].append((item, left.version)) }
        for place in children.keys where isThere(place) {
            // The newest at the bottom of the stack.
            func next(_ place: Place) -> [ItemOrdinal] {
                (children[place] ?? []).sorted { ($0.version, $0.item) > ($1.version, $1.item) }.map(\.item)
            }
            var (stack, positions): ([ItemOrdinal], [ItemOrdinal: Int]) = (next(place), [:])
            var (last, tail): (ItemOrdinal?, ItemOrdinal?) = (nil, nil)
            while let item = stack.popLast() {
                positions[item] = positions.count
                stack += next(Place(section: place.section, after: item))
                if returning.contains(item) {
                    behind[place, default: []].append(item)
                    placed.insert(item)
                    (last, tail) = (item, nil)
                } else if let last, let start = positions[last] {
                    let parent = away[item]?.place.after.flatMap { positions[$0] } ?? -1
                    guard parent < start else { continue }
                    followers.append((item, tail ?? last))
                    tail = item
                }
            }
        }
    }
}

extension ListedNames {
    /// Takes the places of items that come back, which they have no longer then.
    /// - Parameter isSection: whether a section is going to be in the order.
    /// - Returns: the places.
    mutating func returning(isSection: (SectionOrdinal) -> Bool) -> ReturningItems {
        let known = draft.newItems.base
        let absent = sections.flatMap { section in
            section.items.filter { $0.rawValue < known && !draft.snapshot.contains($0) }
        }
        let items = draft.collection.state.withLock { state in
            Set(absent.filter { state.kept[$0]?.left != nil })
        }
        guard !items.isEmpty else { return ReturningItems() }
        let snapshot = draft.snapshot
        let returning = ReturningItems(items, away: draft.away) { place in
            guard let after = place.after else { return isSection(place.section) }
            return snapshot.indexPath(of: after).map { snapshot.section(at: $0.section) == place.section } ?? false
        }
        for item in items { draft.setLeft(nil, of: item) }
        for (item, after) in returning.followers { draft.follow(item, after) }
        return returning
    }
}

extension Draft {
    /// All items that have left the order, with the places that they had. Looked up in a copy, which costs nothing while nobody changes it.
    fileprivate var away: [ItemOrdinal: ReturningItems.Left] {
        var away: [ItemOrdinal: ReturningItems.Left] = [:]
        let durable = collection.state.withLock { $0.kept }
        for (item, kept) in durable.merging(kept, uniquingKeysWith: { $1 }) {
            guard let left = kept.left, !snapshot.contains(item),
                let section = knownOrdinal(ofSection: left.section)
            else { continue }
            let after = left.after.flatMap { knownOrdinal(of: $0) }
            // One that was behind an item that nobody knows has no place.
            guard left.after == nil || after != nil else { continue }
            away[item] = ReturningItems.Left(place: .init(section: section, after: after), version: left.version)
        }
        return away
    }

    /// An item that stays away is behind another one from this version on.
    fileprivate mutating func follow(_ item: ItemOrdinal, _ after: ItemOrdinal) {
        guard var left = (kept[item] ?? collection.state.withLock { $0.kept[item] })?.left else { return }
        (left.after, left.version) = (name(of: after), version + 1)
        setLeft(left, of: item)
    }

    mutating func setLeft(_ left: LeftPlace?, of item: ItemOrdinal) {
        var kept = self.kept[item] ?? collection.state.withLock { $0.kept[item] } ?? KeptItem()
        guard kept.left != left else { return }
        kept.left = left
        self.kept[item] = kept
    }

    /// Maximum number of items whose names are kept while they are held: without a name they are shown all the same.
    private static var namedLimit: Int { 10_000 }

    /// Notes where the files of items were that stay in the order without them.
    mutating func noteHeld(_ items: [ItemOrdinal]) { noteLeaving(items.prefix(Self.namedLimit)) }

    /// Notes where items are that are about to leave the order.
    mutating func noteLeaving(_ items: some Collection<ItemOrdinal>) {
        guard collection.source.mayBeAway else { return }
        for item in items {
            guard let path = snapshot.indexPath(of: item) else { continue }
            let before = path.item == 0 ? nil : snapshot.item(at: IndexPath(path.section, path.item - 1))
            setLeft(
                LeftPlace(
                    section: name(of: snapshot.section(at: path.section)), after: before.map { name(of: $0) },
                    version: version + 1, path: collection.source.lastPath(of: name(of: item))), of: item)
        }
    }

    /// Maximum number of items whose places are kept while they are away: some 40 MB.
    private static var leftLimit: Int { 200_000 }

    /// Forgets the places of those that left first, half of all, where there are too many.
    mutating func forgetFirstLeft() {
        let durable = collection.state.withLock { $0.kept }
        guard durable.count + kept.count > Self.leftLimit else { return }
        let left = durable.merging(kept) { $1 }.filter { $0.value.left != nil && !snapshot.contains($0.key) }
        guard left.count > Self.leftLimit else { return }
        let byAge = left.sorted { ($0.value.left?.version ?? 0, $0.key) < ($1.value.left?.version ?? 0, $1.key) }
        for (item, _) in byAge.prefix(left.count - Self.leftLimit / 2) { setLeft(nil, of: item) }
    }
}
