import CollectionQuery
import JSONText

/// `{"fields":["rating"],"query":{…},"limit":50}`: only `fields` is required.
struct FacetRequest: DeclaredBody, Sendable {
    /// How many fields can be counted at once.
    static let fieldCounts = 1...32
    /// How many values of a field can be listed.
    static let limits = 1...1000

    var fields: [String] = []
    var query = Query()
    var limit = 50

    static let shape = BodyShape<Self>(
        "FacetRequest",
        [
            .required("fields", \.fields, .strings(fieldCounts, "fields")), .defaulted("query", \.query, .query),
            .defaulted("limit", \.limit, .integer(limits), is: .int(50), "maximum values of a field"),
        ])
}
