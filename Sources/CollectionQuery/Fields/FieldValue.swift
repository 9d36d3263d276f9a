/// One item's value of one field.
package enum FieldValue: Sendable, Hashable {
    case text(String)
    /// In their order, without duplicates; never empty in columns.
    case keywords([String])
    /// Finite.
    case number(Double)
    case date(FieldDate)
    case boolean(Bool)

    /// The value as a value of another type, where that is sensible: a number or a Boolean as text, one text as keyword,
    /// text as the date, number or Boolean that it spells.
    package func converted(to type: FieldType) -> FieldValue? {
        switch (self, type) {
        case (.text, .text), (.keywords, .keyword), (.date, .date), (.boolean, .boolean): normalized
        case (.number, .number): normalized
        case (.text(let text), .likeness): Likeness(text).map { .text($0.text) }
        case (_, .likeness): nil
        case (_, .text): .text(text)
        case (_, .keyword): FieldValue.keywords([text]).normalized
        case (.text(let text), .number): Double(text).flatMap { FieldValue.number($0).normalized }
        case (.boolean(let isTrue), .number): .number(isTrue ? 1 : 0)
        case (.text(let text), .date): (FieldDate(iso8601: text) ?? FieldDate(exif: text)).map { .date($0) }
        case (.text("true"), .boolean): .boolean(true)
        case (.text("false"), .boolean): .boolean(false)
        default: nil
        }
    }

    /// The value as people read it; several keywords with commas.
    package var text: String {
        switch self {
        case .text(let text): text
        case .keywords(let words): words.joined(separator: ", ")
        case .number(let number): number.shortText
        case .date(let date): date.text
        case .boolean(let isTrue): isTrue ? "true" : "false"
        }
    }

    /// Without what columns do not hold: `nil` for no keyword, an empty text and a number that is not finite.
    private var normalized: FieldValue? {
        switch self {
        case .text(let text): return text.isEmpty ? nil : self
        case .number(let number):
            // One zero: -0.0 would be another value by its bits.
            return number.isFinite ? .number(number == 0 ? 0 : number) : nil
        case .keywords(let words):
            var seen: Set<String> = []
            let unique = words.filter { !$0.isEmpty && seen.insert($0).inserted }
            return unique.isEmpty ? nil : .keywords(unique)
        case .date, .boolean: return self
        }
    }
}

extension Double {
    /// The number's text, without a fraction where it is an integer.
    var shortText: String {
        if let integer = Int64(exactly: self), integer.magnitude < 1 << 53 { return String(integer) }
        return String(self)
    }
}

/// The type of a field's values, which determines what can be asked of it.
package enum FieldType: String, Sendable, CaseIterable {
    /// Free text, mostly different in each item: searched, not grouped.
    case text
    /// Text of which many items have the same: counted and grouped. An item may have several.
    case keyword
    case number
    case date
    case boolean
    /// Sixty-four bits by which pictures are compared, as sixteen hexadecimal digits.
    case likeness
}
