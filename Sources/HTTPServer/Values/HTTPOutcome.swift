/// What a handler decides: the answer, or that it comes later.
package enum HTTPOutcome: Sendable {
    case respond(HTTPResponse)
    /// Runs the closure at once, on the server's thread; any thread may answer afterwards. The connection sleeps
    /// meanwhile and costs no thread. The request is gone by then: take what is needed of it before.
    case later(@Sendable (Responder) -> Void)
}

/// Answers a request, or refuses it by throwing a problem. Runs on one of the server's threads, of which there is one
/// per core: what would block answers `.later`.
package typealias HTTPHandler = @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome
