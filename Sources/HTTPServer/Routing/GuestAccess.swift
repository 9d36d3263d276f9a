/// The access of pages of other origins that are let in (`GuestOrigins`), on a server with a token, when they do not send it.
package enum GuestAccess: Sendable {
    /// Nothing.
    case never
    /// Everything, if they have a ticket: they asked for one with the token.
    case withTicket
    /// Everything: files that hold no data.
    case always
}

extension Route {
    /// Whether it serves a sender: `nil` is one that is known.
    func isOpen(to access: GuestAccess?) -> Bool {
        guard let access, guestAccess != .always else { return true }
        return access == .withTicket && guestAccess == .withTicket
    }
}
