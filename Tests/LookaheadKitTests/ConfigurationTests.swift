import LookaheadTesting
import Testing

@testable import LookaheadKit

/// What a program says of how its server listens.
struct ConfigurationTests {
    /// The code of the error that a server of this configuration is refused with; `nil` when it is not.
    private func refusal(_ change: (inout Configuration) -> Void) -> String? {
        var configuration = Configuration()
        change(&configuration)
        do { try configuration.check() } catch { return error.code }
        return nil
    }

    private static let token = "0123456789abcdef"

    @Test func `what cannot be used is refused with its code before anything is opened`() {
        #expect(refusal { _ in } == nil)
        #expect(refusal { $0.token = Self.token } == nil)
        #expect(refusal { $0.token = "short" } == "token-too-short")
        #expect(refusal { $0.token = "0123456789 abcdef" } == "token-too-short")
        #expect(refusal { ($0.token, $0.readOnlyToken) = (Self.token, "short") } == "token-too-short")
        #expect(refusal { $0.readOnlyToken = Self.token } == "token-missing")
        #expect(refusal { ($0.token, $0.readOnlyToken) = (Self.token, Self.token) } == "token-twice")
        #expect(refusal { $0.corsOrigin = ["shop.example"] } == "bad-origin")
        #expect(refusal { $0.corsReadOnlyOrigin = ["https://shop.example/path"] } == "bad-origin")
        #expect(refusal { $0.basePath = "photos" } == "bad-base-path")
        #expect(refusal { $0.trustedProxy = ["proxy.example"] } == "bad-address")
        #expect(refusal { $0.tlsKey = "key.pem" } == "half-tls")
        #expect(refusal { $0.renditionKeyFile = "keys" } == "rendition-store-missing")
        for number in [-1, 65_536] { #expect(refusal { $0.port = number } == "out-of-range") }
        for number in [0, 257, .min] { #expect(refusal { $0.loaders = number } == "out-of-range") }
        for number in [-1, 1001] { #expect(refusal { $0.backups = number } == "out-of-range") }
        for number in [-1, 1_000_001, .max] { #expect(refusal { $0.memoryCache = number } == "out-of-range") }
        for number in [-1, .infinity, .nan] { #expect(refusal { $0.diskCache = number } == "out-of-range") }
    }

    @Test func `an address that other machines can reach requires a token, and a server runs once`() async throws {
        var configuration = Configuration()
        (configuration.host, configuration.port) = ("0.0.0.0", 0)
        let server = try CollectionServer(configuration)
        await #expect { try await server.run() } throws: { ($0 as? CollectionError)?.code == "token-required" }
        await #expect { try await server.run() } throws: { ($0 as? CollectionError)?.code == "already-run" }
    }

    @Test func `a server serves until its task is cancelled, and leaves its folder and its port to the next one`()
        async throws
    {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        (configuration.port, configuration.storage) = (0, .folder(folder.path))
        for _ in 0..<2 {
            let server = try CollectionServer(configuration)
            let collection = try server.add(Words())
            try await collection.opened()
            let (changes, following) = (collection.changes, collection.demand)
            let (addresses, starting) = AsyncStream.makeStream(of: String.self)
            let running = Task { try await server.run { starting.yield($0) } }
            for await address in addresses {
                configuration.port = try #require(Int(address.split(separator: ":").last?.dropLast() ?? ""))
                break
            }
            running.cancel()
            try await running.value
            // Whoever follows is told, and nothing is changed any more.
            for await _ in changes {}
            for await _ in following {}
            let error = await #expect(throws: CollectionError.self) { try await collection.reconfigure(["a"]) }
            #expect(error?.code == "shutting-down")
        }
        // Cancelled before it has begun.
        let server = try CollectionServer(configuration)
        let running = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await server.run()
        }
        try await running.value
    }

    @Test func `a route that cannot be, or is there already, is refused in words when it is added`() async throws {
        var configuration = Configuration()
        (configuration.port, configuration.basePath) = (0, "/shop")
        let server = try CollectionServer(configuration)
        func refusal(_ path: String) -> CollectionError? {
            do { try server.get(path) { _ in Response(text: "") } } catch { return error as? CollectionError }
            return nil
        }
        #expect(refusal("/orders/{order}") == nil && refusal("/") == nil && refusal("/docs.html") == nil)
        for path in ["", "orders", "/{", "/a{b}", "/{rest*}", "/{a}/{a}", "/größe", "/a b"] {
            #expect(refusal(path)?.code == "bad-route", "\(path)")
        }
        for path in [
            "/orders/{order}", "/orders/{number}", "/docs", "/dashboard", "/healthz", "/metrics", "/shop", "/api",
            "/api/v1/collections/mine", "/api/own",
        ] {
            let error = refusal(path)
            #expect(error?.code == "route-taken" && error?.description.contains(path) == true, "\(path)")
        }
        let running = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await server.run()
        }
        try await running.value
        #expect(refusal("/late")?.code == "already-run")
    }

    @Test func `a certificate that is not there is named`() async throws {
        var configuration = Configuration()
        (configuration.tlsCertificate, configuration.tlsKey) = ("/nowhere/one.pem", "/nowhere/two.pem")
        let server = try CollectionServer(configuration)
        await #expect { try await server.run() } throws: { ($0 as? CollectionError)?.code == "tls-unusable" }
    }
}
