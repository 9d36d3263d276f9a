/// The comparison of entity tags (RFC 9110, 8.8.3 and 13.1).
package enum EntityTag {
    /// For `If-None-Match`, where a weak tag equals a strong one. `tag` has its quotes.
    package static func isListed(_ tag: String, inIfNoneMatch field: String) -> Bool {
        let opaque = strong(tag)
        return entries(field).contains { $0 == "*" || strong($0) == opaque }
    }

    /// For `If-Match` and `If-Range`, where a weak tag equals nothing. `tag` has its quotes.
    package static func isListed(_ tag: String, inIfMatch field: String) -> Bool {
        entries(field).contains { $0 == "*" || ($0 == tag && !$0.hasPrefix("W/")) }
    }

    private static func strong(_ tag: some StringProtocol) -> String {
        String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...])
    }

    /// Our own tags hold no commas.
    private static func entries(_ field: String) -> [String] {
        field.split(separator: ",").map { entry in
            String(entry.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}
