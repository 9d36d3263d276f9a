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
