import Downloads
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import ItemSources

@Suite struct URLListSourceTests {
    /// A source over an origin's paths, listed once.
    private func source(
        _ origin: LoopbackOrigin, _ paths: [String] = ["/1"], validators: ContentValidators = ContentValidators(),
        addresses: AddressRule = .any
    ) throws -> (source: URLListSource, ids: [String]) {
        var configuration = Downloader.Configuration()
        configuration.addresses = addresses
        // Where all tests run at once, one may wait a minute for its turn.
        configuration.timeLimit = .seconds(300)
        configuration.slownessLimit = .seconds(300)
        let text = paths.map { origin.address + $0 }.joined(separator: "\n")
        let source = URLListSource(
            id: "urls", title: "Web", downloader: Downloader(configuration: configuration), validators: validators
        ) { (cancellation) throws(SourceError) in
            try URLListFile(Array(text.utf8), title: "Web", cancellation: cancellation)
        }
        return (source, try revisions(source).map(\.id))
    }

    @discardableResult
    private func revisions(_ source: URLListSource) throws -> [SourceListing.Entry] {
        try source.list(cancellation: Cancellation(), progress: { _ in }).sections.flatMap(\.items)
    }

    private func failure(_ source: URLListSource, _ id: String) -> LoadFailure? {
        do throws(LoadFailure) {
            _ = try source.original(of: id, cancellation: Cancellation())
            return nil
        } catch { return error }
    }

    @Test func `an original is what the server sends`() throws {
        let origin = LoopbackOrigin { _, exchange in exchange.reply("200 OK", [], [1, 2, 3]) }
        let (source, ids) = try source(origin)
        guard case .encoded([1, 2, 3]) = try source.original(of: ids[0], cancellation: Cancellation()) else {
            Issue.record("other bytes")
            return
        }
        #expect(source.item(ids[0])?.title == "1")
        #expect(failure(source, "unknown") == .missing)
    }

    @Test func `a load that is called off closes its connection`() async throws {
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let (closed, hasClosed) = AsyncStream.makeStream(of: Bool.self)
        let origin = LoopbackOrigin { _, exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nsome")
            hasBegun.yield()
            hasClosed.yield(exchange.waitUntilClosed())
        }
        let (source, ids) = try source(origin)
        let cancellation = Cancellation()
        async let load = blocking { () -> LoadFailure? in
            do throws(LoadFailure) {
                _ = try source.original(of: ids[0], cancellation: cancellation)
                return nil
            } catch { return error }
        }
        for await _ in begun { break }
        cancellation.cancel()
        #expect(await load == .cancelled)
        for await isClosed in closed {
            #expect(isClosed)
            break
        }
    }

    @Test func `what may work later is told apart from what will not`() throws {
        let origin = LoopbackOrigin { request, exchange in exchange.reply("\(request.path.dropFirst()) So") }
        let (source, ids) = try source(origin, ["/404", "/410", "/503", "/429", "/403", "/418", "/204", "/200"])
        let isTransient = ids.map { id in
            if case .transient? = failure(source, id) { true } else { false }
        }
        #expect(isTransient == [false, false, true, true, false, false, false, false])
        #expect(failure(source, ids[0]) == .missing)
        #expect(failure(source, ids[1]) == .missing)
        #expect(ids.allSatisfy { failure(source, $0) != nil })
    }

