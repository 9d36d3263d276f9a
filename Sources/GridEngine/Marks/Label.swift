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

/// The labels of a collection, and the lists of them that items have, by number. Only grows: a number means the same for ever.
struct LabelTable: Sendable {
    private(set) var names: [String] = []
    private(set) var colours: [Label.Colour] = []
    /// By number: 0 is what nobody set, 1 is the empty list.
    private(set) var lists: [[UInt16]] = [[], []]
    private var numbers: [String: UInt16] = [:]
    private var listNumbers: [[UInt16]: Int] = [[]: 1]

    func number(of name: String) -> UInt16? { numbers[name] }

    func labels(ofList list: Int) -> [Label] {
        lists[list].map { Label(name: names[Int($0)], colour: colours[Int($0)]) }
    }

    /// The number of a label, which is given one when it is new.
    /// - Returns: `nil` when there are too many.
    mutating func intern(_ label: Label, limit: Int = Int(UInt16.max)) -> UInt16? {
        if let known = numbers[label.name] { return known }
        guard names.count < limit else { return nil }
        let number = UInt16(names.count)
        names.append(label.name)
        colours.append(label.colour ?? Label.usualColour(of: label.name))
        numbers[label.name] = number
        return number
    }

    /// The number of a list without what a change added to it, and with what the change took away.
    mutating func reverted(_ now: Int, from new: Int, to old: Int) -> Int {
        guard now != new else { return old }
        guard new != old else { return now }
        let kept = lists[now].filter { lists[old].contains($0) || !lists[new].contains($0) }
        let list = kept + lists[old].filter { !lists[new].contains($0) && !kept.contains($0) }
        return list == lists[now] ? now : intern(list: list) ?? now
    }

    mutating func setColour(_ colour: Label.Colour, of label: UInt16) { colours[Int(label)] = colour }

    /// The number of a list of distinct labels.
    /// - Returns: `nil` when there are too many lists.
    mutating func intern(list: [UInt16]) -> Int? {
        if let known = listNumbers[list] { return known }
        guard lists.count < MarkSet.labelListLimit else { return nil }
        listNumbers[list] = lists.count
        lists.append(list)
        return lists.count - 1
    }
}
