import CollectionModel
import JSONText

/// The marks of one item in words, and how often they were changed.
struct ItemMarks: Sendable {
    private var word: MarkWord
    private let rating: String?
    private let labels: [Label]
    let changes: UInt32

    /// - Returns: `nil` for an item that has no marks and never had any.
    init?(of item: ItemOrdinal, in table: MarkTable) {
        let (word, changes) = table.entry(of: item)
        guard word.rawValue != 0 || changes != 0 else { return nil }
        self.word = word
        self.changes = changes
        rating = (word.rating ?? nil).map { table.ratings[$0] }
        labels = table.labels.labels(ofList: word.labels)
    }

    /// Lays the marks over what the item shows without them.
    func lay(over attributes: inout JSONObject) {
        if let stars = word.stars {
            attributes[Marking.stars] = stars == 0 ? nil : .int(stars)
        } else if let stars = word.fileStars, attributes[Marking.stars] == nil {
            attributes[Marking.stars] = .int(stars)
        }
        if let flag = word.flag { attributes[Marking.flag] = flag.name.map { .string($0) } }
        if word.rating != nil { attributes[Marking.rating] = rating.map { .string($0) } }
        if word.labels != 0 {
            attributes[Marking.labels] = labels.isEmpty ? nil : .array(labels.map(\.json))
        }
    }

    /// What people set, as a merge patch over the attributes of the item's source: `null` hides one.
    var patch: JSONObject {
        var people = self
        people.word = word.marks
        var attributes = JSONObject()
        people.lay(over: &attributes)
        for name in people.word.names where attributes[name] == nil { attributes[name] = .null }
        return attributes
    }
}

extension MarkWord.Flag {
    /// As an item's JSON has it.
    var name: String? {
        switch self {
        case .pick: "pick"
        case .reject: "reject"
        case .none: nil
        }
    }
}

extension Label {
    fileprivate var json: JSONValue {
        guard let colour else { return .object(["name": .string(name)]) }
        return .object(["name": .string(name), "colour": .string(colour.rawValue)])
    }
}
