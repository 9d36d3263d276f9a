import GridEngine

/// Makes renditions of one original, in this process or in a worker process.
///
/// Called on a loader's thread, several at once. It may look at `cancellation` while it works and then throw `.cancelled`; it
/// throws `.unreadable` when the content is broken, not a picture or over a limit.
package protocol PictureDecoder: Sendable {
    /// Makes renditions from one decode.
    /// - Parameters:
    ///   - original: the content.
    ///   - forms: what to make: a width, which `RenditionSize.rendition(step:)` turns into a size, or the preview, or a width
    ///     and the preview.
    ///   - cancellation: stops the work.
    ///   - whenSlow: called on the calling thread, once or more, when the picture takes long or will: others need not wait for
    ///     it.
    /// - Returns: the renditions in the same order, at least the first. A preview beside a full picture is left out where it
    ///   cannot be made.
    /// - Throws: `.cancelled`, `.unreadable` when the content is damaged, not a picture or over a limit, or `.transient`.
    func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition]
}

extension PictureDecoder {
    /// Makes one rendition.
    /// - Throws: as `renditions(of:as:cancellation:whenSlow:)`.
    package func rendition(
        of original: Original, as form: RenditionForm, cancellation: Cancellation, whenSlow: () -> Void = {}
    ) throws(LoadFailure) -> Rendition {
        try renditions(of: original, as: [form], cancellation: cancellation, whenSlow: whenSlow)[0]
    }
}
