import CGnuTLS
import CMicroHTTPD
import Glibc

/// The TLS session of one connection, which libmicrohttpd owns: it makes the handshake, encrypts responses and ends the session.
///
/// Unchecked: used on the connection's thread only.
struct TLSSession: @unchecked Sendable {
    private let session: gnutls_session_t
    /// The certificate and key that the session uses. GnuTLS keeps only their address.
    private let identity: TLSIdentity

    /// TLS 1.2 and 1.3, with forward secrecy and authenticated encryption: what browsers since 2014 speak.
    static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:"
        + "-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD:%SERVER_PRECEDENCE"

    /// `nil` for a connection without TLS.
    init?(of connection: OpaquePointer, identity: TLSIdentity?) {
        guard let identity, let pointer = lookahead_connection_session(connection) else { return nil }
        session = OpaquePointer(pointer)
        self.identity = identity
        // A session that has no credentials fails at its handshake.
        _ = identity.serve(session)
    }

    func isSession(_ other: gnutls_session_t?) -> Bool { session == other }

    /// Decrypted bytes, as from `recv`: a count, 0 at the end, or −1 with `errno`.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let receive = TLSSession.libraryReceive else { return -1 }
        let count = receive(session, buffer.baseAddress, buffer.count)
        guard count < 0 else { return count }
        let isEmpty = count == lookahead_tls_again || count == lookahead_tls_interrupted
        errno = isEmpty ? EAGAIN : ECONNRESET
        return -1
    }

    /// Sends as many bytes as the kernel takes at once. A count, or an error of GnuTLS.
    func send(_ bytes: [UInt8]) -> Int { gnutls_record_send(session, bytes, bytes.count) }

    /// The library's own function; `nil` when it has none.
    static let libraryReceive = lookahead_library_record_recv()
}
