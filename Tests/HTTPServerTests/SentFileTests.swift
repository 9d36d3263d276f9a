import Glibc
import LookaheadTesting
import Testing

@testable import HTTPServer

/// Files that change while they are sent.
@Suite struct SentFileTests {
    private final class Place: Sendable {}

    @Test func `a file that becomes shorter while it is sent ends its download within seconds`() throws {
        let folder = TemporaryFolder()
        folder.add("large", sizeBytes: 48 << 20)
        try withServer(routes: { router in
            router.on(.get, "/large") { request in
                let descriptor = open(folder.file("large"), O_RDONLY | O_CLOEXEC)
                defer { close(descriptor) }
                guard let delivery = FileDelivery(copying: descriptor) else { return .respond(.text("no file")) }
                return .respond(
                    delivery.response(to: FileDelivery.Wanted(request), contentType: "image/jpeg", headers: []))
            }
        }) { port, server in
            let client = RawClient(port: port)
            #expect(client.send("GET /large HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"))
            _ = try #require(client.receiveHead())
            truncate(folder.file("large"), 1000)
            #expect(client.isClosedByServer() && client.unread.count < 48 << 20)
            let others = RawClient(port: port)
            #expect(others.ask("GET", "/large", port: port)?.status == 200)
        }
    }

    @Test func `a place is held until its file has been sent, or its client is gone`() throws {
        let folder = TemporaryFolder()
        folder.add("large", sizeBytes: 32 << 20)
        let places = Handover<Weak>()
        try withServer(routes: { router in
            router.on(.get, "/large") { request in
                let descriptor = open(folder.file("large"), O_RDONLY | O_CLOEXEC)
                defer { close(descriptor) }
                let place = Place()
                places.put(Weak(place))
                guard let delivery = FileDelivery(copying: descriptor, place: place) else {
                    return .respond(.text("no file"))
                }
                return .respond(
                    delivery.response(to: FileDelivery.Wanted(request), contentType: "image/jpeg", headers: []))
            }
        }) { port, _ in
            var client: RawClient? = RawClient(port: port)
            client?.send("GET /large HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            _ = try #require(client?.receiveHead())
            let place = places.take()
            #expect(place.isHeld)
            client = nil
            #expect(eventually { !place.isHeld })
        }
    }

    /// Unchecked: set once.
    private final class Weak: @unchecked Sendable {
        private weak var place: Place?

        init(_ place: Place) { self.place = place }

        var isHeld: Bool { place != nil }
    }
}
