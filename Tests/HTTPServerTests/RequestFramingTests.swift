import SeededRandom
import Testing

@testable import HTTPServer

/// Where requests begin and end, without a socket. What is refused is in `MalformedRequestTests`.
@Suite struct RequestFramingTests {
    private static let requests = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n\r\n\0\r\n",
        "POST /c HTTP/1.1\r\nTransfer-Encoding: Chunked\r\nHost: a\r\n\r\nA\r\n0123456789\r\n00\r\n\r\n",
        "POST /d HTTP/1.1\r\nHost: a\r\nX:\t é \t\r\nContent-Length: 0\r\n\r\n",
    ]

    /// Gives the bytes in pieces, as they would come from a socket.
    private func examine(_ text: String, pieces: (Int) -> Int) -> (passed: Int, framing: RequestFraming) {
        var framing = RequestFraming()
        var (waiting, passed, next): ([UInt8], Int, Int) = ([], 0, 0)
        let bytes = Array(text.utf8)
        while next < bytes.count {
            let end = min(bytes.count, next + pieces(next))
            waiting += bytes[next..<end]
            next = end
            let count = waiting.withUnsafeBufferPointer { framing.examine($0) }
            waiting.removeFirst(count)
            passed += count
        }
        return (passed, framing)
    }

    @Test func `requests pass whole, in any pieces`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededRandom(seed: seed)
        let text = RequestFramingTests.requests.joined()
        for _ in 0..<200 {
            let most = Int.random(in: 1...60, using: &generator)
            let (passed, framing) = examine(text) { _ in Int.random(in: 1...most, using: &generator) }
            #expect(passed == text.utf8.count && framing.refusal == nil, "seed \(seed)")
            #expect(!framing.hasPartOfHead)
        }
    }

    @Test func `no byte of a head passes before its last one`() {
        let request = Array(RequestFramingTests.requests[0].utf8)
        for count in 1..<request.count {
            let (passed, framing) = examine(String(decoding: request[..<count], as: UTF8.self)) { _ in 1 }
            #expect(passed == 0 && framing.hasPartOfHead && framing.refusal == nil)
        }
    }

    @Test func `a refusal names the request, and nothing passes after it`() {
        for place in 0...RequestFramingTests.requests.count {
            var requests = RequestFramingTests.requests
            requests.insert("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", at: place)
            let (passed, framing) = examine(requests.joined()) { _ in 3 }
            #expect(framing.refusal?.request == place + 1)
            #expect(passed == requests[..<place].joined().utf8.count)
        }
    }

    @Test func `a broken body is the fault of its own request, and is ended for the library`() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        for (body, passes, replacement) in [
            ("2;x\r\nab\r\n", "", "0\r\n\r\n"), ("2\r\nabc\r\n", "2\r\nab", "\r\n0\r\n\r\n"),
            ("2\r\nab\r\n0\r\nA: b\r\n\r\n", "2\r\nab\r\n0\r\n", "\r\n"),
        ] {
            for size in [1, 100] {
                let (passed, framing) = examine(RequestFramingTests.requests[0] + head + body) { _ in size }
                #expect(framing.refusal?.request == 2)
                #expect(framing.refusal.map { "\($0.replacement)" } == replacement)
                #expect(passed == (RequestFramingTests.requests[0] + head + passes).utf8.count)
            }
        }
    }
}
