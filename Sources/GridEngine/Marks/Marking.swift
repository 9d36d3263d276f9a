import JSONText

/// A request's change of the marks of items. Marks that it does not name stay.
package struct Marking: Sendable, Equatable {
    package enum Labels: Sendable, Equatable {
        /// In the place of those that an item has.
        case set([Label])
        /// Beside those that it has, and without some of them.
        case change(adding: [Label], removing: [String])
    }

    /// The numbers of marks that have the same values everywhere.
    private(set) var numbers: [Mark: Int] = [:]
    /// `.some(nil)` removes it.
    private(set) var rating: String??
    /// In milliseconds; `.some(nil)` removes it.
    private(set) var timeShift: Int??
    private(set) var labels: Labels?

    package var isEmpty: Bool { numbers.isEmpty && rating == nil && timeShift == nil && labels == nil }

    /// Reads the members that are marks; others are ignored.
    /// - Parameters:
    ///   - members: as an item's JSON has them, `null` for none; `labels` also as `{"add":[…],"remove":[…]}`.
    ///   - place: the pointer to the members in the request.
    ///   - capabilities: the collection's: whether its items are marked, and its ratings.
    /// - Throws: `.invalid` for a value that is no such mark.
    package init(_ members: JSONObject, at place: String, of capabilities: Capabilities) throws(GridError) {
        for member in members.members {
            guard let mark = Mark(rawValue: member.name) else { continue }
            let field = GridError.Field.mark("\(place)/\(member.name)")
            switch mark {
            case .rating:
                guard member.value == .null || capabilities.rate.contains(where: { member.value == .string($0) }) else {
                    throw .invalid(field, .ratingUnknown(capabilities.rate))
                }
                rating = .some(member.value.text)
            case _ where !capabilities.marks: throw .invalid(field, .marksUnsupported)
            case .timeShift:
                guard let shift = Self.shift(member.value) else { throw .invalid(field, mark.refusal) }
                timeShift = shift
            case .labels: labels = try Labels(member.value, at: field)
            default:
                guard let number = mark.number(of: member.value) else { throw .invalid(field, mark.refusal) }
                numbers[mark] = number
            }
        }
    }

    /// Maximum of a time shift: 100 years. Clocks that were never set are some 40 years behind.
    private static let shiftLimitSeconds = 36_525.0 * 86_400

    /// Milliseconds; `.some(nil)` of none, `nil` of what is no time shift.
    private static func shift(_ value: JSONValue) -> Int?? {
        let seconds: Double
        switch value {
        case .null: return .some(nil)
        case .int(let number): seconds = Double(number)
        case .double(let number): seconds = number
        default: return nil
        }
        guard abs(seconds) <= shiftLimitSeconds else { return nil }
        let milliseconds = Int((seconds * 1000).rounded())
        return .some(milliseconds == 0 ? nil : milliseconds)
    }
}

extension Marking.Labels {
    fileprivate init(_ value: JSONValue, at field: GridError.Field) throws(GridError) {
        switch value {
        case .null: self = .set([])
        case .array(let values): self = .set(try Self.labels(values, at: field))
        case .object(let object):
            let known = object.members.allSatisfy { $0.name == "add" || $0.name == "remove" }
            guard known, case .array(let added) = object["add"] ?? .array([]),
                case .array(let removed) = object["remove"] ?? .array([])
            else { throw .invalid(field, .labelInvalid) }
            self = .change(
                adding: try Self.labels(added, at: field), removing: try Self.labels(removed, at: field).map(\.name))
        default: throw .invalid(field, .labelInvalid)
        }
    }

    /// Labels without duplicates.
    private static func labels(_ values: [JSONValue], at field: GridError.Field) throws(GridError) -> [Label] {
        var labels: [Label] = []
        for value in values {
            guard let label = Label(value) else { throw .invalid(field, .labelInvalid) }
            if !labels.contains(where: { $0.name == label.name }) { labels.append(label) }
        }
        guard labels.count <= Label.itemLimit else { throw .invalid(field, .tooManyLabels) }
        return labels
    }
}

extension Label {
    /// A name, or an object of `name` and `colour`.
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .string(let name): self.init(name: name)
        case .object(let object):
            guard let name = object["name"]?.text else { return nil }
            var colour: Colour?
            if let value = object["colour"], value != .null {
                guard let text = value.text, let known = Colour(rawValue: text) else { return nil }
                colour = known
            }
            self.init(name: name, colour: colour)
        default: return nil
        }
        guard (1...Self.nameLimitBytes).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            name.unicodeScalars.contains(where: { !$0.properties.isWhitespace })
        else { return nil }
    }
}
