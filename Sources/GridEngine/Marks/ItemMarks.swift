import CollectionModel
import CollectionQuery
import JSONText

/// The marks of one item in words, and how often they were changed.
struct ItemMarks: Sendable {
    private let set: MarkSet
    private let rating: String?
    private let labels: [Label]
    /// In milliseconds.
    private let timeShift: Int?
    let changes: UInt32

    /// - Returns: `nil` for an item that has no marks and never had any.
    init?(of item: ItemOrdinal, in table: MarkTable) {
        let (set, changes) = table.entry(of: item)
        guard set != MarkSet() || changes != 0 else { return nil }
        self.init(set, changes: changes, in: table)
    }

    init(_ set: MarkSet, changes: UInt32 = 0, in table: MarkTable) {
        self.set = set
        self.changes = changes
        rating = (set.rating ?? nil).map { table.ratings[$0] }
        labels = table.labels.labels(ofList: set[.labels])
        timeShift = (set.timeShift ?? nil).map { table.shifts[$0] }
    }

    /// `.null` where somebody took the mark away; `nil` where nobody set it.
    subscript(mark: Mark) -> JSONValue? {
        switch (mark, set[mark]) {
        case (_, 0): nil
        case (.rating, _): rating.map { JSONValue.string($0) } ?? JSONValue.null
        case (.timeShift, _): timeShift.map(Self.seconds) ?? JSONValue.null
        case (.labels, _): labels.isEmpty ? JSONValue.null : JSONValue.array(labels.map(\.json))
        case (_, let number): mark.values?[number - 1]
        }
    }

    private static func seconds(_ milliseconds: Int) -> JSONValue {
        milliseconds.isMultiple(of: 1000) ? .int(milliseconds / 1000) : .double(Double(milliseconds) / 1000)
    }

    /// Lays the marks over what the item shows without them.
    func lay(over attributes: inout JSONObject) {
        for mark in Mark.allCases {
            if let value = self[mark] {
                attributes[mark.rawValue] = value == .null ? nil : value
            } else if set[file: mark] != 0, attributes[mark.rawValue] == nil {
                attributes[mark.rawValue] = mark.values?[set[file: mark] - 1]
            }
        }
    }

    /// The marks that people set, as a merge patch over the attributes of the item's source: `null` hides one.
    var patch: JSONObject {
        var attributes = JSONObject()
        for mark in Mark.allCases { if let value = self[mark] { attributes[mark.rawValue] = value } }
        return attributes
    }
}

extension FieldColumns {
    /// Sets fields of items that were marked.
    /// - Parameters:
    ///   - changed: the marks that may have changed; others are left alone.
    ///   - items: of which a mark that nobody has set keeps the value that is there.
    ///   - marks: as they are now.
    mutating func setMarks(_ changed: Set<Mark>, of items: [ItemOrdinal], _ marks: MarkTable) {
        for mark in Mark.allCases where changed.contains(mark) {
            guard let field = index(of: mark.rawValue) else { continue }
            // By the mark's number: the same few again and again.
            var known: [Int: FieldValue??] = [:]
            var last: (number: Int, value: FieldValue??)?
            for item in items {
                let set = marks[item]
                if last?.number != set[mark] {
                    let value: FieldValue?? = known[set[mark]] ?? ItemMarks(set, in: marks).value(of: mark)
                    known[set[mark]] = .some(value)
                    last = (set[mark], value)
                }
                guard let last, case .some(let value) = last.value else { continue }
                if mark == .timeShift {
                    setTimeShift(value, of: item)
                } else {
                    self.set(fieldAt: field, to: value, of: item)
                }
            }
        }
    }
}

extension Label {
    fileprivate var json: JSONValue {
        guard let colour else { return .object(["name": .string(name)]) }
        return .object(["name": .string(name), "colour": .string(colour.rawValue)])
    }
}
