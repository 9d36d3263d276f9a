/// What survives a restart: order, attributes, change log, saved queries. One transaction per call, durable when it returns.
///
/// Order is kept as a checkpoint of the whole order plus the patches since (docs/decisions/0003): a change writes one
/// row, a start replays the rows since the checkpoint. Ordinals are dense, unique in their collection and never used again.
/// Called on the engine's commit thread, except `restore`, which runs before that thread starts.
package protocol ChangeStore: Sendable {
    /// - Returns: what is known of a collection, but for the attributes of its items; `nil` when it was never stored.
    /// - Throws: `.damaged` when what is stored contradicts itself, `.failed` when it cannot be read.
    func restoreOrder(_ collection: String) throws(StoreError) -> StoredCollection?

    /// Calls `body` with the attributes of each item that has any, ascending by ordinal. There may be millions.
    /// - Throws: `.failed` when they cannot be read.
    func restoreAttributes(of collection: String, _ body: (StoredChange.Attributes) -> Void) throws(StoreError)

    /// Stores changes of any collections, in the order given, all or none. Durable on return.
    /// - Throws: `.diskFull` or `.failed`; then nothing is stored.
    func commit(_ changes: [StoredChange]) throws(StoreError)

    /// Replaces a collection's whole order (its first, or to shorten the replay) and drops no attribute. Durable on return.
    /// - Throws: `.diskFull`, or `.failed`, also when `cancellation` is raised meanwhile; then nothing is stored.
    func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError)

    /// Patches with `from ≥ version`, oldest first, as they were committed; empty when none are kept.
    /// - Throws: `.failed` when they cannot be read.
    func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange]

    /// Removes a collection. Durable on return.
    /// - Throws: `.diskFull` or `.failed`; then it is still there.
    func remove(_ collection: String) throws(StoreError)

    /// Keeps a query of a collection under its name, in the place of one of that name. Durable on return.
    /// - Throws: `.diskFull`, or `.failed`, also for an unknown collection; then nothing is stored.
    func save(_ query: SavedQuery, of collection: String) throws(StoreError)

    /// Removes a saved query; does nothing where there is none. Durable on return.
    /// - Throws: `.diskFull` or `.failed`; then it is still there.
    func removeQuery(_ name: String, of collection: String) throws(StoreError)

    /// The collections that were posted, oldest first.
    /// - Throws: `.failed` when they cannot be read.
    func postedCollections() throws(StoreError) -> [StoredPostedCollection]

    /// What keeps changes from being stored, or from being as safe as promised, in words for people; `nil` when nothing does.
    var trouble: String? { get }
}

extension ChangeStore {
    package var trouble: String? { nil }

    /// Everything known of a collection, with all attributes at once.
    /// - Throws: `.damaged`, `.failed`
    package func restore(_ collection: String) throws(StoreError) -> StoredCollection? {
        guard var stored = try restoreOrder(collection) else { return nil }
        try restoreAttributes(of: collection) { stored.attributes.append($0) }
        return stored
    }

    /// A checkpoint that is not cancelled.
    /// - Throws: `.diskFull` or `.failed`; then nothing is stored.
    package func checkpoint(_ order: StoredOrder) throws(StoreError) {
        try checkpoint(order, cancellation: Cancellation())
    }
}
