import CMicroHTTPD

/// Security headers of every response.
enum SecurityHeaders {
    /// For data and pictures: opened as a document, nothing in it runs or loads, and no page can frame it.
    static let data: [(name: StaticString, value: StaticString)] = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// For the page's own files.
    static let page: [(name: StaticString, value: StaticString)] = [
        (
            "Content-Security-Policy",
            """
            default-src 'self'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self'; \
            frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'
            """
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    static func add(_ headers: [(name: StaticString, value: StaticString)], to response: OpaquePointer) {
        for (name, value) in headers {
            MHD_add_response_header(
                response, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
                UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self))
        }
    }
}
