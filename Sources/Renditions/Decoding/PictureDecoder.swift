import GridEngine

/// Makes one rendition of one original, in this process or in a worker process.
///
/// Called on a loader's thread, several at once. It may look at `cancellation` while it works and then throw
/// `.cancelled`; it throws `.unreadable` when the content is broken, not a picture or over a limit.
package protocol PictureDecoder: Sendable {
    /// - Parameters:
    ///   - original: the content.
    ///   - step: one of the loader's width steps, for `RenditionSize.rendition(step:)`, or `RenditionKey.previewWidth` for a
    ///     WebP of at most `RenditionKey.previewBytes` with its mean colour.
    ///   - cancellation: stops the work.
    /// - Returns: the rendition.
    /// - Throws: `.cancelled`, `.unreadable` when the content is damaged, not a picture or over a limit, or `.transient`.
    func rendition(of original: Original, step: Int, cancellation: Cancellation) throws(LoadFailure) -> Rendition
}
