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
