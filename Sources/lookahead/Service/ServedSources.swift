import CollectionStore
import DemoCollections
import Downloads
import Glibc
import GridEngine
import Hashing
import ItemSources

/// The collections that the command line names.
struct ServedSources {
    private let options: Serve
    private let demos: Demos?

    /// `demos` is `nil` when the demos are not served.
    init(_ options: Serve, demos: Demos?) {
        self.options = options
        self.demos = demos
    }

    /// Whether the demos are served: with --demo, or when nothing else is named.
    static func includesDemos(_ options: Serve) -> Bool {
        options.demo || (options.folders.isEmpty && options.urls.isEmpty && options.items == nil)
    }

    /// Whether a first look needs decoders at once. Numbered items need none, and posted pictures start them when somebody looks.
    static func needDecoders(_ options: Serve) -> Bool {
        !options.folders.isEmpty || !options.urls.isEmpty || includesDemos(options)
    }

    func all() -> [any ItemSource] {
        var sources: [any ItemSource] = []
        if !options.folders.isEmpty {
            sources.append(
                PhotoFolder(
                    id: Self.identifier("photos", of: options.folders[0]), folders: options.folders,
                    givesOriginals: options.originals,
                    isRemote: isRemote))
        }
        sources += options.urls.map { urlList($0) }
        if let count = options.items {
            sources.append(delayed(items(count)))
        }
        return sources + (demos?.sources() ?? [])
    }

    /// Numbered items, which may have pictures, or contents that are far away.
    private func items(_ count: Int) -> any ItemSource {
        if options.itemPictures { return PaintedItems(count: count) }
        let numbered = NumberedItems(count: count, hasFields: options.itemFields)
        return options.itemContents ? DistantItems(numbered) as any ItemSource : numbered
    }

    /// Which folders are not watched but polled; `nil` when none are watched.
    private var isRemote: (@Sendable (String) -> Bool)? {
        guard options.watch else { return nil }
        return { folder in NetworkFileSystem.name(ofFolder: folder) != nil }
    }

    private func urlList(_ path: String) -> any ItemSource {
        let id = Self.identifier("urls", of: path)
        let title = path.split(separator: "/").last.map(String.init) ?? path
        var configuration = Downloader.Configuration()
        configuration.addresses = options.allowPrivate ? .any : .publicOnly
        return URLListSource(
            id: id, title: title, capabilities: Capabilities(paths: true),
            downloader: Downloader(configuration: configuration),
            validators: ContentValidators(path: options.cacheFolder.map { "\($0)/\(id).validators" })
        ) { (cancellation) throws(SourceError) in
            try URLListFile(path: path, title: title, cancellation: cancellation)
        }
    }

    private func delayed(_ source: any ItemSource) -> any ItemSource {
        guard let latency = options.demoLatency else { return source }
        return DelayedSource(
            source, milliseconds: latency.milliseconds, seed: options.demoSeed, tellsSizes: options.demoSizes)
    }

    /// Each file and each first folder has an order of its own, so that serving another one does not change it.
    static func identifier(_ kind: String, of path: String) -> String {
        "\(kind)-\(FNV1a.hash64(resolved(path).utf8).hexadecimal)"
    }

    private static func resolved(_ path: String) -> String {
        guard let path = realpath(path, nil) else { return path }
        defer { free(path) }
        return String(cString: path)
    }
}
