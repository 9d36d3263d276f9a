import CMicroHTTPD
import Glibc

/// Responses while the request is still arriving. The library takes none between a request's head and its end.
extension Connection {
    /// Sends the response past the library, and has it close the connection.
    func interrupt(_ response: HTTPResponse) -> MHD_Result {
        guard let made = assemble(response) else { return .NO }
        defer { MHD_destroy_response(made) }
        var message =
            "HTTP/1.1 \(response.status.code) \(response.status.phrase)\r\nDate: \(HTTPDate.text(time(nil)))\r\n"
        withUnsafeMutablePointer(to: &message) { _ = MHD_get_response_headers(made, appendHeader, $0) }
        let body = if case .bytes(let bytes) = response.body { bytes } else { [UInt8]() }
        message += "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        let bytes = Array(message.utf8) + (method == .head ? [] : body)
        // Nothing waits before it: the response to the request before was sent whole. What the kernel does not take at once is lost.
        let sent =
            tls?.send(bytes) ?? send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        if sent > 0 { hasReplied = true }
        return .NO
    }

    /// Whether the peer may be sending, so that closing the connection could lose the last response.
    var mayBeSending: Bool {
        guard hasReplied, !shared.isStopping else { return false }
        var unread: Int32 = 0
        return input.isWithinRequest || ioctl(descriptor, UInt(FIONREAD), &unread) == 0 && unread > 0
    }
}

/// `message` is a `String` on the caller's stack.
private func appendHeader(
    _ message: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let message, let name, let value else { return .NO }
    message.assumingMemoryBound(to: String.self).pointee += "\(String(cString: name)): \(String(cString: value))\r\n"
    return .YES
}
