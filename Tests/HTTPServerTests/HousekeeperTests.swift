import Glibc
import LookaheadTesting
import Testing

@testable import HTTPServer

@Suite struct HousekeeperTests {
    @Test(arguments: 1...8) func `a wake socket reaches every thread, however descriptors are numbered`(threads: Int)
        throws
    {
        // Held while pairs are made: the next ones are numbered from an even or from an odd number on.
        for held in 0..<2 {
            let holders = (0..<held).map { _ in dup(0) }
            let (wakeSockets, others) = Workers.wakeSockets(threads: threads)
            #expect(Set(wakeSockets.map { Int($0) % threads }) == Set(0..<threads))
            #expect(wakeSockets.count == threads)
            for descriptor in wakeSockets + others + holders { close(descriptor) }
        }
    }

    @Test func `memory is given back while the process works and some time after, not while it waits`() {
        var trim = AllocatorTrim()
        /// The seconds at which it is due, while the process works for so many ms in each second.
        func due(_ seconds: Range<Int>, work: UInt64, spent: inout UInt64) -> [Int] {
            seconds.filter { second in
                spent += work
                return trim.isDue(processorTime: spent, at: UInt64(second) * 1000)
            }
        }
        var spent: UInt64 = 0
        #expect(due(1000..<1060, work: 1, spent: &spent).isEmpty)
        #expect(due(1060..<1100, work: 100, spent: &spent) == [1060, 1080])
        #expect(due(1100..<1500, work: 0, spent: &spent) == [1100, 1120, 1140, 1160, 1180, 1200])
    }

    /// One route for streams, which are handed to the test, and one for a word.
    private func withStreams(
        _ configure: (inout HTTPServer.Configuration) -> Void,
        _ body: (_ port: Int, _ registry: ConnectionRegistry, _ streams: Handover<EventStream>) throws -> Void
    ) throws {
        let streams = Handover<EventStream>()
        try withServer(
            configure,
            routes: { router in
                router.on(.get, "/") { _ in .respond(.text("here")) }
                router.on(.get, "/events") { _ in
                    let stream = EventStream()
                    streams.put(stream)
                    return .respond(.events(stream))
                }
            }
        ) { port, server in try body(port, #require(server.shared).connections, streams) }
    }

    private func open(_ port: Int) -> RawClient {
        let client = RawClient(port: port)
        client.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        #expect(client.receiveHead()?.hasPrefix("HTTP/1.1 200") == true)
        #expect(client.receiveChunk() == Array("retry: 1000\n\n".utf8))
        return client
    }

    private func isAsleep(_ registry: ConnectionRegistry) -> Bool {
        registry.state.withLock { $0.asleep.count == 1 && $0.open.isEmpty }
    }

    @Test func `a client that leaves after a long silence is noticed`() throws {
        try withStreams({ _ in }) { port, registry, streams in
            let client = open(port)
            let reasons = Handover<ByteStream.CloseReason>()
            streams.take().onClose { reasons.put($0) }
            #expect(eventually { isAsleep(registry) })
            client.finishSending()
            #expect(reasons.take() == .disconnected)
            #expect(eventually { registry.count == 0 })
        }
    }

    @Test func `a connection that has slept for long is looked at again when it wakes`() throws {
        try withStreams({ $0.idleTimeout = .seconds(2) }) { port, registry, streams in
            let client = open(port)
            let stream = streams.take()
            #expect(eventually { isAsleep(registry) })
            stream.close()
            #expect(client.receiveChunk() == [])
            #expect(client.ask("GET", "/", port: port)?.text == "here")
            #expect(client.isClosedByServer())
            #expect(eventually { registry.count == 0 })
        }
    }

    @Test func `a stream whose peer takes nothing is cut, after any silence`() throws {
        try withStreams({ $0.stallTimeout = .seconds(2) }) { port, registry, streams in
            let client = open(port)
            let stream = streams.take()
            let reasons = Handover<ByteStream.CloseReason>()
            stream.onClose { reasons.put($0) }
            // Nothing waits, and that was seen: from here on it is not asked for.
            #expect(eventually { isAsleep(registry) })
            // As much as both ends' kernels take, in parts that do not overflow the queue.
            while !stream.isClosed {
                while stream.bytes.queuedBytes < 128 * 1024,
                    stream.send(event: "e", data: [UInt8](repeating: 120, count: 16_384))
                {}
                usleep(10_000)
            }
            #expect(reasons.take() == .disconnected)
            #expect(client.isClosedByServer())
        }
    }
}
