import Synchronization

/// The collections that are served, in one table behind one lock.
final class SharedCollections: Sendable {
    private let table: Mutex<CollectionTable>

    /// - Parameter limit: maximum number of collections that are posted.
    init(limit: Int) { table = Mutex(CollectionTable(limit: limit)) }

    func withLock<Value: Sendable, Failure>(
        _ body: (inout CollectionTable) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try table.withLock { (table) throws(Failure) in try body(&table) }
    }
}

/// Collections by identifier, in the order they were added: what the server was started with, then what was posted.
struct CollectionTable: Sendable {
    private(set) var byID: [String: LiveCollection] = [:]
    private(set) var order: [String] = []
    /// Those that are taken out for a moment, to be read again.
    var reopening: Set<String> = []
    /// Those whose items are others'.
    private(set) var referring: [LiveCollection] = []
    /// Whether any collection, of now or of earlier, serves files or knows paths.
    private(set) var givesOriginals = false
    private(set) var knowsPaths = false
    /// Where a shared store lists what was posted.
    private var postedPlaces: [String: Int] = [:]
    /// The scheduler's number of the next one.
    private var nextNumber = 0
    private var shares: ClientShares

    init(limit: Int) { shares = ClientShares(limit: limit) }

    /// Why a client may post no further collection; `nil` when it may.
    func refusal(for client: Client?) -> ClientShares.Refusal? { shares.refusal(for: client) }

    /// Adds a collection in the share of `client`, whether or not there is a place.
    mutating func add(
        _ source: any ItemSource, postingKey: String? = nil, client: Client? = nil
    ) -> LiveCollection {
        // Numbers start again after 65,536 collections; those in use are skipped.
        let numbers = Set(byID.values.map(\.number))
        while numbers.contains(UInt16(truncatingIfNeeded: nextNumber)) { nextNumber += 1 }
        let collection = LiveCollection(
            source: source, number: UInt16(truncatingIfNeeded: nextNumber), postingKey: postingKey, client: client)
        nextNumber += 1
        byID[source.id] = collection
        order.append(source.id)
        if collection.source.abilities.stored == nil || !postedPlaces.isEmpty { sort() }
        if collection.source.abilities.references != nil {
            referring.append(collection)
        } else {
            let capabilities = source.capabilities
            givesOriginals = givesOriginals || capabilities.originals
            knowsPaths = knowsPaths || capabilities.paths
        }
        shares.take(for: client)
        return collection
    }

    /// Lists posted collections as other servers do. Those that are not among them come last.
    mutating func arrange(posted ids: [String]) {
        postedPlaces = Dictionary(zip(ids, 0...)) { first, _ in first }
        sort()
    }

    /// Collections that others posted may become known before a folder is, and in another order.
    private mutating func sort() {
        let places = order.map { id in byID[id]?.source.abilities.stored != nil ? postedPlaces[id] ?? .max : -1 }
        order = zip(places, order).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// Removes a collection, unless another one has its identifier by now.
    mutating func remove(_ collection: LiveCollection) {
        guard byID[collection.id] === collection else { return }
        byID[collection.id] = nil
        order.removeAll { $0 == collection.id }
        referring.removeAll { $0 === collection }
        shares.giveBack(collection.client)
    }
}
