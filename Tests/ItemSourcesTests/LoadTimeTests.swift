import Downloads
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import ItemSources

/// A load from a slow server, with all its tries, as the engine runs it.
@Suite struct LoadTimeTests {
    /// Makes nothing of an original: the load ends with what its source says.
    private struct OriginalsLoader: ItemLoader {
        let widthSteps = [160]

        func cached(_ key: RenditionKey) -> Rendition? { nil }

        func load(
            _ request: RenditionRequest, cancellation: Cancellation,
            completion: @escaping @Sendable (Result<LoadedRendition, LoadFailure>) -> Void
        ) {
            Task {
                let failure = await blocking { () -> LoadFailure in
                    do throws(LoadFailure) {
                        _ = try request.original(cancellation)
                        return .unreadable(Reason("arrived", "It arrived."))
                    } catch { return error }
                }
                completion(.failure(failure))
            }
        }
    }

    /// Requests the picture of an origin; returns how its load ended.
    private func load(from origin: LoopbackOrigin, within time: Duration) async throws -> LoadFailure? {
        var configuration = Downloader.Configuration()
        configuration.addresses = .any
        configuration.timeLimit = time
        let list = try URLListFile(
            Array("\(origin.address)/a.png".utf8), title: "list", cancellation: Cancellation())
        let source = URLListSource(
            id: "c", title: "C", downloader: Downloader(configuration: configuration)
        ) { _ throws(SourceError) in list }
        let engine = GridEngine(
            configuration: .init(loadTimeLimit: time, previews: false), loader: OriginalsLoader())
        defer { engine.close() }
        let opened: Result<CollectionSummary, GridError> = await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }
        _ = try opened.get()
        let page = try engine.items(of: "c", section: nil, offset: 0, limit: 1)
        let item = try #require(page).items[0].item.id
        let (ends, hasEnded) = AsyncStream.makeStream(of: LoadFailure?.self)
        let answer = try engine.image(of: item, in: "c", width: 160, revision: nil) { result in
            if case .failure(let failure) = result { hasEnded.yield(failure) } else { hasEnded.yield(nil) }
        }
        guard case .later = answer else { return nil }
        for await end in ends { return end }
        return nil
    }

    @Test func `a server that never answers has the time of one load, not one for each try`() async throws {
        let origin = LoopbackOrigin { _, exchange in _ = exchange.waitUntilClosed() }
        #expect(try await load(from: origin, within: .seconds(2)) == .busy(.serverTimeout, pause: .seconds(30)))
        // Its silence took the half of the time in which tries begin.
        #expect(origin.requests.count == 1)
    }

    @Test func `a server that says when to come back is asked again then`() async throws {
        let clock = ContinuousClock()
        let times = Mutex<[ContinuousClock.Instant]>([])
        let origin = LoopbackOrigin { _, exchange in
            let count = times.withLock { times in
                times.append(clock.now)
                return times.count
            }
            if count == 1 { return exchange.reply("503 Busy", ["Retry-After: 2"]) }
            exchange.reply("200 OK", [], [1])
        }
        #expect(try await load(from: origin, within: .seconds(300))?.reason.code == "arrived")
        let asked = times.withLock { $0 }
        #expect(asked.count == 2 && asked[1] - asked[0] >= .seconds(2))
    }

    @Test func `a server that says to come back after the load's time is asked once`() async throws {
        let origin = LoopbackOrigin { _, exchange in exchange.reply("429 Busy", ["Retry-After: 120"]) }
        #expect(
            try await load(from: origin, within: .seconds(60))
                == .busy(.serverStatus(429), pause: .seconds(120)))
        #expect(origin.requests.count == 1)
    }
}
