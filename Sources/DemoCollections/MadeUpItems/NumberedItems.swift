import GridEngine
import JSONText
import SeededRandom

/// Any number of made-up items, computed and never stored, for work on scale: identifiers are "1", "2", ….
package struct NumberedItems: ItemSource {
    /// That of every item.
    static let revision: UInt64 = 1

    package let id = "items"
    package let title = "Items"
    package let count: Int
    package var capabilities: Capabilities { Capabilities(refresh: true) }
    package var abilities: SourceAbilities { SourceAbilities(plainRevision: Self.revision) }
    private let hasFields: Bool

    /// - Parameters:
    ///   - count: of the items.
    ///   - hasFields: whether they have dates, cameras, ratings and sizes to search for, as a library of photos has.
    package init(count: Int, hasFields: Bool = false) {
        self.count = max(0, count)
        self.hasFields = hasFields
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        var items: [SourceListing.Entry] = []
        items.reserveCapacity(count)
        for number in stride(from: 1, through: count, by: 1) {
            if number % 65_536 == 0 {
                guard !cancellation.isCancelled else { throw .cancelled }
                progress(number)
            }
            items.append(SourceListing.Entry(id: String(number), revision: Self.revision))
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        progress(count)
        return SourceListing(sections: [SourceListing.Section(id: "items", title: title, items: items)])
    }

    /// Whether it is the identifier of an item.
    func has(_ id: String) -> Bool { number(of: id) != nil }

    private func number(of id: String) -> Int? {
        // "+1" and "01" are numbers too, but no identifiers.
        guard let number = Int(id), number >= 1, number <= count, String(number) == id else { return nil }
        return number
    }

    package func item(_ id: String) -> SourceItem? {
        guard let number = number(of: id) else { return nil }
        var attributes: JSONObject = ["colour": .string(Self.colour(of: number))]
        if hasFields { MadeUpFields(number).add(to: &attributes) }
        return SourceItem(
            id: id, title: hasFields ? MadeUpFields.title(of: number) : id, kind: "number", revision: Self.revision,
            attributes: attributes, hasImage: false)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        throw .missing
    }

    /// A colour of middling lightness, so that dark and light text can be read on it.
    private static func colour(of number: Int) -> String {
        var random = SeededRandom(seed: UInt64(number))
        var rgb = 0
        for _ in 0..<3 { rgb = rgb << 8 | 88 + Int(random.next() % 112) }
        return HexadecimalColour.text(rgb: rgb)
    }
}
