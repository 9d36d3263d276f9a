import GridEngine
import JSONText

/// A collection that is served.
public final class LiveCollection: Sendable {
    /// The source's identifier.
    public let id: String
    private let engine: GridEngine
    private let source: ServedDataSource
    let following = Broadcast<CollectionChange>()
    let opening = Opening()

    init(of source: ServedDataSource, in engine: GridEngine) {
        (id, self.engine, self.source) = (source.id, engine, source)
    }

    /// Waits until the source was read and the collection is shown.
    /// - Throws: `CollectionError` when it cannot be.
    public func opened() async throws { try await opening.wait() }

    /// Makes the collection what the snapshot says, as a diffable data source does: what is the same stays, and viewers see the difference.
    /// Of two calls at once the second one waits. O(items).
    ///
    /// Where people may move items, those that stay keep the places that people gave them, and new ones come after their neighbour in the
    /// snapshot. With the source's order they go where the snapshot has them, but for what people moved and `didCommit` has not taken over.
    /// - Parameter snapshot: the whole collection.
    /// - Returns: the change; from and to are equal where nothing has changed.
    /// - Throws: `CollectionError`: `duplicate-item`, `duplicate-section`, `bad-identifier`, `too-many-items`, and why it could not be
    ///   stored. Nothing has changed then.
    @discardableResult
    public func apply(_ snapshot: CollectionSnapshot) async throws -> CollectionChange {
        let names = try snapshot.checkedNames()
        try await opening.wait()
        let listing = source.listing(of: snapshot, names: names)
        return try await change { [engine, id] (done) throws(GridError) in
            try engine.apply(listing, to: id, completion: done)
        }
    }

    /// Has the contents of items read and shown again. Their cells are kept.
    /// - Parameter ids: those that the collection does not have are ignored.
    /// - Throws: `CollectionError` when it could not be stored.
    public func reconfigure(_ ids: [String]) async throws {
        try await opening.wait()
        _ = try await change { [engine, id] (done) throws(GridError) in
            try engine.reconfigure(ids, of: id, completion: done)
        }
    }

    /// Shows values that change often, beside the items' attributes: in memory, without a version. The last one of a name wins. Viewers
    /// get at most one event in 50 ms, for the items that they see. Returns at once.
    /// - Parameter values: by item and name; items that the collection does not have are passed over.
    /// - Throws: `CollectionError` before the collection is open, and when an item's values have more than 16 KiB.
    public func show(_ values: [String: [String: CollectionValue]]) throws {
        do throws(GridError) { try engine.show(values.mapValues { JSONObject($0) }, in: id) } catch {
            throw CollectionError(error)
        }
    }

    /// The order as it is now: sections and identifiers. O(items).
    /// - Throws: `CollectionError` before the collection is open.
    public func snapshot() throws -> CollectionSnapshot {
        do throws(GridError) {
            let (_, order, names) = try engine.snapshot(of: id)
            return CollectionSnapshot(order, names)
        } catch {
            throw CollectionError(error)
        }
    }

    /// The marks that people gave items (`CollectionServer.add(_:layout:marks:)`), by identifier; items without any are left out. A change of
    /// marks is a `reconfigure` of `changes`.
    /// - Parameter ids: any number.
    /// - Returns: the marks.
    /// - Throws: `CollectionError` before the collection is open.
    public func marks(of ids: [String]) throws -> [String: ItemMarks] {
        do throws(GridError) {
            let none = ItemMarks(JSONObject())
            return try engine.marks(ofItems: ids, in: id).mapValues { ItemMarks($0) }.filter { $0.value != none }
        } catch {
            throw CollectionError(error)
        }
    }

    /// Each change from now on, whoever made it, in the order of versions; not what the first listing of a large source brings. A reader
    /// that is 1,000 changes behind loses the oldest.
    public var changes: some AsyncSequence<CollectionChange, Never> & Sendable { following.stream() }

    /// What viewers need, from now on: what is asked for ahead of need, what is cancelled, what is in view. A reader that is 1,000 behind
    /// loses the oldest.
    public var demand: some AsyncSequence<ItemDemand, Never> & Sendable { source.demand.stream() }

    /// Maximum identifiers of what is in view.
    private static var visibleLimit: Int { 10_000 }

    /// The identifiers of items, by flat indices of the collection's own order.
    func names(_ places: [Range<Int>]) -> Set<String> {
        guard let (_, order, names) = try? engine.snapshot(of: id) else { return [] }
        var found: Set<String> = []
        for range in places where found.count < Self.visibleLimit {
            let items = range.clamped(to: 0..<order.numberOfItems).prefix(Self.visibleLimit - found.count)
            order.forEachItem(inFlat: items) { _, _, item in found.insert(names.itemID(item)) }
        }
        return found
    }

    private func change(
        _ call: @escaping (@escaping GridEngine.ChangeCompletion) throws(GridError) -> Void
    ) async throws -> CollectionChange {
        try await withCheckedThrowingContinuation { continuation in
            do throws(GridError) {
                try call { result in
                    continuation.resume(with: result.map { CollectionChange($0) }.mapError { CollectionError($0) })
                }
            } catch {
                continuation.resume(throwing: CollectionError(error))
            }
        }
    }
}
