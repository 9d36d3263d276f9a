import GridEngine

/// A list of friends to try batch updates on: insert, delete, and the update that moves three and reloads one.
///
/// Friends are computed by their number, so that one that is inserted has a face whoever inserts it.
package struct Friends: ItemSource {
    package let id = "friends"
    package let title = "Friends"
    package var capabilities: Capabilities {
        Capabilities(insert: true, delete: true, refresh: false, rate: [])
    }

    /// Those who are there at the start.
    static let count = 12
    private static let givenNames = [
        "Ada", "Bo", "Chiara", "Deniz", "Emre", "Farah", "Goro", "Hana", "Iris", "Jun", "Kofi", "Lena", "Mateo", "Noor",
        "Olga", "Pia", "Quentin", "Rosa", "Sora", "Tariq", "Uma", "Vera", "Wanda", "Ximena", "Yuna", "Zeki",
    ]
    private static let familyNames = [
        "Abe", "Bianchi", "Costa", "Diallo", "Ekström", "Fischer", "García", "Horvat", "Ito", "Jensen", "Kim", "Lopez",
        "Mbeki", "Novák", "Okafor", "Park", "Quispe", "Rossi", "Silva", "Tanaka", "Ueda", "Vargas", "Weber",
    ]

    package init() {}

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let items = (1...Self.count).map { SourceListing.Entry(id: "friend-\($0)", revision: 1) }
        return SourceListing(sections: [SourceListing.Section(id: "friends", title: title, items: items)])
    }

    package func item(_ id: String) -> SourceItem? {
        guard id.hasPrefix("friend-"), let number = Int(id.dropFirst(7)), number > 0, "friend-\(number)" == id
        else { return nil }
        let given = Self.givenNames[(number - 1) % Self.givenNames.count]
        let family = Self.familyNames[(number - 1) * 7 % Self.familyNames.count]
        return SourceItem(
            id: id, title: "\(given) \(family)", kind: "friend", revision: 1,
            attributes: [
                "colour": .string(HexadecimalColour.text(hue: number * 137, lightness: 150)),
                "initials": .string("\(given.prefix(1))\(family.prefix(1))"),
            ], hasImage: false)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original { throw .missing }
}
