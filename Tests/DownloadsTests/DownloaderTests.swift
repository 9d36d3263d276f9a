import Glibc
import LookaheadTesting
import Synchronization
import Testing

@testable import Downloads

@Suite struct DownloaderTests {
    @Test func `a body comes whole, with what the server said of it`() async throws {
        let origin = LoopbackOrigin { _, exchange in
            exchange.reply("200 OK", ["Content-Type: image/png", "ETag: \"7\""], [1, 2, 3])
        }
        let answer = try await Downloader(anywhere).fetch(origin.address + "/a.png").get()
        #expect(answer.status == 200)
        #expect(answer.body == [1, 2, 3])
        #expect(answer.contentType == "image/png")
        #expect(answer.validator == Validator(entityTag: "\"7\""))
    }

    @Test func `a status is an answer`() async throws {
        let origin = LoopbackOrigin { _, exchange in exchange.reply("404 Not Found") }
        #expect(try await Downloader(anywhere).fetch(origin.address).get().status == 404)
    }

    @Test func `a cancelled download has its connection closed while the server still sends`() async throws {
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let (closed, hasClosed) = AsyncStream.makeStream(of: Bool.self)
        let origin = LoopbackOrigin { _, exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nthe beginning")
            hasBegun.yield()
            hasClosed.yield(exchange.waitUntilClosed())
        }
        let downloader = Downloader(anywhere)
        let (results, ended) = AsyncStream.makeStream(of: Result<DownloadAnswer, DownloadError>.self)
        let download = downloader.start(DownloadRequest(try #require(WebAddress(origin.address)))) { ended.yield($0) }
        _ = await begun.first
        download.cancel()
        #expect(await closed.first == true)
        #expect(await results.first?.failure == .cancelled)
        download.cancel()
    }

    @Test func `closing the downloader cancels what runs, and what comes later`() async throws {
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let origin = LoopbackOrigin { _, exchange in
            hasBegun.yield()
            _ = exchange.waitUntilClosed()
        }
        let downloader = Downloader(anywhere)
        async let result = downloader.fetch(origin.address)
        _ = await begun.first
        downloader.close()
        #expect(await result.failure == .cancelled)
        #expect(await downloader.fetch(origin.address).failure == .cancelled)
    }

    @Test func `a peer that hangs up while something is sent to it ends no program, whatever that does about signals`()
        async throws
    {
        let origin = LoopbackOrigin { _, exchange in exchange.reply() }
        let downloader = Downloader(anywhere)
        let (masks, told) = AsyncStream.makeStream(of: Bool.self)
        _ = downloader.start(DownloadRequest(try #require(WebAddress(origin.address)))) { _ in
            // On the thread that writes.
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            told.yield(sigismember(&mask, SIGPIPE) == 1)
        }
        let isBlocked = await masks.first
        #expect(isBlocked == true)
    }

    @Test func `connections that ended well are used again`() async throws {
        let origin = LoopbackOrigin { _, exchange in exchange.reply() }
        let downloader = Downloader(anywhere)
        for _ in 0..<5 { _ = try await downloader.fetch(origin.address).get() }
        #expect(origin.connections == 1)
        #expect(origin.requests.count == 5)
    }

    @Test(arguments: [true, false])
    func `more bytes than the limit are not taken, announced or not`(isAnnounced: Bool) async {
        let origin = LoopbackOrigin { _, exchange in
            let length = isAnnounced ? "Content-Length: 2000000\r\n" : ""
            exchange.send("HTTP/1.1 200 OK\r\n\(length)Connection: close\r\n\r\n")
            while exchange.send([UInt8](repeating: 0, count: 4096)) {}
        }
        var configuration = anywhere
        configuration.sizeLimitBytes = 10_000
        let result = await Downloader(configuration).fetch(origin.address)
        #expect(result.failure == .tooLarge(limitBytes: 10_000))
    }

    @Test func `a server that does not answer is given up`() async {
        let origin = LoopbackOrigin { _, exchange in _ = exchange.waitUntilClosed() }
        var configuration = anywhere
        configuration.timeLimit = .milliseconds(50)
        #expect(await Downloader(configuration).fetch(origin.address).failure == .timedOut)
    }

    @Test func `a body that is cut off is no body`() async {
        let origin = LoopbackOrigin { _, exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            exchange.cut()
        }
        guard case .brokenOff? = await Downloader(anywhere).fetch(origin.address).failure else {
            Issue.record("a part was taken for the whole")
            return
        }
    }

    @Test func `nobody at the port is told as such`() async {
        let origin = LoopbackOrigin { _, _ in }
        origin.stop()
        let result = await Downloader(anywhere).fetch("http://127.0.0.1:1/")
        guard case .unreachable? = result.failure else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func `a server that answers no HTTP is refused`() async {
        let origin = LoopbackOrigin { _, exchange in
            exchange.send("SSH-2.0-OpenSSH_9.2\r\n")
            exchange.cut()
        }
        guard case .refused? = await Downloader(anywhere).fetch(origin.address).failure else {
            Issue.record("taken for an answer")
            return
        }
    }

    @Test func `an unchanged content is answered without its bytes`() async throws {
        let origin = LoopbackOrigin { request, exchange in
            let isSame = request.headers["if-none-match"] == "\"7\""
            exchange.reply(isSame ? "304 Not Modified" : "200 OK", ["ETag: \"7\""], isSame ? [] : [1])
        }
        let downloader = Downloader(anywhere)
        let first = try await downloader.fetch(origin.address).get()
        let second = try await downloader.fetch(origin.address, first.validator).get()
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
    }

    @Test func `a question ends at the first byte of a body that is not wanted`() async throws {
        let (closed, hasClosed) = AsyncStream.makeStream(of: Bool.self)
        let origin = LoopbackOrigin { _, exchange in
            exchange.send("HTTP/1.1 200 OK\r\nETag: \"8\"\r\nContent-Length: 1000000\r\n\r\nx")
            hasClosed.yield(exchange.waitUntilClosed())
        }
        let answer = try await Downloader(anywhere).fetch(origin.address, wantsBody: false).get()
        #expect(answer.validator.entityTag == "\"8\"")
        #expect(await closed.first == true)
    }

    @Test func `a validator cannot smuggle in a header`() async throws {
        let origin = LoopbackOrigin { _, exchange in exchange.reply() }
        _ = await Downloader(anywhere).fetch(origin.address, Validator(entityTag: "\"a\"\r\nX-Evil: 1"))
        #expect(origin.requests.first?.headers["x-evil"] == nil)
        #expect(origin.requests.first?.headers["if-none-match"] == nil)
    }
}
