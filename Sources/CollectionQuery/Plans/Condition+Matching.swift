import CollectionModel

extension Condition {
    /// Whether one item matches. Costs what its values cost, nothing of the collection's size.
    func matches(_ item: ItemOrdinal, in columns: FieldColumns) -> Bool {
        let slot = Int(item.rawValue)
        switch self {
        case .all(let parts): return parts.allSatisfy { $0.matches(item, in: columns) }
        case .any(let parts): return parts.contains { $0.matches(item, in: columns) }
        case .not(let part): return !part.matches(item, in: columns)
        case .known(let index): return columns.columns[index].value(slot) != nil
        case .words(let index, let wanted):
            guard case .keyword(let column) = columns.columns[index] else { return false }
            return column.value(slot)?.contains { wanted.contains($0) } ?? false
        case .texts(let index, let texts):
            guard case .text(let column) = columns.columns[index], let page = column.page(of: slot) else {
                return false
            }
            return texts.contains { page.has(Array($0.utf8), at: slot & TextPage.mask) && !$0.isEmpty }
        case .found(let index, let term):
            switch columns.columns[index] {
            case .text(let column): return column.contains(term, at: slot)
            case .keyword(let column): return column.contains(term, at: slot)
            default: return false
            }
        case .numbers(let index, let ranges):
            guard case .number(let column) = columns.columns[index], let number = column.value(slot) else {
                return false
            }
            return ranges.contains { $0.contains(number) }
        case .seconds(let index, let ranges):
            guard case .date(let column) = columns.columns[index], let second = column.seconds.value(slot) else {
                return false
            }
            return ranges.contains { $0.contains(second) }
        case .timesOfDay(let index, let times):
            guard case .date(let column) = columns.columns[index], let second = column.seconds.value(slot) else {
                return false
            }
            return times.contains(FieldDate.timeOfDay(second))
        case .near(let index, let likeness, let within):
            guard case .likeness(let column) = columns.columns[index], let cell = column.value(slot) else {
                return false
            }
            return Likeness(cell: cell).distance(to: likeness) <= within
        case .booleans(let index, let wanted):
            guard case .boolean(let column) = columns.columns[index], let value = column.value(slot) else {
                return false
            }
            return wanted.contains(value != 0)
        }
    }
}

extension KeywordColumn {
    fileprivate func contains(_ term: SearchTerm, at slot: Int) -> Bool {
        value(slot)?.contains { word in TextScan(term).isFound(in: TextFolding.fold(word)) } ?? false
    }
}
