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
        // By bytes: a sign before a comma may combine with it.
        field.utf8.split(separator: UInt8(ascii: ",")).map { entry in
            let trimmed = entry.drop { $0 == 32 || $0 == 9 }.reversed().drop { $0 == 32 || $0 == 9 }.reversed()
            return String(decoding: trimmed, as: UTF8.self)
        }
    }
}
