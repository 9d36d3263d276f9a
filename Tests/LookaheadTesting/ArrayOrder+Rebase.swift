import CollectionModel

extension ArrayOrder {
    /// The order after `patch`, which was made for `past`, is carried over what led from there to this order: by identity,
    /// element by element. `nil` where it cannot be. `moved` are the items that moved between the two.
    package func rebasing(_ patch: Patch, from past: ArrayOrder, moved: Set<ItemOrdinal>) -> ArrayOrder? {
        var intended = past
        intended.apply(patch)
        let here = Set(sections.flatMap(\.items))
        let sectionsHere = Set(sections.map(\.id))
        let deletedSections = Set(patch.deleteSections.map(\.section))
        let placed = Set(patch.moves.map(\.item) + patch.inserts.map(\.item))
        let placedSections = Set(patch.moveSections.map(\.section) + patch.insertSections.map(\.section))
        guard patch.moves.allSatisfy({ here.contains($0.item) }),
            !patch.inserts.contains(where: { here.contains($0.item) }),
            patch.moveSections.allSatisfy({ sectionsHere.contains($0.section) }),
            !patch.insertSections.contains(where: { sectionsHere.contains($0.section) })
        else { return nil }

        // What goes; an item that was put into a section to be deleted prevents it.
        var rest = self
        for index in rest.sections.indices {
            let section = rest.sections[index].id
            rest.sections[index].items.removeAll { item in
                placed.contains(item)
                    || patch.deletes.contains {
                        let home = past.sections[$0.from.section].id
                        return $0.item == item && (!deletedSections.contains(home) || home == section)
                    }
            }
            if deletedSections.contains(section), !rest.sections[index].items.isEmpty { return nil }
        }

        let stay = rest.sections.map(\.id).filter { !deletedSections.contains($0) && !placedSections.contains($0) }
        let ids = Self.weave(
            into: stay, intended: intended.sections.map(\.id), isPlaced: placedSections.contains,
            isMoved: { _ in false })
        guard let ids else { return nil }
        guard intended.sections.allSatisfy({ ids.contains($0.id) || !$0.items.contains(where: placed.contains) }) else {
            return nil
        }
        var result = ArrayOrder(sections: [])
        for id in ids {
            let items = Self.weave(
                into: rest.sections.first { $0.id == id }?.items ?? [],
                intended: intended.sections.first { $0.id == id }?.items ?? [], isPlaced: placed.contains,
                isMoved: moved.contains)
            guard let items else { return nil }
            result.sections.append(Section(id: id, items: items))
        }
        return result
    }

    /// Puts the runs of placed elements between those that stay, next to their neighbours in the intended sequence.
    private static func weave<Element: Hashable>(
        into stay: [Element], intended: [Element], isPlaced: (Element) -> Bool, isMoved: (Element) -> Bool
    ) -> [Element]? {
        var gaps = [[Element]](repeating: [], count: stay.count + 1)
        var start = 0
        while start < intended.count {
            var end = start
            while end < intended.count, isPlaced(intended[end]) { end += 1 }
            if end > start {
                guard
                    let gap = gap(
                        stay, before: start == 0 ? nil : intended[start - 1],
                        after: end == intended.count ? nil : intended[end], isMoved)
                else { return nil }
                gaps[gap] += intended[start..<end]
            }
            start = end + 1
        }
        return gaps[0] + stay.indices.flatMap { [stay[$0]] + gaps[$0 + 1] }
    }

    private static func gap<Element: Hashable>(
        _ stay: [Element], before: Element?, after: Element?, _ isMoved: (Element) -> Bool
    ) -> Int? {
        for acceptsMoved in [false, true] {
            guard let before else { return 0 }
            if acceptsMoved || !isMoved(before), let index = stay.firstIndex(of: before) { return index + 1 }
            guard let after else { return stay.count }
            if acceptsMoved || !isMoved(after), let index = stay.firstIndex(of: after) { return index }
        }
        return nil
    }
}
