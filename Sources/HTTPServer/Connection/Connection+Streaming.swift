import CMicroHTTPD

/// Bodies that are used while they arrive.
extension Connection {
    /// The body's time starts again with this many bytes: it is as long as it is, but it has to arrive at 35 KB/s.
    private static let bytesPerDeadline = 1 << 20
    /// Maximum bytes of a refused body that are read before the response.
    private static let drainLimit = 64 << 20

    /// The head is right; the body follows.
    func open(_ streaming: BodyStreaming, _ head: RequestHead) -> MHD_Result {
        guard let route, shared.bodies.reserve(BodyStream.countedBytes) else {
            return refuse(Connection.overBudget.response, head)
        }
        do throws(ProblemDetails) {
            stream = try streaming.open(
                HTTPRequest(self, pattern: route.pattern, parameterNames: route.parameterNames, method: method))
            return .YES
        } catch {
            shared.bodies.release(BodyStream.countedBytes)
            return refuse(error.response, head)
        }
    }

    func receive(_ part: UnsafeRawBufferPointer, for stream: BodyStream) -> MHD_Result {
        let deadlines = streamedBytes / Connection.bytesPerDeadline
        streamedBytes += part.count
        if streamedBytes / Connection.bytesPerDeadline > deadlines { set(.body) }
        if streamedBytes > bodyLimit {
            refusal = tooLarge()
        } else if let problem = stream.append(part) {
            refusal = problem.response
        } else {
            stream.pauseWhenFull(ConnectionHandle(pointer: handle)) { register(.body(stream)) }
            return .YES
        }
        drainLimit = Connection.drainLimit
        return drop(part)
    }

    /// Ends the request. Events that still wait are dropped.
    func endStream() {
        guard let stream else { return }
        stream.refuse(Connection.stopping)
        shared.bodies.release(BodyStream.countedBytes)
        (self.stream, streamedBytes) = (nil, 0)
        sleeper.withLock { $0 = nil }
    }
}

extension Route {
    /// How bodies of a media type are streamed; `nil` for those that the handler gets.
    func bodyStreaming(for contentType: HeaderText?) -> BodyStreaming? {
        guard let streaming, contentType?.mediaType.equals(lowercase: streaming.mediaType.utf8) == true else {
            return nil
        }
        return streaming
    }

    func takes(_ contentType: HeaderText?) -> Bool {
        guard let type = contentType?.mediaType else { return false }
        return accepts.contains { type.equals(lowercase: $0.utf8) }
    }
}

extension HeaderText {
    /// Without its parameters.
    fileprivate var mediaType: HeaderText {
        var end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        return HeaderText(start: start, count: end)
    }
}
