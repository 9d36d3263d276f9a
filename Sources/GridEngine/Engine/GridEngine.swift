import CollectionModel
import Dispatch
import Prefetching
import Synchronization

/// The collections that are served, and their viewers.
///
/// Calls may come from any thread. What returns at once (range events, look-ups) holds short locks only; what waits
/// (changes, refresh, pictures) takes a completion, called on another thread. Locks are taken in the order
/// viewer → collection → loads → events, never back.
package final class GridEngine: Sendable {
    package struct Configuration: Sendable {
        /// The number of loads that run at once.
        package var loaders: Int
        package var viewerTimeout: Duration
        package var movementTimeout: Duration
        package var viewerLimit: Int
        /// Maximum items of all posted collections when another one is created.
        package var postedItemLimit: Int
        /// Maximum memory of all posted collections, those that are being received included; none grows beyond it by changes.
        package var postedBytesLimit: Int
        /// A patch with more operations than this, or than a tenth of the items, reaches viewers as a reset.
        package var patchLimit: Int
        /// From this number of items on, a collection keeps the order of all its items for each sort and grouping in use.
        package var wholeOrderItems: Int
        /// The time of a load, its tries and the pauses between them together.
        package var loadTimeLimit: Duration
        /// Maximum time for which a query of a small collection waits until files are read.
        package var readingPatienceMilliseconds: Int
        /// Whether a small preview of each picture is loaded and pushed first, where the loader makes any.
        package var previews: Bool

        package init(
            loaders: Int = 4, viewerTimeout: Duration = .seconds(60), movementTimeout: Duration = .seconds(30),
            viewerLimit: Int = 10_000, postedItemLimit: Int = 20_000_000, postedBytesLimit: Int = 1 << 30,
            patchLimit: Int = 2000, wholeOrderItems: Int = 1 << 18,
            loadTimeLimit: Duration = LoadConfiguration().timeLimit, readingPatienceMilliseconds: Int = 2000,
            previews: Bool = true
        ) {
            self.loaders = loaders
            self.viewerTimeout = viewerTimeout
            self.movementTimeout = movementTimeout
            self.viewerLimit = viewerLimit
            self.postedItemLimit = postedItemLimit
            self.postedBytesLimit = postedBytesLimit
            self.patchLimit = patchLimit
            self.wholeOrderItems = wholeOrderItems
            self.loadTimeLimit = loadTimeLimit
            self.readingPatienceMilliseconds = readingPatienceMilliseconds
            self.previews = previews
        }
    }

    let configuration: Configuration
    let clock: any EngineClock
    let store: (any ChangeStore)?
    /// Makes sources of posted collections; `nil` where none are accepted.
    let postedSource: PostedCollection.SourceFactory?
    let postedMemory: PostedMemory
    let loads: LoadRunner
    let events = EventHub()
    let feeds = CollectionFeeds()
    let commits: CommitQueue
    let collections = SharedCollections(limit: GridEngine.collectionLimit)
    let viewers: ViewerTable
    let liveValues: LiveValues
    let albumContents = AlbumContents()
    let texels: TexelFilling
    /// Results of queries by identifier.
    let results = ResultTable(
        limit: GridEngine.resultLimit, bytesLimit: GridEngine.resultBytesLimit)
    /// Reads what stands in pictures' files; `nil` where nothing does.
    let metadata: (any MetadataReader)?
    /// Makes sidecars; `nil` where nothing does.
    let sidecars: (any SidecarEditor)?
    /// The rate of new results of each client.
    let queryRates = Mutex<[Client: RateMeter]>([:])
    let movements = Mutex(MovementTable(limit: GridEngine.movementLimit))
    private let housekeeping = Mutex<(any DispatchSourceTimer)?>(nil)
    /// Features of targets that it does not know.
    let features: [any EngineFeature]
    /// Raised by `close`: collections that are being read for the first time are abandoned.
    let closing = Cancellation()
    /// Reads sources: may block, one thread for each that is read.
    let background = DispatchQueue(label: "lookahead.background", attributes: .concurrent)

    /// Makes results, counts them and compares them.
    let queryQueue = QueryQueue()

    package init(
        configuration: Configuration = Configuration(), loader: any ItemLoader, store: (any ChangeStore)? = nil,
        postedSource: PostedCollection.SourceFactory? = nil, metadata: (any MetadataReader)? = nil,
        sidecars: (any SidecarEditor)? = nil, features: [EngineSurroundings.FeatureMaker] = [],
        clock: any EngineClock = MonotonicClock()
    ) {
        self.configuration = configuration
        self.clock = clock
        self.store = store
        self.postedSource = postedSource
        self.metadata = metadata
        self.sidecars = sidecars
        postedMemory = PostedMemory(limit: configuration.postedBytesLimit)
        viewers = ViewerTable(
            limit: configuration.viewerLimit, events: events, patchLimit: configuration.patchLimit)
        liveValues = LiveValues(viewers: viewers, events: events)
        var loadConfiguration = LoadConfiguration()
        loadConfiguration.loaders = configuration.loaders
        loadConfiguration.timeLimit = configuration.loadTimeLimit
        loads = LoadRunner(
            loader: loader, configuration: loadConfiguration, makesPreviews: configuration.previews, clock: clock,
            events: events)
        texels = TexelFilling(loads: loads, events: events, clock: clock)
        let surroundings = EngineSurroundings(clock: clock, loads: loads, viewers: viewers, collections: collections)
        self.features = features.map { $0(surroundings) }
        commits = CommitQueue(store: store)
        commits.observe(by: commitObservers)
        followOthers()
    }

    /// All who follow commits, in the order in which they are notified. A change is completed after the last of them, so whoever
    /// asked for it knows that every viewer has it.
    private var commitObservers: [any CommitObserver] {
        let engine = EngineReference(self)
        let observers: [(any CommitObserver)?] = [
            loads,
            viewers,
            feeds,
            liveValues,
            texels,
            AlbumUpdates(engine: engine),
            ContentUpdates(engine: engine),
            metadata.map { _ in MetadataUpdates(engine: engine) },
            LostCollections(engine: engine),
        ]
        return observers.compactMap { $0 } + features
    }

    /// Removes viewers and movements that were not heard of for long, once a second, until the engine is closed.
    package func startHousekeeping() {
        housekeeping.withLock { slot in
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler { [weak self] in self?.expire() }
            timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
            timer.activate()
            slot = timer
        }
    }

    /// Finishes waiting changes, refuses new ones, cancels all loads, writes checkpoints. Blocks.
    package func close() {
        housekeeping.withLock { $0?.cancel() }
        closing.cancel()
        for feature in features { feature.close() }
        texels.close()
        loads.close()
        let collections = collections.withLock { Array($0.byID.values) }
        commits.close(collections: collections)
        for collection in collections { collection.storeTraces(in: store) }
    }
}

extension GridEngine {
    /// Pictures made since the start that nobody had looked at.
    package var preparedPictures: Int { features.reduce(0) { $0 + $1.madePictures } }
}

/// The engine, for those that it owns; `nil` once nobody else has it.
struct EngineReference: Sendable {
    private let find: @Sendable () -> GridEngine?

    init(_ engine: GridEngine) { find = { [weak engine] in engine } }

    func callAsFunction() -> GridEngine? { find() }
}
