/// A condition on the items that a query finds.
package indirect enum Filter: Sendable, Hashable {
    case all([Filter])
    case any([Filter])
    case not(Filter)
    /// One of these values; of a date, one of the periods that they name.
    case oneOf(field: String, [Operand])
    /// At least `from`, less than `until`.
    case range(field: String, from: Operand?, until: Operand?)
    /// Dates at these times of day: seconds from midnight, the first included, the second not; over midnight where that is earlier.
    case timeOfDay(field: String, from: Int, until: Int)
    /// The text or a keyword has these characters somewhere, blind to case, width and accents.
    case contains(field: String, String)
    case exists(field: String, Bool)
    /// Pictures that differ from one in at most so many of 64 bits.
    case near(field: String, Likeness, within: Int)

    /// A value as a query document writes it. The meaning of a text depends on the field's type.
    package enum Operand: Sendable, Hashable {
        case text(String)
        case number(Double)
        case boolean(Bool)
    }

    /// The fields that it asks for.
    var fields: Set<String> {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
        case .not(let part): part.fields
        case .oneOf(let field, _), .range(let field, _, _), .timeOfDay(let field, _, _), .contains(let field, _),
            .exists(let field, _), .near(let field, _, _):
            [field]
        }
    }
}
