import CMicroHTTPD
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
