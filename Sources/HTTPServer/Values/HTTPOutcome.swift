/// The result of a handler: a response, or a promise of one.
package enum HTTPOutcome: Sendable {
    case respond(HTTPResponse)
    /// Runs the closure at once, on the server's thread; any thread may respond afterwards. The connection is suspended
    /// meanwhile and needs no thread. The request is no longer valid in the closure.
    case later(@Sendable (Responder) -> Void)
}

/// Responds to a request, or refuses it by throwing a problem. Runs on one of the server's threads, of which there is one
/// per core: a handler that would block returns `.later`.
package typealias HTTPHandler = @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome
