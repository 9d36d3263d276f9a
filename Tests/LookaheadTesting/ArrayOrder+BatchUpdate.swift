import CollectionModel

extension ArrayOrder {
    /// The result of a batch update, by the rules in their plainest form; `nil` where it contradicts itself.
    package func applying(_ batch: BatchUpdate) -> ArrayOrder? {
        // Sections: what goes, what comes, the rest in the places left.
        let goneSections = batch.deleteSectionsBefore + batch.moveSections.map(\.fromBefore)
        guard goneSections.allSatisfy(sections.indices.contains), Set(goneSections).count == goneSections.count else {
            return nil
        }
        let count = sections.count - batch.deleteSectionsBefore.count + batch.insertSections.count
        let comingSections = batch.insertSections.map(\.atAfter) + batch.moveSections.map(\.toAfter)
        guard comingSections.allSatisfy((0..<count).contains), Set(comingSections).count == comingSections.count else {
            return nil
        }

        // Items that leave their places.
        let taken = batch.deletesBefore + batch.moves.map(\.fromBefore)
        guard taken.allSatisfy({ hasItem(at: $0) }), Set(taken).count == taken.count else { return nil }
        guard batch.moves.allSatisfy({ !batch.deleteSectionsBefore.contains($0.fromBefore.section) }) else {
            return nil
        }
        for path in batch.reloadsBefore {
            guard hasItem(at: path), !batch.deletesBefore.contains(path),
                !batch.deleteSectionsBefore.contains(path.section)
            else { return nil }
        }
        var rest = sections
        for path in taken.sorted(by: >) { rest[path.section].items.remove(at: path.item) }

        var slots = [Section?](repeating: nil, count: count)
        for insert in batch.insertSections { slots[insert.atAfter] = Section(id: insert.section, items: insert.items) }
        for move in batch.moveSections { slots[move.toAfter] = rest[move.fromBefore] }
        var untouched = rest.indices.filter { !goneSections.contains($0) }.map { rest[$0] }[...]
        for index in slots.indices where slots[index] == nil { slots[index] = untouched.removeFirst() }
        var result = ArrayOrder(sections: slots.map { $0! })

        // Items that are put at given places.
        var puts = batch.inserts.map { ($0.atAfter, $0.item) }
        puts += batch.moves.map { ($0.toAfter, sections[$0.fromBefore.section].items[$0.fromBefore.item]) }
        guard Set(puts.map(\.0)).count == puts.count else { return nil }
        for (path, item) in puts.sorted(by: { $0.0 < $1.0 }) {
            guard result.sections.indices.contains(path.section),
                path.item <= result.sections[path.section].items.count
            else { return nil }
            result.sections[path.section].items.insert(item, at: path.item)
        }
        return result.hasDistinctIdentifiers ? result : nil
    }

    private var hasDistinctIdentifiers: Bool {
        let items = sections.flatMap(\.items)
        return Set(items).count == items.count && Set(sections.map(\.id)).count == sections.count
    }

    private func hasItem(at path: IndexPath) -> Bool {
        sections.indices.contains(path.section) && sections[path.section].items.indices.contains(path.item)
    }
}
