/// A word that people give items, with the colour of the word in its collection.
package struct Label: Hashable, Sendable {
    package enum Colour: String, CaseIterable, Sendable {
        case red, orange, yellow, green, teal, blue, purple, grey
    }

    package var name: String
    /// `nil` where the request leaves it as it is.
    package var colour: Colour?

    package init(name: String, colour: Colour? = nil) {
        self.name = name
        self.colour = colour
    }

    /// Maximum bytes of a name, in UTF-8.
    package static let nameLimitBytes = 100
    /// Maximum number of labels of one item, and of different labels in a collection.
    package static let itemLimit = 16
    package static let collectionLimit = 1000

    /// The colour of a label that was given none: always the same for one name.
    static func usualColour(of name: String) -> Colour {
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Colour.allCases[Int(hash % UInt32(Colour.allCases.count - 1))]
    }
}
