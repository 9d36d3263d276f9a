/// A source whose listing may take long, of which a part can be shown before the rest is known.
package protocol GradualSource: ItemSource {
    /// Lists as `list` does, and offers what it has so far from time to time.
    /// - Parameters:
    ///   - cancellation: raised when nobody waits for the listing any more.
    ///   - progress: called with the number of items found so far.
    ///   - part: called on the listing's thread with what makes a listing of all that was found so far, in the order that it will
    ///     have at the end. It costs O(found). Once it was made, its items can be looked up.
    /// - Returns: all of it.
    /// - Throws: `.cancelled`, `.unreadable`
    func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void,
        part: @escaping @Sendable (_ listing: () -> SourceListing) -> Void
    ) throws(SourceError) -> SourceListing
}
