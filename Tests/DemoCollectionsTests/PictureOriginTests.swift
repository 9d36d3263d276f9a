import Downloads
import GridEngine
import ItemSources
import LookaheadTesting
import Renditions
import Testing

@testable import DemoCollections

@Suite struct PictureOriginTests {
    /// An origin and the demo's source over it.
    private struct Demo {
        let origin: PictureOrigin
        let source: URLListSource

        init(latency: ClosedRange<Int> = 0...0) throws {
            // Small: unoptimised painting is slow.
            let landscapes = Landscapes(width: 60)
            origin = PictureOrigin([landscapes], latency: latency)
            let port = try origin.start()
            var configuration = Downloader.Configuration()
            configuration.addresses = .loopback(port: UInt16(port))
            source = URLListSource(
                id: landscapes.id, title: landscapes.title, downloader: Downloader(configuration: configuration)
            ) { _ throws(SourceError) in LandscapeURLs(landscapes, origin: "http://127.0.0.1:\(port)") }
            _ = try source.list(cancellation: Cancellation(), progress: { _ in })
        }

        func load(_ id: String, _ cancellation: Cancellation = Cancellation()) async -> Result<[UInt8], LoadFailure> {
            await blocking { [source] () -> Result<[UInt8], LoadFailure> in
                do throws(LoadFailure) {
                    guard case .encoded(let bytes) = try source.original(of: id, cancellation: cancellation) else {
                        return .success([])
                    }
                    return .success(bytes)
                } catch { return .failure(error) }
            }
        }
    }

    @Test func `a landscape comes over the network as it was painted`() async throws {
        let demo = try Demo()
        defer { demo.origin.stop() }
        let bytes = try await demo.load("landscape-3").get()
        let rendition = try VipsDecoder().rendition(
            of: .encoded(bytes), as: .width(96), cancellation: Cancellation())
        #expect(rendition.originalWidth == 60 && rendition.originalHeight == 40)
        #expect(try await demo.load("landscape-3").get() == bytes)
        #expect(demo.origin.statistics == .init(asked: 2, served: 2))
    }

    @Test func `a load that is called off is one that the origin sees closed, and never paints`() async throws {
        let demo = try Demo(latency: 60_000...60_000)
        defer { demo.origin.stop() }
        let cancellation = Cancellation()
        async let result = demo.load("landscape-1", cancellation)
        while demo.origin.statistics.asked == 0 { await Task.yield() }
        cancellation.cancel()
        #expect(await result == .failure(.cancelled))
        // The server looks after sleeping connections about once a second.
        while demo.origin.statistics.abandoned == 0 { await Task.yield() }
        #expect(demo.origin.statistics == .init(asked: 1, abandoned: 1))
    }

    @Test func `with the plug out loads fail for now, and work again with it in`() async throws {
        let demo = try Demo()
        defer { demo.origin.stop() }
        demo.origin.isPlugged = false
        guard case .failure(.transient) = await demo.load("landscape-1") else {
            Issue.record("the plug was out")
            return
        }
        demo.origin.isPlugged = true
        #expect(try await demo.load("landscape-1").get().isEmpty == false)
        #expect(demo.origin.statistics == .init(asked: 2, served: 1, refused: 1))
    }

    @Test func `what is not painted is not there`() async throws {
        let demo = try Demo()
        defer { demo.origin.stop() }
        #expect(await demo.load("landscape-37") == .failure(.missing))
    }
}
