import HTTPServer

/// Where a page of items begins: a place in one version, so that moves between two pages neither repeat nor hide an item.
struct ItemCursor {
    let version: Int
    let offset: Int

    init(version: Int, offset: Int) { (self.version, self.offset) = (version, offset) }

    /// The one that a request names; `nil` without one.
    /// - Throws: when it is none, or an offset is given besides.
    init?(_ request: borrowing HTTPRequest) throws(ProblemDetails) {
        guard let text = request.query("cursor") else { return nil }
        guard let cursor = ItemCursor(text), request.query("offset") == nil else {
            throw ProblemDetails(
                .unprocessableContent, "cursor must be the next of a page before, without an offset")
        }
        self = cursor
    }

    /// `nil` for anything but `text`.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let version = parts[0], let offset = parts[1], version >= 0,
            (0...Int(Int32.max)).contains(offset)
        else { return nil }
        self.init(version: version, offset: offset)
    }

    var text: String { "\(version).\(offset)" }
}
