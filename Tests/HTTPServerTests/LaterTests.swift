import Glibc
import Synchronization
import LookaheadTesting
import Testing

@testable import HTTPServer

@Suite struct LaterTests {
    @Test func `an answer may come from another thread, once`() throws {
        let waiting = Handover<Responder>()
        try withServer(routes: { router in
            router.on(.get, "/") { _ in .later { waiting.put($0) } }
        }) { port, _ in
            let client = RawClient(port: port)
            for round in 0..<20 {
                client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                let responder = waiting.take()
                #expect(responder.respond(.text("\(round)")))
                #expect(!responder.respond(.text("again")))
                #expect(client.receive()?.text == "\(round)")
            }
        }
    }

    @Test func `an answer given within the closure needs no sleep`() throws {
        try withServer(routes: { router in
            router.on(.get, "/") { _ in .later { $0.respond(.text("now")) } }
        }) { port, _ in
            let client = RawClient(port: port)
            for _ in 0..<20 { #expect(client.ask("GET", "/", port: port)?.text == "now") }
        }
    }

    @Test func `a responder that is let go answers 500`() throws {
        try withServer(routes: { router in router.on(.get, "/") { _ in .later { _ in } } }) { port, _ in
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 500)
        }
    }

    @Test func `stopping answers what waits and ends what streams`() throws {
        let waiting = Handover<Responder>()
        let reasons = Handover<ByteStream.CloseReason>()
        try withServer(routes: { router in
            router.on(.get, "/wait") { _ in .later { waiting.put($0) } }
            router.on(.get, "/events") { _ in
                let stream = EventStream()
                stream.onClose { reasons.put($0) }
                return .respond(.events(stream))
            }
        }) { port, server in
            let client = RawClient(port: port)
            client.send("GET /wait HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            let responder = waiting.take()
            let reader = RawClient(port: port)
            reader.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            #expect(reader.receiveHead()?.hasPrefix("HTTP/1.1 200") == true)
            #expect(reader.receiveChunk() == Array("retry: 1000\n\n".utf8))
            server.stop()
            #expect(client.receive()?.status == 503)
            #expect(!responder.respond(.text("too late")))
            #expect(reader.receiveChunk() == [])
            #expect(reasons.take() == .shutdown)
        }
    }

    @Test func `a client that goes away while it waits is noticed`() throws {
        let waiting = Handover<Responder>()
        let gone = Handover<Bool>()
        try withServer(routes: { router in
            router.on(.get, "/") { _ in .later { waiting.put($0) } }
        }) { port, _ in
            var client: RawClient? = RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            let responder = waiting.take()
            responder.onDisconnect { gone.put(true) }
            client = nil
            #expect(gone.take())
            responder.respond(.text("to nobody"))
        }
    }

    @Test func `many threads wake many connections`() throws {
        let parked = Mutex<[Responder]>([])
        let full = Handover<Bool>()
        let count = 200
        try withServer(routes: { router in
            router.on(.get, "/") { _ in
                .later { responder in
                    let isLast = parked.withLock { parked in
                        parked.append(responder)
                        return parked.count == count
                    }
                    if isLast { full.put(true) }
                }
            }
        }) { port, _ in
            let clients = (0..<count).map { _ in RawClient(port: port) }
            for round in 0..<5 {
                for client in clients { client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n") }
                _ = full.take()
                let responders = parked.withLock { parked in
                    defer { parked = [] }
                    return parked
                }
                let threads = (0..<4).map { part in
                    startThread {
                        for index in stride(from: part, to: count, by: 4) {
                            responders[index].respond(.text("\(round)"))
                        }
                    }
                }
                for client in clients { #expect(client.receive()?.text == "\(round)") }
                for thread in threads { pthread_join(thread, nil) }
            }
        }
    }
}

private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
    return nil
}

private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    pthread_create(&thread, nil, runWork, Unmanaged.passRetained(Work(body)).toOpaque())
    return thread
}
