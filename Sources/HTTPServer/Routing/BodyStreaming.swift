/// Bodies of one media type that a route uses while they arrive; its handler gets the others.
package struct BodyStreaming: Sendable {
    let mediaType: String
    let maxBytes: Int
    /// Called with the head, on the serving thread.
    let open: @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream

    package init(
        mediaType: String, maxBytes: Int,
        open: @escaping @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream
    ) {
        self.mediaType = mediaType
        self.maxBytes = maxBytes
        self.open = open
    }
}
