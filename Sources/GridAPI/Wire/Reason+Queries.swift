import GridEngine

/// Why a query document is refused before the engine sees it.
extension Reason {
    static func queryTooLarge(_ explanation: String, limit: Int) -> Reason {
        Reason("query-too-large", "The query is too large: \(explanation).", values: ["limit": "\(limit)"])
    }
}
