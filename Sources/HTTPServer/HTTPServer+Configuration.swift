extension HTTPServer {
    package typealias Configuration = ServerConfiguration
    package typealias Statistics = ConnectionStatistics

    /// The route that exchanges the token in `Authorization` for a cookie.
    package static let sessionPath = SignInPage.sessionPath

    /// Whether the text is a path such as `/photos`, which a proxy may publish the server under.
    package static func isBasePath(_ text: String) -> Bool { BasePath.isPath(text) }

    /// Whether the text is an address of a machine, without a port.
    package static func isAddress(_ text: String) -> Bool { PeerAddress(text) != nil }

    /// Whether the text is an origin as browsers write it: `http://name`, `https://name:8443`, without a path.
    package static func isOrigin(_ text: String) -> Bool { GuestOrigins.isOrigin(text) }
}
