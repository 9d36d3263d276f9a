import CMicroHTTPD
import Glibc

/// Sending responses through libmicrohttpd.
extension Connection {
    func reply(_ response: HTTPResponse) -> MHD_Result {
        stage = .replied
        hasReplied = true
        var response = response
        report(&response)
        if response.mayCompress { compress(&response) }
        let file: (body: FileBody, descriptor: Int32)? =
            if case .file(let body) = response.body { (body, body.openDescriptor) } else { nil }
        guard let made = assemble(response) else { return .NO }
        if shared.isStopping { MHD_add_response_header(made, "Connection", "close") }
        let outcome = MHD_queue_response(handle, UInt32(response.status.code), made)
        if outcome == .YES, let file {
            sentFile.withLock { $0 = SentFile(file.body, descriptor: file.descriptor, response: made) }
        } else {
            MHD_destroy_response(made)
        }
        return outcome
    }

    /// The library's object for a response, with all headers but those of the connection.
    func assemble(_ response: HTTPResponse) -> OpaquePointer? {
        guard let made = make(response.body) else { return nil }
        if let contentType = response.contentType { MHD_add_response_header(made, "Content-Type", contentType) }
        for header in response.headers {
            // Once its page is let in, a browser must not find what it kept before, which does not say so.
            let isKept = isStranger && header.name == "Cache-Control"
            let value = isKept ? "no-store" : BasePath.value(of: header, below: shared.configuration.basePath)
            MHD_add_response_header(made, header.name, value)
        }
        let page = response.isPage ? shared.gate.headers.page : SecurityHeaders.data
        SecurityHeaders.add(response.isForm ? SecurityHeaders.form : page, to: made)
        if !response.isPage, let version = shared.configuration.version {
            MHD_add_response_header(made, "Lookahead-Version", version)
        }
        if !shared.gate.guests.isEmpty { GuestOrigins.add(guest, to: made) }
        return made
    }

    private func make(_ body: HTTPResponse.Body) -> OpaquePointer? {
        switch body {
        case .empty: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes): return make(bytes)
        case .file(let file):
            let descriptor = file.release()
            guard descriptor >= 0 else { return nil }
            // Closes the descriptor with the response.
            guard let made = MHD_create_response_from_fd_at_offset64(file.length, descriptor, file.offset) else {
                close(descriptor)
                return nil
            }
            return made
        case .stream(let stream): return make(stream)
        case .source(let source, let length): return make(source, length: length)
        case .producer(let next):
            return make(BodyReader(.producer(next)), blockBytes: 16 * 1024)
        }
    }

    private func make(_ source: any BodySource, length: UInt64?) -> OpaquePointer? {
        let body = PulledBody(source)
        guard body.attach(ConnectionHandle(pointer: handle)) else { return nil }
        if !register(.pulled(body)) { body.close() }
        return make(BodyReader(.pulled(body, self)), blockBytes: 128 * 1024, length: length ?? lookahead_size_unknown())
    }

    private func make(_ bytes: [UInt8]) -> OpaquePointer? {
        guard !bytes.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        let kept = Unmanaged.passRetained(KeptBytes(bytes))
        // The array's storage does not move until it is written to, which `KeptBytes` never does.
        let start = kept.takeUnretainedValue().bytes.withUnsafeBytes { $0.baseAddress }
        return MHD_create_response_from_buffer_with_free_callback_cls(
            bytes.count, UnsafeMutableRawPointer(mutating: start), releaseBytes, kept.toOpaque())
    }

    private func make(_ stream: ByteStream) -> OpaquePointer? {
        guard stream.attach(ConnectionHandle(pointer: handle)) else { return nil }
        // If the server is stopping, the stream ends at its first read.
        if !register(.stream(stream)) { stream.close(.shutdown) }
        // Unsent bytes wait in the stream's queue, which has a limit, not in the kernel's, which hides a slow reader.
        var lowWater: Int32 = 16 * 1024
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &lowWater, socklen_t(MemoryLayout<Int32>.size))
        // A peer that disappeared is found when it does not acknowledge a heartbeat: one interval until that is sent, and
        // one more until the kernel closes the connection.
        var patience = Int32(clamping: shared.configuration.heartbeatInterval.components.seconds * 1000)
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience, socklen_t(MemoryLayout<Int32>.size))
        return make(BodyReader(.stream(stream, self)), blockBytes: 1024)
    }

    private func make(
        _ reader: BodyReader, blockBytes: Int, length: UInt64 = lookahead_size_unknown()
    ) -> OpaquePointer? {
        MHD_create_response_from_callback(
            length, blockBytes, readBody, Unmanaged.passRetained(reader).toOpaque(), releaseReader)
    }

    private func compress(_ response: inout HTTPResponse) {
        response.headers.append(HTTPHeader("Vary", "Accept-Encoding"))
        guard acceptsGzip else { return }
        switch response.body {
        case .bytes(let bytes) where bytes.count >= 1024:
            guard let packed = Gzip.compress(bytes, level: 1), packed.count < bytes.count else { return }
            response.body = .bytes(packed)
        case .producer(let next):
            guard let stream = GzipStream(level: 1, next) else { return }
            response.body = .producer { stream.produce() }
        default: return
        }
        response.headers.append(HTTPHeader("Content-Encoding", "gzip"))
    }

    private var acceptsGzip: Bool {
        guard let value = MHD_lookup_connection_value(handle, .HEADER_KIND, "Accept-Encoding") else { return false }
        return Gzip.isAccepted(String(cString: value))
    }
}

extension Connection {
    /// Gives the response an identifier and reports it, where somebody wants to know.
    func report(_ response: inout HTTPResponse) {
        guard let log = shared.configuration.responseLog, log.wants(response.status) else { return }
        let id = LoggedResponse.checked(header(LoggedResponse.header)) ?? LoggedResponse.newID()
        response.headers.append(HTTPHeader(LoggedResponse.header, id))
        var problem: [UInt8]?
        if response.contentType == "application/problem+json", case .bytes(let bytes) = response.body {
            problem = bytes
        }
        log.write(
            LoggedResponse(
                id: id, method: method, pattern: route?.pattern, status: response.status, problem: problem))
    }
}

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
        // The response to the previous request was sent whole, so nothing waits before it. Bytes that the kernel does not take at once are lost.
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
