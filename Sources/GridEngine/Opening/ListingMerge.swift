import CollectionModel

/// Brings a source's new listing into the order that people made.
///
/// Vanished items are removed, new ones are inserted after their neighbours in the source's order, and all others stay where
/// it was put. Items whose files were moved to other folders follow them, and a folder that was renamed keeps its place and its
/// order. Pure; O(items).
struct ListingMerge {
    typealias Section = (id: SectionOrdinal, items: [ItemOrdinal])

    /// The sections in people's order.
    let current: Snapshot
    /// The sections in the source's order.
    let listing: [Section]
    /// Items that go to the sections that list them.
    let followed: Set<ItemOrdinal>
    /// Items that stay where they are, although the source does not list them.
    let held: Set<ItemOrdinal>
    /// Items that come back, and their places.
    let returning: ReturningItems
    /// New sections, by those of the current order that they continue: their folders were renamed.
    private let successors: [SectionOrdinal: SectionOrdinal]
    private let predecessors: [SectionOrdinal: SectionOrdinal]

    init(
        current: Snapshot, listing: [Section], followed: Set<ItemOrdinal> = [], held: Set<ItemOrdinal> = [],
        returning: ReturningItems = ReturningItems()
    ) {
        self.current = current
        self.listing = listing
        self.followed = followed
        self.held = held
        self.returning = returning
        successors = followed.isEmpty ? [:] : Self.successors(current, listing, followed)
        predecessors = Dictionary(uniqueKeysWithValues: successors.map { ($1, $0) })
    }

    /// The order to show from now on; `nil` when the listing names an item twice.
    ///
    /// A section that the source no longer lists stays as long as items that were moved into it do.
    func merged() -> Snapshot? {
        if changesNothing { return current }
        if isContinued { return try? Snapshot(sections: listing) }
        let places = itemPlaces()
        let sections = orderedSections()
        let merged: [Section] = sections.compactMap { section in
            var items = (returning.behind[.init(section: section)] ?? []) + (places.newAtFront[section] ?? [])
            if let index = index(of: section) {
                forEachItem(inSection: index) { item in
                    if places.isListed(item), places.stays(item) { items.append(item) }
                    if !returning.behind.isEmpty {
                        items += returning.behind[.init(section: section, after: item)] ?? []
                    }
                    if !places.newAfter.isEmpty, let followers = places.newAfter[item] {
                        items.append(contentsOf: followers)
                    }
                }
            }
            let isListed = places.listedSections.contains(section)
            return items.isEmpty && !isListed ? nil : (id: section, items: items)
        }
        return try? Snapshot(sections: merged)
    }

    /// Whether the source lists just what is there, as at most starts: then nothing has to be merged. The listing names no
    /// item twice.
    private var changesNothing: Bool {
        guard followed.isEmpty else { return false }
        let listed = Set(listing.map(\.id))
        guard listing.reduce(0, { $0 + $1.items.count }) == current.numberOfItems, listed.count == listing.count,
            listed.allSatisfy({ current.index(of: $0) != nil })
        else { return false }
        let isKept = (0..<current.numberOfSections).allSatisfy {
            listed.contains(current.section(at: $0)) || current.numberOfItems(inSection: $0) > 0
        }
        return isKept && listing.allSatisfy { $0.items.allSatisfy { current.contains($0) } }
    }

    /// Whether the source lists what is there in its sequence, with what is new behind it in its section or in sections behind all others,
    /// as a listing that is shown in parts does. The listing names no item twice.
    private var isContinued: Bool {
        guard followed.isEmpty, held.isEmpty, returning.behind.isEmpty, listing.count >= current.numberOfSections
        else { return false }
        return (0..<current.numberOfSections).allSatisfy { index in
            let (section, places) = (listing[index], current.flatRange(ofSection: index))
            guard section.id == current.section(at: index), section.items.count >= places.count else { return false }
            guard !places.isEmpty else { return true }
            var (next, isSame) = (0, true)
            current.forEachRun(inFlat: places) { run in
                isSame = isSame && section.items[next..<next + run.count].elementsEqual(run)
                next += run.count
            }
            return isSame
        }
    }

