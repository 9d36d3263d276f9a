/// A source that notices by itself when it changes.
package protocol WatchedSource: Sendable {
    /// Begins to notice what changes from the next listing on. Called once at most, before that.
    /// - Parameter changed: called on any thread when there are changes to read; not again before they were read.
    func watch(_ changed: @escaping @Sendable () -> Void)

    /// Reads what has changed since the last listing or reading. May block; never at the same time as a listing.
    /// - Throws: as `list`; then everything is read again, after a while.
    func changes(cancellation: Cancellation) throws(SourceError) -> SourceChanges

    /// Why changes show up late, for people; `nil` when they are noticed at once.
    var watchTrouble: Reason? { get }
}

/// The changes in a source since it was read last.
package enum SourceChanges: Sendable {
    case nothing
    /// In sections that stay.
    case entries([SectionChange])
    /// Too much to tell one by one: everything that there is now.
    case listing(SourceListing)
}

/// The changes in one section of a source.
package struct SectionChange: Sendable, Equatable {
    /// An entry that is new, or whose content is.
    package struct Listed: Sendable, Equatable {
        package var entry: SourceListing.Entry
        /// Identifiers of the entries before it in the source's order, the nearest first; all of them, or the first few.
        package var before: [String]

        package init(entry: SourceListing.Entry, before: [String]) {
            self.entry = entry
            self.before = before
        }
    }

    /// The section's identifier in the listing.
    package var section: String
    /// Identifiers of entries that are no longer there.
    package var removed: [String] = []
    /// In the source's order.
    package var listed: [Listed] = []

    package init(section: String) { self.section = section }
}
