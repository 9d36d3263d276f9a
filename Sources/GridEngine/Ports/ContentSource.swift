/// A source that knows at once which items there are, and reads what they show when it is asked: a table next door, a service.
///
/// Contents are loads, as pictures are: the engine asks for them ahead of need, what is in view first, keeps what it was given within
/// a limit, and cancels what nobody wants any more. It never asks on a serving thread or under a lock.
///
/// `ItemSource.item` of such a source says what is known without reading: an item without a title or attributes. Whether it has a
/// picture counts, and so does `nil` of an item that is gone; the revision is the listed one.
package protocol ContentSource: Sendable {
    /// Reads what items show.
    ///
    /// Runs on a thread that may be blocked, and several calls run at once. A cancelled task is a cancelled prefetch: return early,
    /// by throwing `CancellationError` or with what is there.
    /// - Parameter ids: 1 to `ContentBatch.limit` identifiers, each once, the most wanted first.
    /// - Returns: the items, in any order. The engine ignores their revisions: it knows the listed ones. An item that is missing has
    ///   failed, and is asked for again after a while; one that was not asked for is ignored.
    /// - Throws: a `LoadFailure` that says how it ended, for all of them: `.transient` is tried again at once, with pauses,
    ///   `.unavailable` after half a minute, `.unreadable` once the items change. Every other error counts as `.transient`.
    func items(for ids: [String]) async throws -> [SourceItem]
}

/// The shape of one request for contents.
package enum ContentBatch {
    /// Maximum identifiers in a call.
    package static let limit = 256
}
