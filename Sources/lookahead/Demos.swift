import Downloads
import GridEngine
import HTTPServer
import ItemSources
import PictureOrigin

/// The demo collections, and the picture server that some of them download from.
struct Demos {
    /// Of the landscapes' server, in ms, unless the command line says otherwise.
    private static let originLatency = 60...240
    private static let endlessCount = 100_000

    let origin: PictureOrigin
    private let originPort: Int
    private let options: Serve

    /// Starts the picture server.
    init(_ options: Serve) throws(HTTPServerError) {
        self.options = options
        origin = PictureOrigin(
            [Landscapes(), Landscapes(count: Self.endlessCount)],
            latency: options.demoLatency?.milliseconds ?? Self.originLatency)
        originPort = try origin.start()
    }

    func sources() -> [any ItemSource] {
        [
            downloaded(Landscapes()), delayed(MaterialColours()),
            downloaded(Landscapes(count: Self.endlessCount)),
        ]
    }

    /// Over the network, from nowhere but the demos' own server.
    private func downloaded(_ landscapes: Landscapes) -> any ItemSource {
        var configuration = Downloader.Configuration()
        configuration.addresses = .loopback(port: UInt16(originPort))
        let address = "http://127.0.0.1:\(originPort)"
        return URLListSource(
            id: landscapes.id, title: landscapes.title, downloader: Downloader(configuration: configuration)
        ) { _ throws(SourceError) in LandscapeURLs(landscapes, origin: address) }
    }

    private func delayed(_ source: any ItemSource) -> any ItemSource {
        guard let latency = options.demoLatency else { return source }
        return DelayedSource(source, milliseconds: latency.milliseconds, seed: options.demoSeed)
    }
}
