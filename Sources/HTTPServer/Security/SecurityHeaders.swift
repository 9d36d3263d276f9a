import CMicroHTTPD

/// Security headers of every response.
struct SecurityHeaders: Sendable {
    /// For data and pictures: opened as a document, nothing in it runs or loads, and no page can frame it.
    static let data: [(name: String, value: String)] = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// For the page's own files.
    let page: [(name: String, value: String)]

    /// - Parameter guests: the origins whose pages may frame the page.
    init(guests: GuestOrigins) {
        page = [
            (
                "Content-Security-Policy",
                """
                default-src 'self'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self'; \
                frame-ancestors \(guests.frameAncestors); base-uri 'none'; form-action 'none'; object-src 'none'
                """
            ),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            // Pages of guests ask for files by CORS, which this does not concern.
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }

    static func add(_ headers: [(name: String, value: String)], to response: OpaquePointer) {
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
    }
}
