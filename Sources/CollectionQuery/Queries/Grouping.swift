/// The grouping that makes the sections of a result.
package struct Grouping: Sendable, Hashable {
    package enum Period: String, Sendable, CaseIterable {
        case year, month, day
    }

    package var field: String
    /// For dates; `nil` means by month.
    package var by: Period?

    package init(field: String, by: Period? = nil) {
        self.field = field
        self.by = by
    }
}
