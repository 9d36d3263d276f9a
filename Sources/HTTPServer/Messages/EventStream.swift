/// Server-sent events (HTML Living Standard, 9.2) on a `ByteStream`.
package final class EventStream: Sendable {
    package let bytes: ByteStream

    /// The first line sets the browser's delay before it reconnects, and makes the headers be sent at once.
    package init(limits: ByteStream.Limits = ByteStream.Limits(), retry: Duration = .seconds(1)) {
        bytes = ByteStream(limits: limits)
        bytes.send(Array("retry: \(retry.components.seconds * 1000)\n\n".utf8))
    }

    /// One event. `false` when the stream is closed or overflowed; then the client asks again with its
    /// `Last-Event-ID`.
    @discardableResult
    package func send(event: String, id: UInt64? = nil, data: [UInt8]) -> Bool {
        bytes.send(EventStream.frame(event: event, id: id, data: data))
    }

    /// An event made once for many streams.
    @discardableResult
    package func send(frame: [UInt8]) -> Bool { bytes.send(frame) }

    /// Queues an event that `make` encodes when the client is ready for it, on the serving thread. May be called under any
    /// lock that `make` takes. `weight` is its estimated size in bytes.
    @discardableResult
    package func send(weight: Int, frame make: @escaping @Sendable () -> [UInt8]) -> Bool {
        bytes.send(weight: weight, make)
    }

    @discardableResult
    package func comment(_ text: String = "") -> Bool { bytes.send(Array(": \(text)\n\n".utf8)) }

    package func close() { bytes.close() }

    package var isClosed: Bool { bytes.isClosed }

    package func onClose(_ handler: @escaping @Sendable (ByteStream.CloseReason) -> Void) { bytes.onClose(handler) }

    /// An event as it goes over the wire. Line breaks in `data` become several data lines, which the browser joins.
    package static func frame(event: String, id: UInt64? = nil, data: [UInt8]) -> [UInt8] {
        frame(event: event, named: id.map { String($0) }, data: data)
    }

    /// The same with an identifier that is more than a number; it must be of one line.
    package static func frame(event: String, named id: String?, data: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(data.count + event.utf8.count + 48)
        if let id {
            frame.append(contentsOf: "id: ".utf8)
            frame.append(contentsOf: id.utf8)
            frame.append(UInt8(ascii: "\n"))
        }
        frame.append(contentsOf: "event: ".utf8)
        frame.append(contentsOf: event.utf8)
        frame.append(contentsOf: "\ndata: ".utf8)
        if data.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            for byte in data where byte != UInt8(ascii: "\r") {
                frame.append(byte)
                if byte == UInt8(ascii: "\n") { frame.append(contentsOf: "data: ".utf8) }
            }
        } else {
            frame.append(contentsOf: data)
        }
        frame.append(contentsOf: "\n\n".utf8)
        return frame
    }
}

extension HTTPResponse {
    /// Opens an event stream. Proxies are asked not to buffer it.
    package static func events(_ stream: EventStream) -> HTTPResponse {
        HTTPResponse(
            .ok, contentType: "text/event-stream",
            headers: [HTTPHeader("Cache-Control", "no-store"), HTTPHeader("X-Accel-Buffering", "no")],
            body: .stream(stream.bytes))
    }
}
