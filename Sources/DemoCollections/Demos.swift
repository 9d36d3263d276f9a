import Downloads
import GridAPI
import GridEngine
import HTTPServer
import ItemSources

/// The demo collections, and the picture server that some of them download from.
package struct Demos {
    /// In ms, unless the command line says otherwise.
    private static let originLatency = 60...240
    private static let emojiLatency = 500...2000
    private static let endlessCount = 100_000
    private static let favouriteCount = 2000
    /// Small enough that painting is faster than the origin's latency: the wait should be for the network.
    private static let endlessWidth = min(600, pictureWidth)
    /// Few and small: loading is compared, so painting should not cause the wait.
    private static let favouritePaintings = 120
    private static let favouriteWidth = min(240, pictureWidth)
    /// Painting is slow without optimization: a debug build paints smaller ones.
    #if DEBUG
        private static let pictureWidth = 120
    #else
        private static let pictureWidth = 1200
    #endif

    private let origin: PictureOrigin
    private let originPort: Int
    private let seed: UInt64
    private let emojiList: String
    /// The latency of the emoji's source.
    private let latency: LatencyDial

    private let landscapes = [
        Landscapes(width: Self.pictureWidth),
        Landscapes(count: Self.endlessCount, width: Self.endlessWidth),
        // The same list twice: each needs loads of its own, because the page shows them side by side.
        Landscapes(
            count: Self.favouriteCount, id: "favourite-photos", title: "Favourite Photos",
            width: Self.favouriteWidth, paintings: Self.favouritePaintings),
        Landscapes(
            count: Self.favouriteCount, id: "favourite-photos-twin", title: "Favourite Photos, again",
            width: Self.favouriteWidth, paintings: Self.favouritePaintings),
    ]

    /// Starts the picture server.
    ///
    /// - Parameters:
    ///   - milliseconds: the artificial latency of every demo that has one; `nil` for each demo's own.
    ///   - seed: of the artificial latencies.
    ///   - page: the folder of the page, which has the list of emoji.
    /// - Throws: `HTTPServerError` when the picture server cannot listen.
    package init(
        latency milliseconds: ClosedRange<Int>?, seed: UInt64, page: String
    ) throws(HTTPServerError) {
        self.seed = seed
        emojiList = "\(page)/demos/emoji.txt"
        latency = LatencyDial(milliseconds ?? Self.emojiLatency)
        origin = PictureOrigin(landscapes, latency: milliseconds ?? Self.originLatency)
        originPort = try origin.start()
    }

    package func stop() { origin.stop() }

    package func sources() -> [any ItemSource] {
        let emoji = DelayedSource(EmojiRater(list: emojiList), latency: latency, seed: seed)
        let pictures = landscapes.map { downloaded($0) }
        return [pictures[0], MaterialColours(), emoji, MosaicCells()] + pictures[1...]
    }

    /// Posts the friends, unless an earlier run did: then `reopened` sees to them.
    package func post(to engine: GridEngine, opened: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void)
    {
        guard (try? engine.summary(of: Friends.collection.id)) == nil else { return }
        engine.create(Friends.collection, completion: opened)
    }

    /// Called for each posted collection that was restored from an earlier run. The friends start again: the sample program
    /// that they come from keeps them in memory. A user's own collection of that name is left as it is.
    package static func reopened(
        _ id: String, in engine: GridEngine, opened: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        guard id == Friends.collection.id, let (_, snapshot, identities) = try? engine.snapshot(of: id) else { return }
        let sections = (0..<snapshot.numberOfSections).map { identities.section(snapshot.section(at: $0)).id }
        guard sections.contains(Friends.section) else { return }
        try? engine.remove(id) { outcome in
            if case .success = outcome { engine.create(Friends.collection, completion: opened) }
        }
    }

    /// The settings on the dashboard.
    package var controls: any AdditionalSettings {
        DemoControls(origin: origin, latency: latency, collections: landscapes.map(\.id))
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
}
