/// The value that the items of a group have in common, ordered as groups are.
enum GroupKey: Hashable, Comparable {
    /// Years, months, days or hours, from year 0 or from 1970 on; the first second of a span; 0 and 1 of a Boolean.
    case integer(Int64)
    case number(Double)
    case word(WordKey)

    static func < (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.integer(let a), .integer(let b)): a < b
        case (.number(let a), .number(let b)): a < b
        case (.word(let a), .word(let b)): a < b
        default: preconditionFailure("groups of two fields")
        }
    }
}

/// The groups that one query makes of its items.
struct GroupPlan {
    let field: String
    let type: FieldType
    let period: Grouping.Period
    /// In the place of the period; `nil` where that counts.
    let gapMinutes: Int?
    let spans: TimeSpans
    /// Whether groups are in descending order, as the sort by the same field is.
    let descending: Bool

    /// - Precondition: the query was checked, and has a grouping.
    init(_ query: Query, in columns: FieldColumns, spans: TimeSpans = TimeSpans()) {
        let group = query.group!
        field = group.field
        type = columns.fields[columns.index(of: group.field)!].type
        period = group.by ?? .month
        (gapMinutes, self.spans) = (group.gapMinutes, spans)
        descending = query.sort.first.map { $0.field == group.field && $0.descending } ?? false
    }

    /// The key of an item; `nil` without a value.
    func key(_ slot: Int, in columns: FieldColumns) -> GroupKey? {
        switch columns.columns[columns.index(of: field)!] {
        case .text, .likeness: nil
        case .keyword(let column):
            column.lists.value(slot).map { .word(WordKey(column.table.firstWord(ofList: Int($0)))) }
        case .number(let column): column.value(slot).map { .number($0) }
        case .date(let column): column.seconds.value(slot).map { .integer(number(of: $0)) }
        case .boolean(let column): column.value(slot).map { .integer($0) }
        }
    }

    func id(_ key: GroupKey?) -> String {
        guard let key else { return "\(field)=" }
        if let gapMinutes, case .integer(let first) = key {
            return "\(field)/gap-\(gapMinutes)=\(FieldDate(localSeconds: first).text)"
        }
        return type == .date ? "\(field)/\(period.rawValue)=\(title(key))" : "\(field)=\(title(key))"
    }

    func title(_ key: GroupKey?) -> String {
        switch key {
        case nil: ""
        case .word(let key)?: key.word
        case .number(let number)?: number.shortText
        case .integer(let number)?: type == .date ? dateTitle(number) : number != 0 ? "true" : "false"
        }
    }

    /// Of a span, its first minute and its last one.
    private func dateTitle(_ number: Int64) -> String {
        guard gapMinutes != nil else { return period.title(number) }
        let last = spans.span(around: number)?.last ?? number
        return [number, last].map { FieldDate(localSeconds: $0).text.prefix("2024-05-01T12:00".count) }
            .joined(separator: "/")
    }

    /// The number of the period, or of the span, that a second is in.
    private func number(of second: Int64) -> Int64 {
        gapMinutes == nil ? period.number(of: second) : spans.span(around: second)?.first ?? second
    }

    /// The same, with the seconds that have the same number.
    func bounds(around second: Int64) -> (seconds: Range<Int64>, number: Int64) {
        guard gapMinutes != nil else { return period.bounds(around: second) }
        guard let span = spans.span(around: second) else { return (second..<second + 1, second) }
        return (span.first..<max(span.last, second) + 1, span.first)
    }

    /// Whether a group is before another; without a value it is last.
    func precedes(_ a: GroupKey?, _ b: GroupKey?) -> Bool {
        guard let a else { return false }
        guard let b else { return true }
        return descending ? b < a : a < b
    }
}

extension Grouping.Period {
    /// The year, month, day or hour in which a second is, counted from year 0 or 1970-01-01.
    func number(of second: Int64) -> Int64 {
        self == .hour ? Self.hour(of: second) : number(of: FieldDate(localSeconds: second).day)
    }

    /// Rounded down before 1970 too.
    static func hour(of second: Int64) -> Int64 {
        (second - FieldDate.seconds.lowerBound) / 3600 + FieldDate.seconds.lowerBound / 3600
    }

    func number(of day: CivilDay) -> Int64 {
        switch self {
        case .year: Int64(day.year)
        case .month: Int64(day.year * 12 + day.month - 1)
        case .day: Int64(day.number)
        case .hour: Int64(day.number) * 24
        }
    }

    func title(_ number: Int64) -> String {
        switch self {
        case .year: CivilDay(Int(number), 1, 1)!.yearText
        case .month: CivilDay(Int(number) / 12, Int(number) % 12 + 1, 1)!.monthText
        case .day: CivilDay(number: Int(number)).text
        case .hour: String(FieldDate(localSeconds: number * 3600).text.prefix("2024-05-01T12:00".count))
        }
    }
}
