import Synchronization
import LookaheadTesting
import Testing

@testable import HTTPServer

@Suite struct EventStreamTests {
    /// One route, `/`, whose streams are handed to the test.
    private func withStreams(
        limits: ByteStream.Limits = ByteStream.Limits(), heartbeat: Duration = .seconds(15),
        _ body: (_ port: Int, _ streams: Handover<EventStream>) throws -> Void
    ) throws {
        let streams = Handover<EventStream>()
        try withServer(
            { $0.heartbeatInterval = heartbeat },
            routes: { router in
                router.on(.get, "/") { _ in
                    let stream = EventStream(limits: limits)
                    streams.put(stream)
                    return .respond(.events(stream))
                }
            }
        ) { port, _ in try body(port, streams) }
    }

    private func open(_ port: Int) -> RawClient {
        let client = RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        return client
    }

    /// Reads chunks until `count` bytes are here.
    private func read(_ client: RawClient, _ count: Int) -> String {
        var bytes: [UInt8] = []
        while bytes.count < count, let chunk = client.receiveChunk(), !chunk.isEmpty { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `events arrive in order, each as it is sent`() throws {
        try withStreams { port, streams in
            let client = open(port)
            let stream = streams.take()
            let head = try #require(client.receiveHead())
            #expect(head.contains("Content-Type: text/event-stream\r\n"))
            #expect(head.contains("X-Accel-Buffering: no\r\n"))
            #expect(read(client, 13) == "retry: 1000\n\n")
            for number in 0..<200 {
                let expected = "id: \(number)\nevent: cells\ndata: {\"n\":\(number)}\n\n"
                #expect(
                    stream.send(event: "cells", id: UInt64(number), data: Array("{\"n\":\(number)}".utf8)))
                #expect(read(client, expected.utf8.count) == expected)
            }
            stream.close()
            #expect(client.receiveChunk() == [])
            #expect(!stream.send(event: "late", data: []))
        }
    }

    @Test func `an event may be made when the client is ready for it`() throws {
        let made = Mutex(0)
        try withStreams { port, streams in
            let client = open(port)
            let stream = streams.take()
            _ = client.receiveHead()
            #expect(read(client, 13) == "retry: 1000\n\n")
            for number in 0..<100 {
                #expect(
                    stream.send(weight: 20) {
                        made.withLock { $0 += 1 }
                        return EventStream.frame(event: "e", data: Array("\(number)".utf8))
                    })
            }
            let expected = (0..<100).map { "event: e\ndata: \($0)\n\n" }.joined()
            #expect(read(client, expected.utf8.count) == expected)
            #expect(made.withLock { $0 } == 100)
        }
    }

    @Test func `line breaks in data stay data`() {
        let frame = EventStream.frame(event: "e", data: Array("a\r\nb\nc".utf8))
        #expect(String(decoding: frame, as: UTF8.self) == "event: e\ndata: a\ndata: b\ndata: c\n\n")
    }

    @Test func `many senders lose and tear nothing`() throws {
        var limits = ByteStream.Limits()
        limits.chunks = 100_000
        limits.bytes = 100_000_000
        try withStreams(limits: limits) { port, streams in
            let client = open(port)
            let stream = streams.take()
            _ = client.receiveHead()
            #expect(read(client, 13) == "retry: 1000\n\n")
            let events = (0..<5000).map { number in
                EventStream.frame(event: "e", id: UInt64(number), data: Array(repeating: 120, count: number % 300))
            }
            for event in events { #expect(stream.send(frame: event)) }
            let expected = String(decoding: events.joined(), as: UTF8.self)
            #expect(read(client, expected.utf8.count) == expected)
        }
    }

    @Test func `a client that does not read is cut off, and its queue let go`() throws {
        try withStreams { port, streams in
            let client = open(port)
            let stream = streams.take()
            let reasons = Handover<ByteStream.CloseReason>()
            stream.onClose { reasons.put($0) }
            _ = client.receiveHead()
            let event = [UInt8](repeating: 120, count: 10_000)
            var sent = 0
            while stream.send(event: "e", data: event) { sent += 1 }
            #expect(reasons.take() == .overflow)
            #expect(stream.bytes.queuedBytes == 0)
            // Everything before the overflow that the kernel did not take was dropped; what came is whole up to there.
            #expect(sent >= 25)
        }
    }

    @Test func `a client that leaves is noticed without a word being sent`() throws {
        try withStreams { port, streams in
            var client: RawClient? = open(port)
            let stream = streams.take()
            _ = client?.receiveHead()
            let reasons = Handover<ByteStream.CloseReason>()
            stream.onClose { reasons.put($0) }
            client = nil
            #expect(reasons.take() == .disconnected)
        }
    }

    @Test func `a silent stream is kept open by comments`() throws {
        try withStreams(heartbeat: .seconds(1)) { port, streams in
            let client = open(port)
            let stream = streams.take()
            _ = client.receiveHead()
            #expect(read(client, 13) == "retry: 1000\n\n")
            #expect(read(client, 8) == ": \n\n: \n\n")
            stream.close()
        }
    }

    @Test func `after a stream the connection serves on`() throws {
        try withStreams { port, streams in
            let client = open(port)
            for number in 0..<10 {
                if number > 0 { client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n") }
                let stream = streams.take()
                let head = try #require(client.receiveHead())
                #expect(head.hasPrefix("HTTP/1.1 200 "))
                #expect(read(client, 13) == "retry: 1000\n\n")
                stream.close()
                #expect(client.receiveChunk() == [])
            }
        }
    }
}
