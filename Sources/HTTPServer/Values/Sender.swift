/// The sender of a request, as far as the server can tell. For shares among clients only: the gate decides on rights.
package struct Sender: Hashable, Sendable {
    /// Names the address, or the network of a household where addresses are many.
    package var network: String
    /// Names the browser by its cookie, and programs by the token; `nil` on a server without a token.
    package var session: String?
    /// Whether it is a program with the token.
    package var isProgram = false
}

/// The rights of a request's sender.
package enum Access: Sendable {
    case everything
    /// All routes but those that change something.
    case reading
}
