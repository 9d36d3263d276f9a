/// Who sent a request, as far as it can be told. Used for shares of limited places only: it grants and refuses nothing else.
package struct Client: Hashable, Sendable {
    /// Where its requests come from: the name of an address, or of a network.
    package var origin: String
    /// The browser or the program there; `nil` where all at one origin are one client.
    package var session: String?

    package init(origin: String, session: String? = nil) {
        self.origin = origin
        self.session = session
    }
}
