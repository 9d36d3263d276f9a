/// One field that a result is sorted by. Items without a value are last in both directions.
package struct SortKey: Sendable, Hashable {
    package var field: String
    package var descending: Bool

    package init(field: String, descending: Bool = false) {
        self.field = field
        self.descending = descending
    }
}
