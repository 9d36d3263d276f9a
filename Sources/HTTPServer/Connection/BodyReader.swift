/// Keeps a body's bytes alive while they are sent.
final class KeptBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The source from which libmicrohttpd reads a body of unknown length, piece by piece. Used on the connection's thread only.
final class BodyReader {
    enum Source {
        case stream(ByteStream, Connection)
        case pulled(PulledBody, Connection)
        /// Returns the next piece; `nil` at the end.
        case producer(@Sendable () -> [UInt8]?)
    }

    private let source: Source
    private var chunk: [UInt8] = []
    /// The bytes of `chunk` that have been read.
    private var offset = 0

    init(_ source: Source) { self.source = source }

    deinit {
        switch source {
        case .stream(let stream, let connection):
            connection.sleeper.withLock { $0 = nil }
            stream.detach()
        case .pulled(let body, let connection):
            connection.sleeper.withLock { $0 = nil }
            body.detach()
        case .producer: break
        }
    }

    /// Returns the number of bytes copied to `buffer`: 0 when the connection was suspended; `endOfStream` or
    /// `endWithError` at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            if offset == chunk.count {
                switch next(sleeps: filled == 0) {
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
            // The next heartbeat is due an interval after the last bytes.
            if case .stream(_, let connection) = source { connection.set(.answering) }
        }
        if offset == chunk.count {
            chunk = []
            offset = 0
        }
        return filled
    }

    private func next(sleeps: Bool) -> ByteStream.Next {
        switch source {
        case .stream(let stream, _): stream.next(sleeps: sleeps)
        case .pulled(let body, _): body.next(sleeps: sleeps)
        case .producer(let next): next().map { ByteStream.Next.bytes($0) } ?? .end
        }
    }
}
