import CollectionModel

extension ArrayOrder {
    /// An order of some of the first ordinals, in random sections and sequence.
    package static func random(
        sections: Int, items: Int, of ordinals: Int, using generator: inout some RandomNumberGenerator
    ) -> ArrayOrder {
        let ids = (0..<UInt32(sections + 2)).shuffled(using: &generator).prefix(sections)
        var order = ArrayOrder(sections: ids.map { Section(id: SectionOrdinal($0), items: []) })
        guard sections > 0 else { return order }
        for item in (0..<UInt32(ordinals)).shuffled(using: &generator).prefix(items) {
            order.sections[Int.random(in: 0..<sections, using: &generator)].items.append(ItemOrdinal(item))
        }
        return order
    }
}

extension BatchUpdate {
    /// A few operations at random places in and just outside an order, so that about half of them are refused.
    package static func random(on order: ArrayOrder, using generator: inout some RandomNumberGenerator) -> BatchUpdate {
        var batch = BatchUpdate()
        let sections = order.sections.count
        let mostItems = order.sections.map(\.items.count).max() ?? 0
        func path() -> IndexPath {
            IndexPath(
                .random(in: 0..<max(1, sections), using: &generator), .random(in: 0...mostItems, using: &generator))
        }
        func section() -> Int { .random(in: 0...sections, using: &generator) }
        func item() -> ItemOrdinal { ItemOrdinal(.random(in: 0..<40, using: &generator)) }
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0...1: batch.deletesBefore.append(path())
            case 2...3: batch.inserts.append(.init(atAfter: path(), item: item()))
            case 4...7: batch.moves.append(.init(fromBefore: path(), toAfter: path()))
            case 8: batch.reloadsBefore.append(path())
            case 9: batch.deleteSectionsBefore.append(section())
            case 10:
                batch.insertSections.append(
                    .init(
                        atAfter: section(), section: SectionOrdinal(.random(in: 0..<8, using: &generator)),
                        items: Bool.random(using: &generator) ? [] : [item(), item()]))
            default: batch.moveSections.append(.init(fromBefore: section(), toAfter: section()))
            }
        }
        return batch
    }
}
