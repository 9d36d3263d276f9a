import CollectionModel

/// The values of all fields by item ordinal.
///
/// A value: a copy shares all pages, and a change copies one page of the field that changes while another copy is alive, so that
/// readers on other threads keep theirs.
package struct FieldColumns: Sendable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var type: FieldType
        /// Items that have a value.
        package var known: Int
    }

    enum Column: Sendable {
        case text(TextColumn)
        case keyword(KeywordColumn)
        case number(NumberColumn)
        case date(DateColumn)
        case boolean(NarrowColumn)
        /// `Likeness.cell` of each item.
        case likeness(NarrowColumn)
    }

    /// In the order in which they were declared.
    package private(set) var fields: [Field] = []
    private(set) var columns: [Column] = []
    private var indices: [String: Int] = [:]
    private var unsearched: Set<String> = []
    /// Which items are one where stacks are folded.
    package var stacks = StackTable()

    package init() {}

    /// Adds a field without values; no effect when it is there. `isSearched`: whether its words are looked for by a search, which
    /// only texts and keywords are.
    package mutating func declare(_ field: String, _ type: FieldType, isSearched: Bool = true) {
        guard indices[field] == nil else { return }
        if !isSearched { unsearched.insert(field) }
        indices[field] = fields.count
        fields.append(Field(name: field, type: type, known: 0))
        switch type {
        case .text: columns.append(.text(TextColumn()))
        case .keyword: columns.append(.keyword(KeywordColumn()))
        case .number: columns.append(.number(NumberColumn()))
        case .date: columns.append(.date(DateColumn()))
        case .boolean: columns.append(.boolean(NarrowColumn()))
        case .likeness: columns.append(.likeness(NarrowColumn()))
        }
    }

    func isSearched(_ field: Field) -> Bool {
        (field.type == .text || field.type == .keyword) && !unsearched.contains(field.name)
    }

    /// The index of a field in `fields`.
    package func index(of field: String) -> Int? { indices[field] }

    /// Sets one value, or removes it (`nil`). A value of another type than the field's is converted where that is sensible, else
    /// left out. No effect when the field is not declared.
    package mutating func set(_ field: String, to value: FieldValue?, of item: ItemOrdinal) {
        if let index = indices[field] { set(fieldAt: index, to: value, of: item) }
    }

    /// The same for a field by its index, without looking it up.
    package mutating func set(fieldAt index: Int, to value: FieldValue?, of item: ItemOrdinal) {
        let new = value?.converted(to: fields[index].type)
        let had = columns[index].set(Int(item.rawValue), to: new)
        fields[index].known += (new == nil ? 0 : 1) - (had ? 1 : 0)
    }

    /// Sets one value of a field of likenesses, or removes it. No effect on other fields.
    package mutating func set(_ field: String, likeness: Likeness?, of item: ItemOrdinal) {
        guard let index = indices[field], case .likeness(var column) = columns[index] else { return }
        columns[index] = .boolean(NarrowColumn())
        let had = column.set(Int(item.rawValue), to: likeness?.cell)
        columns[index] = .likeness(column)
        fields[index].known += (likeness == nil ? 0 : 1) - (had ? 1 : 0)
    }

    package func value(of field: String, of item: ItemOrdinal) -> FieldValue? {
        indices[field].flatMap { columns[$0].value(Int(item.rawValue)) }
    }

    /// Makes room for the pages of as many items.
    package mutating func reserve(items: Int) {
        for index in columns.indices { columns[index].reserve(items) }
    }

    /// The memory that the values take, about.
    package var sizeBytes: Int { columns.reduce(0) { $0 + $1.sizeBytes } }

    /// The memory that one field's values take, about.
    package func sizeBytes(of field: String) -> Int { indices[field].map { columns[$0].sizeBytes } ?? 0 }
}

extension FieldColumns.Column {
    func value(_ slot: Int) -> FieldValue? {
        switch self {
        case .text(let column): column.value(slot).map { .text($0) }
        case .keyword(let column): column.value(slot).map { .keywords($0) }
        case .number(let column): column.value(slot).map { .number($0) }
        case .date(let column): column.value(slot).map { .date($0) }
        case .boolean(let column): column.value(slot).map { .boolean($0 != 0) }
        case .likeness(let column): column.value(slot).map { .text(Likeness(cell: $0).text) }
        }
    }

    /// Sets a value of the column's type. Takes the column out of the enumeration meanwhile: else each change would copy it.
    mutating func set(_ slot: Int, to value: FieldValue?) -> Bool {
        switch consumed() {
        case .text(var column):
            let had = column.set(slot, to: value?.asText)
            self = .text(column)
            return had
        case .keyword(var column):
            let had = column.set(slot, to: value?.asKeywords)
            self = .keyword(column)
            return had
        case .number(var column):
            let had = column.set(slot, to: value?.asNumber)
            self = .number(column)
            return had
        case .date(var column):
            let had = column.set(slot, to: value?.asDate)
            self = .date(column)
            return had
        case .boolean(var column):
            let had = column.set(slot, to: value?.asBoolean.map { $0 ? 1 : 0 })
            self = .boolean(column)
            return had
        case .likeness(var column):
            let had = column.set(slot, to: value?.asText.flatMap { Likeness($0) }?.cell)
            self = .likeness(column)
            return had
        }
    }

    private mutating func consumed() -> Self {
        let column = self
        self = .boolean(NarrowColumn())
        return column
    }

    mutating func reserve(_ count: Int) {
        switch consumed() {
        case .text(var column):
            column.reserve(count)
            self = .text(column)
        case .keyword(var column):
            column.reserve(count)
            self = .keyword(column)
        case .number(var column):
            column.reserve(count)
            self = .number(column)
        case .date(var column):
            column.reserve(count)
            self = .date(column)
        case .boolean(var column):
            column.reserve(count)
            self = .boolean(column)
        case .likeness(var column):
            column.reserve(count)
            self = .likeness(column)
        }
    }

    var sizeBytes: Int {
        switch self {
        case .text(let column): column.sizeBytes
        case .keyword(let column): column.sizeBytes
        case .number(let column): column.cells.sizeBytes
        case .date(let column): column.sizeBytes
        case .boolean(let column), .likeness(let column): column.sizeBytes
        }
    }

    /// Items from here on have no value.
    var limit: Int {
        switch self {
        case .text(let column): column.limit
        case .keyword(let column): column.lists.limit
        case .number(let column): column.cells.limit
        case .date(let column): column.seconds.limit
        case .boolean(let column), .likeness(let column): column.limit
        }
    }
}

extension FieldValue {
    fileprivate var asText: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var asKeywords: [String]? { if case .keywords(let words) = self { words } else { nil } }
    fileprivate var asNumber: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var asDate: FieldDate? { if case .date(let date) = self { date } else { nil } }
    fileprivate var asBoolean: Bool? { if case .boolean(let isTrue) = self { isTrue } else { nil } }
}
