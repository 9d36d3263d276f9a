import CMicroHTTPD
import Hashing

/// Security headers of every response.
struct SecurityHeaders: Sendable {
    /// For data and pictures: opened as a document, nothing in it runs or loads, and no page can frame it.
    static let data: [(name: String, value: String)] = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// For the page that asks for the token: a form to this server, its own style, and its own script.
    static let form: [(name: String, value: String)] =
        [
            (
                "Content-Security-Policy",
                """
                default-src 'none'; style-src '\(source(FramedPage.style))'; script-src '\(source(SignInPage.script))'; \
                connect-src 'self'; form-action 'self'; \
                frame-ancestors 'none'; base-uri 'none'
                """
            ),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
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
            // Sends no referrer to other origins. With "no-referrer", Firefox and WebKit name no origin in what a page sends when it is left,
            // and it would be refused.
            ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            // Pages of guests ask for files by CORS, which this does not concern.
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }

    /// The hash by which the Content-Security-Policy allows an inline script.
    private static func source(_ text: String) -> String {
        "sha256-\(Base64.encode(SHA256.digest(of: Array(text.utf8))))"
    }

    static func add(_ headers: [(name: String, value: String)], to response: OpaquePointer) {
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
    }
}
