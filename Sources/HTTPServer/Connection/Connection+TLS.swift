import CGnuTLS
import CMicroHTTPD
import CReceiving
import Glibc

extension Connection {
    /// GnuTLS asks for encrypted bytes.
    func receiveEncrypted(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, nil, nil)
        if count > 0, !hasBegunSession {
            hasBegunSession = true
            // A session begins with 22, a request with a letter.
            if let first = buffer.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) { explainTLS() }
        }
        return count
    }

    /// Somebody opened the server's address with `http`. GnuTLS then finds no session, and the library closes the connection.
    private func explainTLS() {
        let text = "This server is reached by https. Open its address with https:// in front.\n"
        let message =
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n"
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n\(text)"
        // Unread bytes would make the kernel reset the connection.
        var dropped = 0
        while dropped < 65_536 {
            let count = recvfrom(descriptor, nil, 65_536, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT), nil, nil)
            guard count > 0 else { break }
            dropped += count
        }
        _ = send(descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
}

/// libmicrohttpd receives what was decrypted through this function, and not through GnuTLS's, as without TLS through `recv` (decisions
/// 0030 and 0044). A session that is not of a connection of ours is passed on.
@_cdecl("lookahead_receive_for_session")
public func receiveForSession(
    _ session: OpaquePointer?, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    // Another library may have a session without a descriptor: what it has in that place is no connection's number.
    if let session, let pointer = ConnectionTable.shared[gnutls_transport_get_int(session)] {
        let received = Unmanaged<Connection>.fromOpaque(pointer)._withUnsafeGuaranteedRef { connection -> Int? in
            guard connection.tls?.isSession(session) == true else { return nil }
            return connection.receive(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
        }
        if let received {
            guard received < 0 else { return received }
            return Int(errno == EAGAIN || errno == EINTR ? lookahead_tls_again : lookahead_tls_pull_error)
        }
    }
    guard let session, let receive = TLSSession.libraryReceive else { return Int(lookahead_tls_pull_error) }
    return receive(session, buffer, count)
}

extension ConnectionTable {
    /// Whether the function above is the one that libraries find, and GnuTLS's own can be called.
    static var isInPlaceForSessions: Bool {
        guard let program = dlopen(nil, RTLD_NOW), let found = dlsym(program, "gnutls_record_recv") else {
            return false
        }
        let own: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int) -> Int =
            lookahead_gnutls_record_recv
        return found == unsafeBitCast(own, to: UnsafeMutableRawPointer.self) && TLSSession.libraryReceive != nil
    }
}
