import CollectionModel

/// The sharpness of pictures by ordinal: two bytes an item, as far as it is known of any.
struct SharpnessTable: Sendable {
    /// The figure and one; 0 where nothing is known.
    private var figures: [UInt16] = []
    /// Items of which the fields do not say yet what is known here.
    private(set) var unsettled: Set<ItemOrdinal> = []

    subscript(item: ItemOrdinal) -> Int? {
        let index = Int(item.rawValue)
        return index < figures.count && figures[index] > 0 ? Int(figures[index]) - 1 : nil
    }

    /// Notes what a load has measured, unless it is known: the figure of the same picture in another size differs a little.
    mutating func note(_ figure: Int, of item: ItemOrdinal) {
        if learn(figure, of: item) { unsettled.insert(item) }
    }

    /// Takes over what is known from an earlier run, for those who set the fields themselves.
    /// - Returns: whether it is new.
    mutating func learn(_ figure: Int, of item: ItemOrdinal) -> Bool {
        guard self[item] == nil else { return false }
        let index = Int(item.rawValue)
        if index >= figures.count { figures.append(contentsOf: repeatElement(0, count: index + 1 - figures.count)) }
        figures[index] = UInt16(clamping: figure + 1)
        return true
    }

    /// The item shows another picture.
    mutating func forget(_ item: ItemOrdinal) {
        guard self[item] != nil else { return }
        figures[Int(item.rawValue)] = 0
        unsettled.insert(item)
    }

    /// - Returns: the items whose fields are to be set.
    mutating func takeUnsettled() -> [ItemOrdinal] {
        defer { unsettled = [] }
        return unsettled.sorted()
    }
}
