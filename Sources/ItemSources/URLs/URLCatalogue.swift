import GridEngine

/// The pictures of a source of URLs, in order, with their addresses. A value, read again at each refresh.
package protocol URLCatalogue: Sendable {
    /// In the order of the list. Revisions are those of the address alone.
    func sections(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> [SourceListing.Section]

    /// Lines that could not be used, by reason.
    var skipped: [Reason: Int] { get }

    /// O(1).
    func entry(_ id: String) -> URLEntry?
}

extension URLCatalogue {
    package var skipped: [Reason: Int] { [:] }
}

/// One picture in the web.
package struct URLEntry: Hashable, Sendable {
    package var id: String
    package var title: String
    /// `http` or `https`; checked when it was read.
    package var address: String
    /// Picture size in its own pixels where it is known.
    package var width: Int?
    package var height: Int?

    /// Of the address: another address is another content. Below 2⁵³, so that browsers hold it exactly.
    package var revision: UInt64

    /// Without a `revision`, it is derived from the address.
    package init(
        id: String, title: String, address: String, width: Int? = nil, height: Int? = nil, revision: UInt64? = nil
    ) {
        self.id = id
        self.title = title
        self.address = address
        self.width = width
        self.height = height
        self.revision =
            revision
            ?? UInt64(truncatingIfNeeded: ItemIdentifier.hash(address.utf8) >> 32) & 0x1f_ffff_ffff_ffff
    }
}