    @Test func `private addresses are refused in words that help`() throws {
        let origin = LoopbackOrigin { _, exchange in exchange.reply() }
        let (source, ids) = try source(origin, addresses: .publicOnly)
        #expect(
            failure(source, ids[0])
                == .unavailable(.addressPrivate("127.0.0.1")))
        #expect(origin.connections == 0)
    }

    @Test func `a refresh asks for what was downloaded, and only what has changed gets another revision`() throws {
        let tags = Mutex(["/1": "\"a\"", "/2": "\"b\"", "/3": "\"c\""])
        let origin = LoopbackOrigin { request, exchange in
            let tag = tags.withLock { $0[request.path]! }
            let isSame = request.headers["if-none-match"] == tag
            exchange.reply(isSame ? "304 Not Modified" : "200 OK", ["ETag: \(tag)"], isSame ? [] : [9])
        }
        let (source, ids) = try source(origin, ["/1", "/2", "/3"])
        let first = try revisions(source)
        for id in ids.prefix(2) { _ = try source.original(of: id, cancellation: Cancellation()) }
        #expect(origin.requests.count == 2, "the start and a first refresh ask for nothing that was not downloaded")
        tags.withLock { $0["/2"] = "\"b2\"" }

        let second = try revisions(source)
        #expect(second[0] == first[0])
        #expect(second[1].id == first[1].id && second[1].revision != first[1].revision)
        #expect(second[2] == first[2])
        #expect(source.item(ids[1])?.revision == second[1].revision)
        #expect(origin.requests.map(\.path).filter { $0 == "/3" }.isEmpty)
        #expect(try revisions(source) == second, "once is enough")
    }

    @Test func `a server that heeds no condition but tags alike has not changed`() throws {
        let origin = LoopbackOrigin { _, exchange in
            exchange.reply("200 OK", ["Last-Modified: Sat, 01 Jan 2000 00:00:00 GMT"], [9])
        }
        let (source, ids) = try source(origin)
        let first = try revisions(source)
        _ = try source.original(of: ids[0], cancellation: Cancellation())
        #expect(try revisions(source) == first)
    }

    @Test func `a content that changed unasked is found by the next refresh`() throws {
        let count = Mutex(0)
        let origin = LoopbackOrigin { _, exchange in
            let number = count.withLock { count in
                count += 1
                return count
            }
            exchange.reply("200 OK", ["ETag: \"\(number)\""], [9])
        }
        let (source, ids) = try source(origin)
        let first = try revisions(source)
        for _ in 0..<2 { _ = try source.original(of: ids[0], cancellation: Cancellation()) }
        #expect(try revisions(source)[0].revision != first[0].revision)
    }

    @Test func `servers that are away change nothing`() throws {
        let origin = LoopbackOrigin { request, exchange in
            if request.headers["if-none-match"] != nil { return exchange.cut() }
            exchange.reply("200 OK", ["ETag: \"1\""], [9])
        }
        let (source, ids) = try source(origin)
        let first = try revisions(source)
        _ = try source.original(of: ids[0], cancellation: Cancellation())
        #expect(try revisions(source) == first)
    }

    @Test func `revisions outlive the program where validators have a file`() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/validators"
        let tag = Mutex("\"1\"")
        let origin = LoopbackOrigin { request, exchange in
            let tag = tag.withLock { $0 }
            let isSame = request.headers["if-none-match"] == tag
            exchange.reply(isSame ? "304 Not Modified" : "200 OK", ["ETag: \(tag)"], [9])
        }
        var changed: [SourceListing.Entry] = []
        do {
            let (source, ids) = try source(origin, validators: ContentValidators(path: path))
            _ = try source.original(of: ids[0], cancellation: Cancellation())
            tag.withLock { $0 = "\"2\"" }
            changed = try revisions(source)
        }
        let again = ContentValidators(path: path)
        #expect(again.revision(of: changed[0].id, base: 0) == 0, "of another address nothing is known")
        let (second, _) = try source(origin, validators: again)
        #expect(try revisions(second) == changed)
    }

    @Test func `a damaged file of validators costs what is damaged, nothing else`() throws {
        let folder = TemporaryFolder()
        folder.write("a\t7\t1\t\"x\"\t\nhalf a li\n\t\t\nb\t8\t2\t\t\n", to: "validators")
        let validators = ContentValidators(path: folder.path + "/validators")
        #expect(validators.revision(of: "a", base: 7) == 8)
        #expect(validators.revision(of: "b", base: 8) == 10)
        #expect(validators.validator(of: "a", base: 7)?.entityTag == "\"x\"")
        #expect(validators.validator(of: "b", base: 8) == nil)
    }
}
