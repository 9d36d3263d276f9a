/// The part of a collection that a viewer wants to see, and its order: search, filter, sort and grouping.
///
/// Two queries are equal when they mean the same, however they were written.
package struct Query: Sendable {
    /// The most filters of one query, and how deep they may be in each other.
    package static let nodeLimit = 64
    package static let depthLimit = 8
    /// The most values of one `in`, characters of the search text, words in it, and keys of the sort.
    package static let valueLimit = 256
    package static let searchLimit = 256
    package static let termLimit = 16
    package static let sortLimit = 4
    /// Maximum stacks that one query names.
    package static let stackLimit = 1000

    /// Words that are all wanted; those in quotes together.
    package var search: String?
    package var filter: Filter?
    package var sort: [SortKey]
    package var group: Grouping?
    /// `nil` where all sections are open. A result that is sorted only has no sections to fold.
    package var folding: Folding?
    /// Whether a stack is one cell.
    package var foldsStacks: Bool
    /// Items whose stacks are open all the same, by identifier.
    package var openStacks: Set<String> = []

    package init(
        search: String? = nil, filter: Filter? = nil, sort: [SortKey] = [], group: Grouping? = nil,
        folding: Folding? = nil, foldsStacks: Bool = false
    ) {
        self.search = search
        self.filter = filter
        self.sort = sort
        self.group = group
        self.folding = folding
        self.foldsStacks = foldsStacks
    }

    /// Whether it asks for the collection as it is.
    package var isEmpty: Bool { isUnfiltered && keepsOwnOrder }

    /// Whether its items are in the collection's own order, in the collection's sections: moves make sense.
    package var keepsOwnOrder: Bool { sort.isEmpty && group == nil }

    /// Whether every item is in its result.
    package var isUnfiltered: Bool { hasNoCondition && !foldsStacks }

    /// Whether it asks for every item, whatever stacks they are in.
    var hasNoCondition: Bool { terms.isEmpty && filter == nil && !isFolded }

    /// Whether it asks for the collection as it is, but for its stacks: its empty sections are in the result.
    var keepsSections: Bool { keepsOwnOrder && terms.isEmpty && filter == nil && foldsStacks }

    /// Whether values of fields are asked for.
    package var asksForFields: Bool { !terms.isEmpty || filter != nil || !keepsOwnOrder }

    /// Whether items are left out because their sections are folded.
    package var isFolded: Bool { folding.map { !$0.isEmpty } ?? false }

    /// The query without search, filter and what it folds.
    package var unfiltered: Query { Query(sort: sort, group: group) }

    var terms: [SearchTerm] { search.map(SearchTerm.terms) ?? [] }
}

extension Query: Hashable {
    package static func == (lhs: Query, rhs: Query) -> Bool { lhs.canonical == rhs.canonical }

    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

/// Why a query has no result.
package enum QueryError: Error, Hashable, Sendable {
    /// The pointer (RFC 6901) counts from the query document.
    case unknownField(String, pointer: String)
    /// The field's type does not have this operator, or the value is not of the type.
    case unsuitable(String, pointer: String)
    /// It would have more groups than a result may have.
    case tooManyGroups(limit: Int)
    case cancelled
    /// Cancelled for its duration. The room has no clock: this is for callers that know why they cancelled.
    case tooLong
}

/// One field that a result is sorted by. Items without a value are last in both directions.
package struct SortKey: Sendable, Hashable {
    package var field: String
    package var descending: Bool
    /// The likeness by whose distance the values of a field of likenesses are compared.
    package var near: Likeness?

    package init(field: String, descending: Bool = false, near: Likeness? = nil) {
        self.field = field
        self.descending = descending
        self.near = near
    }
}

/// The grouping that makes the sections of a result.
package struct Grouping: Sendable, Hashable {
    package enum Period: String, Sendable, CaseIterable {
        case year, month, day, hour
    }

    package var field: String
    /// For dates; `nil` means by month.
    package var by: Period?
    /// For dates, in the place of a period: a group ends where more than this lies between two items of the collection.
    package var gapMinutes: Int?

    package static let gapMinutes = 1...525_600
    package static let usualGapMinutes = 60

    package init(field: String, by: Period? = nil, gapMinutes: Int? = nil) {
        self.field = field
        self.by = by
        self.gapMinutes = gapMinutes
    }
}
