import CollectionModel
import GridEngine
import JSONText

/// A list of friends to try batch updates on: insert, delete, and the update that moves three and reloads one. Posted like
/// anybody's own collection, since it is changed by what comes through the interface alone.
package enum Friends {
    /// Those who are there at the start.
    static let count = 12
    private static let givenNames = [
        "Ada", "Bo", "Chiara", "Deniz", "Emre", "Farah", "Goro", "Hana", "Iris", "Jun", "Kofi", "Lena",
    ]
    private static let familyNames = [
        "Abe", "Bianchi", "Costa", "Diallo", "Ekström", "Fischer", "García", "Horvat", "Ito", "Jensen", "Kim", "Lopez",
    ]

    /// An identifier that no other section has.
    package static let section = "demo-friends"

    package static var collection: PostedCollection {
        PostedCollection(id: "friends", title: "Friends", sections: sections)
    }

    static var sections: [GivenSection] {
        [GivenSection(id: section, title: "Friends", items: (1...count).map { friend($0) })]
    }

    private static func friend(_ number: Int) -> GivenItem {
        let given = givenNames[(number - 1) % givenNames.count]
        let family = familyNames[(number - 1) * 7 % familyNames.count]
        var attributes = JSONObject()
        attributes["colour"] = .string(HexadecimalColour.text(hue: number * 137, lightness: 190))
        attributes["initials"] = .string("\(given.prefix(1))\(family.prefix(1))")
        return GivenItem(
            id: "friend-\(number)",
            content: .init(title: "\(given) \(family)", kind: "friend", attributes: attributes))
    }
}