    private struct Places {
        var listed: [Bool]
        var listedSections: Set<SectionOrdinal>
        /// New items by the item that they follow, in the source's order.
        var newAfter: [ItemOrdinal: [ItemOrdinal]] = [:]
        var newAtFront: [SectionOrdinal: [ItemOrdinal]] = [:]
        /// Items that leave their sections for others.
        var leaving: Set<ItemOrdinal> = []

        func stays(_ item: ItemOrdinal) -> Bool { leaving.isEmpty || !leaving.contains(item) }

        func isListed(_ item: ItemOrdinal) -> Bool {
            let index = Int(item.rawValue)
            return index < listed.count && listed[index]
        }
    }

    private func itemPlaces() -> Places {
        let capacity = ordinalCapacity()
        var places = Places(
            listed: [Bool](repeating: false, count: capacity), listedSections: Set(listing.map(\.id)))
        var sectionOfItem = [SectionOrdinal?](repeating: nil, count: capacity)
        for index in 0..<current.numberOfSections {
            let section = section(at: index)
            forEachItem(inSection: index) { sectionOfItem[Int($0.rawValue)] = section }
        }
        for item in held { places.listed[Int(item.rawValue)] = true }
        for section in listing {
            var neighbour: ItemOrdinal?
            for item in section.items {
                places.listed[Int(item.rawValue)] = true
                if returning.placed.contains(item) { continue }
                let home = sectionOfItem[Int(item.rawValue)]
                if home == section.id {
                    neighbour = item
                } else if home == nil || followed.contains(item) {
                    if home != nil { places.leaving.insert(item) }
                    if let neighbour {
                        places.newAfter[neighbour, default: []].append(item)
                    } else {
                        places.newAtFront[section.id, default: []].append(item)
                    }
                }
            }
        }
        return places
    }

    /// Sections in people's order, each new one behind its neighbour in the source's order.
    private func orderedSections() -> [SectionOrdinal] {
        var newAfter: [SectionOrdinal: [SectionOrdinal]] = [:]
        var order: [SectionOrdinal] = []
        var neighbour: SectionOrdinal?
        for section in listing.map(\.id) {
            if index(of: section) != nil {
                neighbour = section
            } else if let neighbour {
                newAfter[neighbour, default: []].append(section)
            } else {
                order.append(section)
            }
        }
        for index in 0..<current.numberOfSections {
            let section = section(at: index)
            order.append(section)
            order.append(contentsOf: newAfter[section] ?? [])
        }
        return order
    }

    // MARK: Renamed folders

    /// A new section continues the one that is no longer listed and that most of its followed items come from.
    private static func successors(
        _ current: Snapshot, _ listing: [Section], _ followed: Set<ItemOrdinal>
    ) -> [SectionOrdinal: SectionOrdinal] {
        let listed = Set(listing.map(\.id))
        var successors: [SectionOrdinal: (section: SectionOrdinal, count: Int)] = [:]
        for section in listing where current.index(of: section.id) == nil {
            var origins: [SectionOrdinal: Int] = [:]
            for item in section.items where followed.contains(item) {
                guard let path = current.indexPath(of: item) else { continue }
                let origin = current.section(at: path.section)
                if !listed.contains(origin) { origins[origin, default: 0] += 1 }
            }
            guard let (origin, count) = origins.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { continue }
            if successors[origin]?.count ?? 0 < count { successors[origin] = (section.id, count) }
        }
        return successors.mapValues(\.section)
    }

    /// The section that a place of the current order belongs to from now on.
    private func section(at index: Int) -> SectionOrdinal {
        let section = current.section(at: index)
        return successors[section] ?? section
    }

    /// The place in the current order of a section of the order to come.
    private func index(of section: SectionOrdinal) -> Int? { current.index(of: predecessors[section] ?? section) }

    private func forEachItem(inSection section: Int, _ body: (ItemOrdinal) -> Void) {
        let count = current.numberOfItems(inSection: section)
        guard count > 0 else { return }
        let first = current.flatIndex(for: IndexPath(section, 0))
        current.forEachItem(inFlat: first..<first + count) { _, _, item in body(item) }
    }

    private func ordinalCapacity() -> Int {
        var largest = -1
        if current.numberOfItems > 0 {
            current.forEachItem(inFlat: 0..<current.numberOfItems) { _, _, item in
                largest = max(largest, Int(item.rawValue))
            }
        }
        for section in listing {
            for item in section.items { largest = max(largest, Int(item.rawValue)) }
        }
        return largest + 1
    }
}
