/// How many items of a result have which values of one field.
package struct Facet: Sendable {
    package var field: String
    package var type: FieldType
    /// Most frequent first, equally frequent ones by value; none for text.
    package var values: [(value: FieldValue, count: Int)]
    /// Numbers and dates: ranges that follow each other, `until` excluded, those at the ends not empty.
    package var buckets: [(from: FieldValue, until: FieldValue, count: Int)]
    /// Items without a value.
    package var missing: Int
    /// Whether there are more values than the limit.
    package var hasMore: Bool
}
