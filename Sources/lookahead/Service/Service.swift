import CollectionStore
import CoreMetrics
import DemoCollections
import Glibc
import GridEngine
import HTTPServer
import ItemSources
import Logging
import LookaheadKit
import Preparing
import PrometheusMetrics
import Renditions
import SharedStore

/// The wired program: store, loader, engine, interface, server, in the order in which each needs the one before.
struct Service {
    let options: Serve
    let log: Logger
    let token: TokenChoice?
    let readOnlyToken: TokenChoice?

    init(_ options: Serve) throws(ServiceError) {
        self.options = options
        do throws(TokenChoice.Refusal) {
            token = try options.chosenToken()
            readOnlyToken = try options.chosenReadOnlyToken(beside: token)
        } catch { throw .token(error) }
        let log = Logger(label: "lookahead") { EscapingLog(base: options.logFormat.handler(label: $0)) }
        LogLevel.isVerbose.store(options.verbose, ordering: .relaxed)
        self.log = log
    }

    /// Serves until a signal says to stop. Blocks.
    func run() throws(ServiceError) {
        // Before any thread begins: all of them inherit the blocked signals.
        let signals = StopSignals()
        ProcessMemory.hide()
        ProcessMemory.limitFragmentation()
        let descriptors = DescriptorBudget(limit: raiseDescriptorLimit())

        let socket = try ServiceManager.inheritedSocket()
        let (identity, stamps) = try loadIdentity()
        let store = try openStore(signals)
        let decoder = decoder()
        let loader = RenditionLoader(
            configuration: renditions(),
            decoder: ContentDecoder(pictures: decoder, videos: VideoProgram.decoder(width: Self.processors)),
            shared: try sharedRenditions())
        let metadata = metadataReader(loader)
        let engine = GridEngine(
            configuration: .init(loaders: options.loaders, previews: options.previews), loader: loader,
            store: store.changes,
            postedSource: { [pictures = postedPictures(store.changes)] in
                PostedItems(id: $0, title: $1, pictures: pictures)
            }, metadata: metadata, sidecars: metadata, features: Preparation.feature(aheadLoading(loader)))
        engine.startHousekeeping()
        let demos = try startDemos()
        defer { demos?.stop() }
        for source in ServedSources(options, demos: demos).all() { add(source, to: engine) }
        reopenPostedCollections(of: engine, withDemos: demos != nil)
        demos?.post(to: engine) { [log] in Self.tell(Friends.collection.id, $0, log) }

        let server = try makeServer(engine, decoder, demos, identity, socket, descriptors)
        let port: Int
        do throws(HTTPServerError) { port = try server.start() } catch { throw .server(error) }
        let reloading = Reloading(
            options, engine: engine, certificates: watchCertificate(of: server, read: stamps), log: log)
        warnIfReadable(server)
        let address = address(host: server.host ?? options.host, port: port)
        store.announce(url: address, certificateFile: options.certificateFiles?.absoluteCertificate)
        // Before anybody hears of the server and can set the clock.
        ClockWatch.start(log)
        announce(address, server, port: port)
        if ServedSources.needDecoders(options) { decoder.startWorkers() }
        let openingPage = openInBrowser(address)

        let manager = ServiceManager()
        let watchdog = manager?.startWatchdog(engine, server)
        manager?.tell("READY=1")
        // Not inside the message, which is not evaluated when the level is off.
        let signal = signals.wait(reload: reloading.reload)
        manager?.tell("STOPPING=1")
        watchdog?.cancel()
        signals.exitAtTheNext()
        openingPage?.delete()
        log.info("Stopping on signal \(signal); a second signal stops immediately")
        // The engine first: changes that are being stored are answered truthfully, later ones are refused.
        engine.close()
        server.stop()
        do { try store.close() } catch { log.warning("\(ServiceError.store(error, folder: dataFolder).description)") }
    }
}

extension Service {
    var dataFolder: String { options.data ?? UserFolders.data }

    private func openStore(_ signals: StopSignals) throws(ServiceError) -> OpenedStore {
        guard let address = options.storeAddress else { return .folder(try openFolder()) }
        do throws(StoreError) {
            // For bodies of requests that are being received.
            try PrivateFolder.make(dataFolder)
            let store = try openDatabase(address, signals)
            store.reportTrouble { [log] trouble in
                if let trouble {
                    log.error("\(value: "\(trouble)")")
                } else {
                    log.info("Nothing is wrong with the database any more.")
                }
            }
            log.info("Storing in \(value: address.description)")
            return .shared(store)
        } catch {
            throw .store(error, folder: dataFolder)
        }
    }

