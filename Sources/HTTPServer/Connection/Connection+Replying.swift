import CMicroHTTPD
import Glibc

/// Responses handed to libmicrohttpd.
extension Connection {
    func reply(_ response: HTTPResponse) -> MHD_Result {
        stage = .replied
        var response = response
        if response.mayCompress { compress(&response) }
        guard let made = make(response.body) else { return .NO }
        defer { MHD_destroy_response(made) }
        if let contentType = response.contentType { MHD_add_response_header(made, "Content-Type", contentType) }
        for header in response.headers { MHD_add_response_header(made, header.name, header.value) }
        SecurityHeaders.add(response.isPage ? SecurityHeaders.page : SecurityHeaders.data, to: made)
        if !shared.gate.guests.isEmpty { GuestOrigins.add(guest, to: made) }
        if shared.isStopping { MHD_add_response_header(made, "Connection", "close") }
        return MHD_queue_response(handle, UInt32(response.status.code), made)
    }

    private func make(_ body: HTTPResponse.Body) -> OpaquePointer? {
        switch body {
        case .empty: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes): return make(bytes)
        case .file(let file):
            let descriptor = file.take()
            guard descriptor >= 0 else { return nil }
            // Closes the descriptor with the response.
            guard let made = MHD_create_response_from_fd_at_offset64(file.length, descriptor, file.offset) else {
                close(descriptor)
                return nil
            }
            return made
        case .stream(let stream): return make(stream)
        case .producer(let next):
            let reader = Unmanaged.passRetained(ProducerReader(next))
            return MHD_create_response_from_callback(
                lookahead_size_unknown(), 16 * 1024, readProducer, reader.toOpaque(), releaseProducer)
        }
    }

    private func make(_ bytes: [UInt8]) -> OpaquePointer? {
        guard !bytes.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        let kept = Unmanaged.passRetained(KeptBytes(bytes))
        // The array's storage lies still as long as nobody writes to it, and `KeptBytes` never does.
        let start = kept.takeUnretainedValue().bytes.withUnsafeBytes { $0.baseAddress }
        return MHD_create_response_from_buffer_with_free_callback_cls(
            bytes.count, UnsafeMutableRawPointer(mutating: start), releaseBytes, kept.toOpaque())
    }

    private func make(_ stream: ByteStream) -> OpaquePointer? {
        guard stream.attach(ConnectionHandle(pointer: handle)) else { return nil }
        // When the server stops meanwhile, the stream ends at its first read.
        if !register(.stream(stream)) { stream.close(.shutdown) }
        // Unsent bytes wait in our queue, which has a limit, not in the kernel's, which hides a slow reader.
        var lowWater: Int32 = 16 * 1024
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &lowWater, socklen_t(MemoryLayout<Int32>.size))
        // A peer that vanished without a word is found by the next heartbeat that it does not acknowledge: one interval
        // until it is sent and one more until the kernel gives up.
        var patience = Int32(clamping: shared.configuration.heartbeatInterval.components.seconds * 1000)
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience, socklen_t(MemoryLayout<Int32>.size))
        let reader = Unmanaged.passRetained(StreamReader(stream, self))
        return MHD_create_response_from_callback(
            lookahead_size_unknown(), 1024, readStream, reader.toOpaque(), releaseStream)
    }

    private func compress(_ response: inout HTTPResponse) {
        response.headers.append(HTTPHeader("Vary", "Accept-Encoding"))
        guard case .bytes(let bytes) = response.body, bytes.count >= 1024, acceptsGzip,
            let packed = Gzip.compress(bytes, level: 1), packed.count < bytes.count
        else { return }
        response.body = .bytes(packed)
        response.headers.append(HTTPHeader("Content-Encoding", "gzip"))
    }

    private var acceptsGzip: Bool {
        guard let value = MHD_lookup_connection_value(handle, .HEADER_KIND, "Accept-Encoding") else { return false }
        return Gzip.isAccepted(String(cString: value))
    }
}

/// Keeps a body's bytes alive while they are sent.
final class KeptBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The stream of a response, the connection it goes out on, and what is left of the last chunk. Its connection's thread's
/// alone.
final class StreamReader {
    private let stream: ByteStream
    private let connection: Connection
    private var chunk: [UInt8] = []
    private var offset = 0

    init(_ stream: ByteStream, _ connection: Connection) {
        self.stream = stream
        self.connection = connection
    }

    deinit {
        connection.sleeper.withLock { $0 = nil }
        stream.detach()
    }

    /// The number of bytes moved to `buffer`: 0 when the connection was put to sleep; or one of the library's words for the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            if offset == chunk.count {
                switch stream.next(sleeps: filled == 0) {
                case .bytes(let bytes):
                    chunk = bytes
                    offset = 0
                    continue
                case .nothing: return filled
                case .end: return filled > 0 ? filled : endOfStream
                case .broken: return endWithError
                }
            }
            let count = min(chunk.count - offset, buffer.count - filled)
            chunk.withUnsafeBytes { chunk in
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk[offset..<(offset + count)]))
            }
            filled += count
            offset += count
            connection.set(.answering)
        }
        if offset == chunk.count { chunk = [] }
        if chunk.isEmpty { offset = 0 }
        return filled
    }
}

/// A producer and what is left of its last chunk.
final class ProducerReader {
    private let next: @Sendable () -> [UInt8]?
    private var chunk: [UInt8] = []
    private var offset = 0

    init(_ next: @escaping @Sendable () -> [UInt8]?) { self.next = next }

    /// The number of bytes moved to `buffer`; `nil` at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while offset == chunk.count {
            guard let more = next() else { return nil }
            chunk = more
            offset = 0
        }
        let count = min(chunk.count - offset, buffer.count)
        chunk.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)]))
        }
        offset += count
        return count
    }
}

/// What every answer tells the browser.
enum SecurityHeaders {
    /// For data and pictures: should one ever be shown as a document, nothing in it runs or loads, and no page frames it.
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
