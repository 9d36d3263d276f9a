import LookaheadTesting
import Testing

@testable import Downloads

/// How long a download may take, and when its server asks to be asked again.
@Suite struct DownloadTimeTests {
    private func fetch(
        _ origin: LoopbackOrigin, _ change: (inout DownloadRequest) -> Void
    ) async throws -> Result<DownloadAnswer, DownloadError> {
        var request = DownloadRequest(try #require(WebAddress(origin.address)))
        change(&request)
        let (downloader, made) = (Downloader(anywhere), request)
        return await withCheckedContinuation { continuation in
            _ = downloader.start(made) { continuation.resume(returning: $0) }
        }
    }

    @Test func `a request may have less time than the downloader gives, and none is not without limit`() async throws {
        let origin = LoopbackOrigin { _, exchange in _ = exchange.waitUntilClosed() }
        for time in [Duration.milliseconds(50), .zero, .seconds(-3)] {
            #expect(try await fetch(origin) { $0.timeLimit = time }.failure == .timedOut, "\(time)")
        }
    }

    @Test func `a server that is silent for the request's patience is given up`() async throws {
        let silent = LoopbackOrigin { _, exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
            _ = exchange.waitUntilClosed()
        }
        #expect(try await fetch(silent) { $0.slownessLimit = .seconds(1) }.failure == .timedOut)
    }

    @Test func `when to come back is a number of seconds or a date`() async throws {
        for (value, expected) in [
            ("7", Duration.seconds(7)), ("0", .zero), ("Sat, 01 Jan 2000 00:00:00 GMT", .zero), ("soon", nil),
            ("-1", nil), ("99999999999999999", .seconds(31_536_000)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(31_536_000)),
        ] as [(String, Duration?)] {
            let origin = LoopbackOrigin { _, exchange in
                exchange.reply("503 Service Unavailable", ["Retry-After: \(value)"])
            }
            #expect(try await fetch(origin) { _ in }.get().retryAfter == expected, "\(value)")
        }
    }
}
