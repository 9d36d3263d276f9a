/// A query's search and filter, compiled for one state of the columns' fields: columns by index, operands as the columns' values.
/// Carried out for all items at once (`select`) or for one (`matches`).
indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case known(Int)
    /// Keywords, one of which an item must have.
    case words(Int, Set<String>)
    case texts(Int, [String])
    case found(Int, SearchTerm)
    /// Ranges whose upper bound is excluded.
    case numbers(Int, [Range<Double>])
    case seconds(Int, [Range<Int64>])
    /// Seconds from midnight.
    case timesOfDay(Int, TimesOfDay)
    case booleans(Int, Set<Bool>)
    case near(Int, Likeness, within: Int)

    /// - Precondition: the query was checked.
    init(_ query: Query, in columns: FieldColumns) {
        let searched = columns.fields.indices.filter { columns.isSearched(columns.fields[$0]) }
        var parts = query.terms.map { term in Condition.any(searched.map { .found($0, term) }) }
        if let filter = query.filter { parts.append(Condition(filter, columns)) }
        self = parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Whether every item matches.
    var isAlways: Bool { if case .all(let parts) = self { parts.isEmpty } else { false } }

    private init(_ filter: Filter, _ columns: FieldColumns) {
        switch filter {
        case .all(let parts): self = .all(parts.map { Condition($0, columns) })
        case .any(let parts): self = .any(parts.map { Condition($0, columns) })
        case .not(let part): self = .not(Condition(part, columns))
        case .exists(let field, let exists):
            let known = Condition.known(columns.index(of: field)!)
            self = exists ? known : .not(known)
        case .contains(let field, let text):
            let index = columns.index(of: field)!
            self = SearchTerm(text).map { .found(index, $0) } ?? .known(index)
        case .oneOf(let field, let operands): self.init(columns.index(of: field)!, operands, columns)
        case .timeOfDay(let field, let from, let until):
            self = .timesOfDay(columns.index(of: field)!, TimesOfDay(from: from, until: until))
        case .near(let field, let likeness, let within):
            self = .near(columns.index(of: field)!, likeness, within: within)
        case .range(let field, let from, let until):
            self.init(columns.index(of: field)!, from: from, until: until, columns)
        }
    }

    private init(_ index: Int, _ operands: [Filter.Operand], _ columns: FieldColumns) {
        switch columns.fields[index].type {
        case .text: self = .texts(index, operands.compactMap(\.asText))
        case .keyword: self = .words(index, Set(operands.compactMap(\.asText)))
        case .number: self = .numbers(index, operands.compactMap(\.asNumber).map { $0..<$0.nextUp })
        case .likeness:
            self = .any(operands.compactMap { $0.asText.flatMap { Likeness($0) } }.map { .near(index, $0, within: 0) })
        case .boolean: self = .booleans(index, Set(operands.compactMap(\.asBoolean)))
        case .date:
            let periods = operands.compactMap(\.asText).compactMap { DatePeriod(iso8601: $0) }
            self = .seconds(index, periods.map { $0.first.localSeconds..<$0.end })
        }
    }

    private init(_ index: Int, from: Filter.Operand?, until: Filter.Operand?, _ columns: FieldColumns) {
        if columns.fields[index].type == .number {
            let (least, end) = (from?.asNumber ?? -.infinity, until?.asNumber ?? .infinity)
            self = .numbers(index, least < end ? [least..<end] : [])
        } else {
            let least = from?.asText.flatMap { DatePeriod(iso8601: $0) }?.first.localSeconds ?? .min
            let end = until?.asText.flatMap { DatePeriod(iso8601: $0) }?.first.localSeconds ?? .max
            self = .seconds(index, least < end ? [least..<end] : [])
        }
    }
}

extension Filter.Operand {
    fileprivate var asText: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var asNumber: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var asBoolean: Bool? { if case .boolean(let isTrue) = self { isTrue } else { nil } }
}
