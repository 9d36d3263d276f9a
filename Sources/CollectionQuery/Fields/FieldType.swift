/// The type of a field's values, which determines what can be asked of it.
package enum FieldType: String, Sendable, CaseIterable {
    /// Free text, mostly different in each item: searched, not grouped.
    case text
    /// Text of which many items have the same: counted and grouped. An item may have several.
    case keyword
    case number
    case date
    case boolean
}
