import CollectionStore
import Downloads
import Glibc
import GridEngine
import ItemSources
import Logging
import Preparing
import Renditions

/// Where pictures are made, and where those of posted items come from.
extension Service {
    static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    func renditions() -> RenditionConfiguration {
        RenditionConfiguration(
            // Threads for the most that the dashboard can set; the scheduler decides how many are used.
            // The workers decide how many pictures are decoded at once: a slow one gives up its place.
            // As many again may be at slow pictures, which give up their loaders.
            loaders: 2 * max(options.loaders, 32), decoders: options.loaders,
            memoryCacheBytes: options.memoryCache << 20,
            diskCacheFolder: options.cacheFolder,
            diskCacheBytes: Int(options.diskCache * 1_073_741_824))
    }

    /// Pictures of posted items are downloaded by the rule for `--urls`.
    func postedPictures(_ store: any ChangeStore) -> PostedPictures {
        var configuration = Downloader.Configuration()
        configuration.addresses = options.allowPrivate ? .any : .publicOnly
        let uploads = UploadedPictures(
            folder: SQLiteStore.picturesFolder(in: dataFolder), isShared: store.isShared)
        if let known = try? store.postedCollections() { uploads.removeAll(except: known.map(\.id)) }
        return PostedPictures(configuration, uploads: uploads)
    }

    /// Without workers yet: they would take the processor from the start.
    func decoder() -> WorkerDecoder {
        let limits = WorkerLimits()
        return WorkerDecoder(
            program: options.decoder ?? "/proc/self/exe", arguments: DecoderProcess.arguments(limits),
            width: Self.processors, limits: limits, startsAtOnce: false
        ) { [log] confinement in
            guard !confinement.missing.isEmpty else { return }
            let missing = confinement.missing.joined(separator: ", ")
            log.warning("decoder processes are not fully confined on this system; missing: \(missing)")
        }
    }

    /// In processes that give way to all others: one more than processors, since each waits a little between two pictures.
    func aheadLoading(_ loader: RenditionLoader) -> AheadLoading? {
        guard options.prepare != .none, options.cacheFolder != nil, !options.folders.isEmpty else { return nil }
        let (limits, width) = (WorkerLimits(), Self.processors + 1)
        let decoder = WorkerDecoder(
            program: options.decoder ?? "/proc/self/exe", arguments: DecoderProcess.arguments(limits, isBehind: true),
            width: width, limits: limits)
        return AheadLoading(
            scope: options.prepare,
            loader: RenditionLoader(
                behind: loader,
                decoder: ContentDecoder(pictures: decoder, videos: VideoProgram.decoder(width: width, isBehind: true)),
                width: width),
            lanes: width)
    }

    /// Behind all loads, in processes of its own.
    func metadataReader(_ loader: RenditionLoader) -> BackgroundMetadataReader {
        let limits = WorkerLimits.metadata
        return BackgroundMetadataReader(
            program: options.decoder ?? "/proc/self/exe",
            arguments: DecoderProcess.arguments(limits, readsMetadata: true),
            readers: Self.processors, cacheFolder: options.cacheFolder,
            limits: limits,
            isLoading: { loader.isLoading }, whenRead: MetadataCounters.count)
    }
}

extension Service {
    /// Prepared pictures of all servers; `nil` where this one shares none. A store that is away keeps no server from its start.
    /// - Throws: why there is no access key.
    func sharedRenditions() throws(ServiceError) -> SharedRenditions? {
        guard let address = options.renditionStoreAddress else { return nil }
        do throws(RenditionKeyFile.Refusal) {
            let shared = SharedRenditions(address, key: try options.renditionKey()) { [log] trouble in
                if let trouble {
                    log.warning("Prepared pictures are not shared: \(value: trouble)")
                } else {
                    log.info("Prepared pictures are shared again.")
                }
            }
            log.info("Sharing prepared pictures in \(value: address.description)")
            shared.startProbing()
            return shared
        } catch {
            throw .renditionKey(error)
        }
    }
}
