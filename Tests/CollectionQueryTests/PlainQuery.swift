import CollectionModel
@testable import CollectionQuery

/// A query carried out value by value.
struct PlainQuery {
    let query: Query
    let columns: FieldColumns

    // MARK: What matches

    func matches(_ item: ItemOrdinal) -> Bool {
        query.terms.allSatisfy { term in searchedTexts(of: item).contains { Self.isFound(term, $0) } }
            && (query.filter.map { matches($0, item) } ?? true)
    }

    private static func isFound(_ term: SearchTerm, _ text: [UInt8]) -> Bool {
        guard !text.isEmpty else { return false }
        return text.indices.contains { start in
            if text[start...].starts(with: term.folded) { return true }
            guard term.isInitials else { return false }
            var rest = text[start...]
            return term.folded.allSatisfy { initial in
                guard rest.first == initial, let vowel = rest.dropFirst().first, Jamo.isVowel(vowel) else {
                    return false
                }
                rest = rest.dropFirst().drop { Jamo.isVowel($0) }
                while let final = rest.first, Jamo.isConsonant(final),
                    !(rest.dropFirst().first.map(Jamo.isVowel) ?? false)
                {
                    rest = rest.dropFirst()
                }
                return true
            }
        }
    }

    private func searchedTexts(of item: ItemOrdinal) -> [[UInt8]] {
        columns.fields.flatMap { field -> [[UInt8]] in
            switch columns.value(of: field.name, of: item) {
            case .text(let text)?: [TextFolding.fold(text)]
            case .keywords(let words)?: words.map { TextFolding.fold($0) }
            default: []
            }
        }
    }

    func matches(_ filter: Filter, _ item: ItemOrdinal) -> Bool {
        switch filter {
        case .all(let parts): return parts.allSatisfy { matches($0, item) }
        case .any(let parts): return parts.contains { matches($0, item) }
        case .not(let part): return !matches(part, item)
        case .oneOf(let field, let operands):
            guard let value = columns.value(of: field, of: item) else { return false }
            return operands.contains { Self.equals(value, $0) }
        case .range(let field, let from, let until):
            guard let value = columns.value(of: field, of: item) else { return false }
            if let from, Self.isBelow(value, from) { return false }
            if let until, !Self.isBelow(value, until) { return false }
            return true
        case .timeOfDay(let field, let from, let until):
            guard case .date(let date)? = columns.value(of: field, of: item) else { return false }
            // As it is written: behind the T.
            let time = TimesOfDay.seconds(String(date.text.dropFirst(11).prefix(8)))!
            return from < until ? (from..<until).contains(time) : !(until..<from).contains(time)
        case .contains(let field, let text):
            guard let value = columns.value(of: field, of: item) else { return false }
            guard let term = SearchTerm(text) else { return true }
            switch value {
            case .text(let text): return Self.isFound(term, TextFolding.fold(text))
            case .keywords(let words): return words.contains { Self.isFound(term, TextFolding.fold($0)) }
            default: return false
            }
        case .near(let field, let likeness, let within):
            return distance(field, likeness, item).map { $0 <= within } ?? false
        case .exists(let field, let exists): return (columns.value(of: field, of: item) != nil) == exists
        }
    }

    /// Counted digit by digit.
    private func distance(_ field: String, _ likeness: Likeness, _ item: ItemOrdinal) -> Int? {
        guard case .text(let text)? = columns.value(of: field, of: item) else { return nil }
        return zip(text, likeness.text).reduce(0) { sum, digits in
            let (a, b) = (digits.0.hexDigitValue!, digits.1.hexDigitValue!)
            return sum + [1, 2, 4, 8].count { a & $0 != b & $0 }
        }
    }

    private static func equals(_ value: FieldValue, _ operand: Filter.Operand) -> Bool {
        switch (value, operand) {
        case (.text(let text), .text(let wanted)): text == wanted
        case (.keywords(let words), .text(let wanted)): words.contains(wanted)
        case (.number(let number), .number(let wanted)): number == wanted
        case (.boolean(let isTrue), .boolean(let wanted)): isTrue == wanted
        case (.date(let date), .text(let text)):
            DatePeriod(iso8601: text).map { $0.first.localSeconds <= date.localSeconds && date.localSeconds < $0.end }
                ?? false
        default: false
        }
    }

    private static func isBelow(_ value: FieldValue, _ operand: Filter.Operand) -> Bool {
        switch (value, operand) {
        case (.number(let number), .number(let bound)): number < bound
        case (.date(let date), .text(let text)):
            DatePeriod(iso8601: text).map { date.localSeconds < $0.first.localSeconds } ?? false
        default: false
        }
    }

    // MARK: Order

    /// What a value is sorted by.
    private enum Key: Comparable {
        case number(Double)
        case text(SortText, String)
    }

