import CollectionQuery

/// Why a query has no result, and why a result is not changed.
extension Reason {
    static var fieldsBeingRead: Reason { fieldsBeingRead(values: [:]) }

    /// `done` is the number of items that were looked at, `total` that of all.
    static func fieldsBeingRead(_ done: Int, of total: Int) -> Reason {
        fieldsBeingRead(values: ["done": "\(done)", "total": "\(total)"])
    }

    private static func fieldsBeingRead(values: [String: String]) -> Reason {
        Reason(
            "fields-being-read", "What can be searched for is still being read. Try again in a moment.", values: values)
    }

    static func fieldUnknown(_ field: String) -> Reason {
        Reason("field-unknown", "The collection has no field “\(field)”.", values: ["field": field])
    }

    /// `explanation` says what the part that the problem's pointer names must be.
    package static func queryInvalid(_ explanation: String) -> Reason {
        Reason("query-invalid", "The search is not valid for this collection: \(explanation).")
    }

    static func tooManyGroups(limit: Int) -> Reason {
        Reason(
            "too-many-groups", "There would be more than \(limit) groups. Group by something else.",
            values: ["limit": "\(limit)"])
    }

    static var queryTooLong: Reason {
        Reason("query-too-long", "The search took too long and was stopped. Narrow it, then try again.")
    }

    static var orderSorted: Reason {
        Reason(
            "order-sorted",
            "Sorted items cannot be moved. Show the collection’s own order to move them.")
    }

    static var resultFixed: Reason {
        Reason("result-fixed", "This cannot be changed in search results. Change it in the collection.")
    }
}