    /// Connects, again while there is no database. A signal to stop ends that.
    private func openDatabase(_ address: StoreAddress, _ signals: StopSignals) throws(StoreError) -> SharedStore {
        let deadline = ContinuousClock.now + .seconds(30)
        var isReported = false
        while true {
            do throws(StoreError) {
                return try SharedStore(at: address, patience: .seconds(1), polls: options.pollStore)
            } catch {
                guard case .unreachable(let text) = error, !signals.isStopWanted,
                    options.waitForStore || ContinuousClock.now < deadline
                else { throw error }
                if !isReported { log.warning("Waiting for the database: \(value: text)") }
                isReported = true
            }
        }
    }

    private func openFolder() throws(ServiceError) -> SQLiteStore {
        do throws(StoreError) {
            let store = try SQLiteStore(folder: dataFolder)
            store.keepBackups(options.backups, everySeconds: options.backupInterval)
            store.reportTrouble { [log] trouble in
                if let trouble {
                    log.error("\(value: "\(trouble)")")
                } else {
                    log.info("Nothing is wrong with the data folder any more.")
                }
            }
            for repair in store.repairs { log.warning("Repaired in \(value: dataFolder): \(value: repair)") }
            return store
        } catch {
            throw .store(error, folder: dataFolder)
        }
    }

    /// The demos' picture server starts first: their collections name its port.
    private func startDemos() throws(ServiceError) -> Demos? {
        guard ServedSources.includesDemos(options) else { return nil }
        guard let page = PageFolder.find() else { throw .noPage }
        do throws(HTTPServerError) {
            return try Demos(latency: options.demoLatency?.milliseconds, seed: options.demoSeed, page: page)
        } catch { throw .server(error) }
    }

    private func add(_ source: any ItemSource, to engine: GridEngine) {
        let (id, log) = (source.id, log)
        engine.add(source) { Self.tell(id, $0, log) }
    }

    private func reopenPostedCollections(of engine: GridEngine, withDemos: Bool) {
        let log = log
        do throws(GridError) {
            try engine.reopenPostedCollections { id, outcome in
                // A shared store may have reported it already.
                if case .failure(.conflict) = outcome { return }
                Self.tell(id, outcome, log)
                if withDemos { Demos.reopened(id, in: engine) { Self.tell(id, $0, log) } }
            }
        } catch {
            log.error("The posted collections cannot be served: \(value: error.finding)")
        }
    }

    private static func tell(_ id: String, _ outcome: Result<CollectionSummary, GridError>, _ log: Logger) {
        switch outcome {
        case .success(let summary):
            log.info("\(value: summary.title): \(summary.itemCount) items in \(summary.sectionCount) sections")
            for (reason, count) in summary.skipped.sorted(by: { $0.key.code < $1.key.code }) {
                log.info("\(value: summary.title): \(count) not shown. \(value: reason.sentence)")
            }
            if let late = summary.watchTrouble { log.warning("\(value: summary.title): \(value: "\(late)")") }
            if let problem = summary.problem { log.warning("\(value: summary.title): \(value: "\(problem)")") }
        case .failure(let error): log.error("The collection \(value: id) cannot be served: \(value: error.finding)")
        }
    }

    private func makeServer(
        _ engine: GridEngine, _ decoder: WorkerDecoder, _ demos: Demos?, _ identity: TLSIdentity?, _ socket: Int32?,
        _ descriptors: DescriptorBudget
    ) throws(ServiceError) -> HTTPServer {
        guard let page = PageFolder.find() else { throw .noPage }
        log.debug("Serving the page from \(value: page)")
        var configuration = HTTPServer.Configuration()
        configuration.host = options.host
        configuration.port = options.port
        configuration.inheritedSocket = socket
        let requestLog = RequestLog(log)
        configuration.responseLog = requestLog.responses
        configuration.wrongToken = { requestLog.noteWrongToken(from: $0) }
        configuration.allowedHosts = options.allowHost
        configuration.spoolFolder = dataFolder
        configuration.guestOrigins = options.corsOrigin + options.corsReadOnlyOrigin
        configuration.readOnlyGuestOrigins = options.corsReadOnlyOrigin
        configuration.basePath = options.basePath ?? ""
        configuration.token = token?.token
        configuration.readOnlyToken = readOnlyToken?.token
        configuration.identity = identity
        configuration.trustedProxies = options.trustedProxy
        var served = ServedInterface(engine: engine, http: configuration)
        // For libraries in this process that count with swift-metrics.
        MetricsSystem.bootstrap(served.metrics)
        MetadataCounters.describe(in: served.metrics)
        served.settings = demos?.controls
        served.missingConfinement = { decoder.confinement?.missing ?? [] }
        guard let server = served.server(page: page, descriptors: descriptors) else { throw .noPage }
        return server
    }
}