    private func key(_ field: String, _ item: ItemOrdinal) -> Key? {
        switch columns.value(of: field, of: item) {
        case nil: nil
        case .number(let number)?: .number(number)
        case .date(let date)?: .number(Double(date.localMilliseconds))
        case .boolean(let isTrue)?: .number(isTrue ? 1 : 0)
        case .text(let text)?: .text(SortText(text), "")
        case .keywords(let words)?: .text(SortText(words[0]), words[0])
        }
    }

    private func key(_ sort: SortKey, _ item: ItemOrdinal) -> Key? {
        guard let near = sort.near else { return key(sort.field, item) }
        return distance(sort.field, near, item).map { .number(Double($0)) }
    }

    /// The group of an item; `value` orders groups, and is `nil` without a value.
    private func group(
        _ grouping: Grouping, _ item: ItemOrdinal, _ order: Snapshot
    ) -> (id: String, title: String, key: Key?) {
        let field = grouping.field
        guard let value = columns.value(of: field, of: item) else { return ("\(field)=", "", nil) }
        if let minutes = grouping.gapMinutes, case .date(let date) = value {
            return span(minutes, field, around: date.localSeconds, order)
        }
        if case .date(let date) = value {
            let by = grouping.by ?? .month
            let title: String
            switch by {
            case .year: title = date.day.yearText
            case .month: title = date.day.monthText
            case .day: title = date.day.text
            case .hour: title = date.text.prefix(13) + ":00"
            }
            let first = Double(DatePeriod(iso8601: title)!.first.localSeconds)
            return ("\(field)/\(by.rawValue)=\(title)", title, .number(first))
        }
        var title = value.text
        if case .keywords(let words) = value { title = words[0] }
        return ("\(field)=\(title)", title, key(field, item))
    }

    /// Walks from a second to both sides, as long as the next date is near enough.
    private func span(
        _ minutes: Int, _ field: String, around second: Int64, _ order: Snapshot
    ) -> (id: String, title: String, key: Key?) {
        var dates: [Int64] = []
        order.forEachItem(inFlat: 0..<order.numberOfItems) { _, _, item in
            if case .date(let date)? = columns.value(of: field, of: item) { dates.append(date.localSeconds) }
        }
        dates.sort()
        var (first, last) = (second, second)
        for date in dates where date > last && date - last <= minutes * 60 { last = date }
        for date in dates.reversed() where date < first && first - date <= minutes * 60 { first = date }
        let texts = [first, last].map { FieldDate(localSeconds: $0).text }
        return (
            "\(field)/gap-\(minutes)=\(texts[0])", texts.map { $0.prefix(16) }.joined(separator: "/"),
            .number(Double(first))
        )
    }

    private static func precedes(_ a: Key?, _ b: Key?, descending: Bool) -> Bool {
        guard let a else { return false }
        guard let b else { return true }
        return descending ? b < a : a < b
    }

    /// The sections of the result, from the collection's own order.
    func sections(
        of order: Snapshot, in whole: Snapshot? = nil, groups: GroupTable, isCancelled: () -> Bool = { false }
    ) throws(QueryError) -> [(id: SectionOrdinal, items: [ItemOrdinal])] {
        if query.isEmpty {
            return (0..<order.numberOfSections).map { index in
                let items = 0..<order.numberOfItems(inSection: index)
                return (order.section(at: index), items.map { order.item(at: IndexPath(index, $0)) })
            }
        }
        var sections: [(id: SectionOrdinal, items: [ItemOrdinal])] = []
        try order.forEachItem(inFlat: 0..<order.numberOfItems) { (flat, path, item) throws(QueryError) in
            if flat % 4096 == 0, isCancelled() { throw .cancelled }
            guard matches(item) else { return }
            let own =
                query.keepsOwnOrder
                ? order.section(at: path.section) : groups.ordinal(of: GroupTable.wholeID, title: "")
            if sections.last?.id != own { sections.append((own, [])) }
            sections[sections.count - 1].items.append(item)
        }
        guard !query.keepsOwnOrder, !sections.isEmpty else { return sections }
        var items = sections[0].items
        // The last key first: sorting is stable.
        for sort in query.sort.reversed() {
            items = items.map { (key(sort, $0), $0) }
                .sorted { Self.precedes($0.0, $1.0, descending: sort.descending) }.map(\.1)
        }
        guard let grouping = query.group else { return [(sections[0].id, items)] }
        let descending = query.sort.first.map { $0.field == grouping.field && $0.descending } ?? false
        let grouped = items.map { (group(grouping, $0, whole ?? order), $0) }
            .sorted { Self.precedes($0.0.key, $1.0.key, descending: descending) }
        sections = []
        for (group, item) in grouped {
            let id = groups.ordinal(of: group.id, title: group.title)
            if sections.last?.id != id { sections.append((id, [])) }
            sections[sections.count - 1].items.append(item)
        }
        return sections
    }
}
