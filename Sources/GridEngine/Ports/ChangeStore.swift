/// A store of all that survives a restart: order, attributes, change log, saved queries. One transaction per call, durable when it returns.
///
/// Order is kept as a checkpoint of the whole order plus the patches since (docs/decisions/0003): a change writes one
/// row, a start replays the rows since the checkpoint. Ordinals are dense, unique in their collection and never used again.
/// Called on the engine's commit thread, except the functions that read, `keep`, `follow`, `listen` and `unfollow`.
///
/// Several servers may share a store (docs/decisions/0038). Each is a replica of its collections' logs: a change is appended to
/// the head that it was drafted on, or not at all.
package protocol ChangeStore: Sendable {
    /// - Returns: what is known of a collection, but for the attributes of its items; `nil` when it was never stored.
    /// - Throws: `.damaged` when what is stored contradicts itself, `.failed` when it cannot be read, `.unreachable`.
    func restoreOrder(_ collection: String) throws(StoreError) -> StoredCollection?

    /// Calls `body` with the attributes of each item that has any, ascending by ordinal. There may be millions. They are those
    /// of the checkpoint or newer; `restoreOrder` returns what changes since the checkpoint did to them, unless they contain it.
    /// - Throws: `.failed` when they cannot be read, `.unreachable`.
    func restoreAttributes(of collection: String, _ body: (StoredChange.Attributes) -> Void) throws(StoreError)

    /// Stores a collection's first order. Durable on return.
    /// - Returns: its head; `nil` when the store has a collection of this identifier: then nothing is stored.
    /// - Throws: `.diskFull`, `.unreachable`, or `.failed`, also when `cancellation` is raised meanwhile; then nothing is stored.
    func create(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) -> StoredHead?

    /// Stores changes of any collections, at most one append for each. Durable on return.
    ///
    /// After an append was overtaken, the caller calls again at once, with what it drafted on the new head, or with nothing: a
    /// store may hold others up until then.
    /// - Returns: what became of each, in their order.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then nothing is stored, unless the connection broke while the store was
    ///   about to: then the changes come as news if they were.
    func commit(_ appends: [StoredAppend]) throws(StoreError) -> [AppendOutcome]

    /// Replaces a collection's whole order, to shorten the replay, and drops no attribute. Durable on return.
    /// - Throws: `.diskFull`, `.unreachable`, or `.failed`, also when `cancellation` is raised meanwhile; then nothing is stored.
    func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError)

    /// Patches with `from ≥ version`, oldest first, as they were committed; empty when none are kept.
    /// - Throws: `.failed` when they cannot be read, `.unreachable`.
    func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange]

    /// Keeps what is known of files, row by row, in the place of what was known of them. It is no part of any version: of what is
    /// lost, the next listing knows more. Does nothing for a collection that is not there.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then nothing is stored.
    func keep(_ traces: [StoredTraces], of collection: String) throws(StoreError)

    /// Removes a collection. Durable on return.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then it is still there.
    func remove(_ collection: String) throws(StoreError)

    /// Removes a posted collection as `remove` does, but for `bringBack`, which finds it for `DeletedCollections.days` if it is among
    /// the newest ones. Until then nothing else does, and a collection may be created under its identifier, which ends it. Durable on
    /// return.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then it is still there.
    func setAside(_ collection: String) throws(StoreError)

    /// Has a collection that was set aside be there again, as it was. Durable on return.
    /// - Returns: the collection, also where another server has brought it back; `nil` where none is kept.
    /// - Throws: `.diskFull`, `.failed`, `.damaged` or `.unreachable`; then it is still set aside.
    func bringBack(_ collection: String) throws(StoreError) -> StoredPostedCollection?

    /// Keeps a query of a collection under its name, in the place of one of that name. Durable on return.
    /// - Throws: `.diskFull`, `.unreachable`, or `.failed`, also for an unknown collection; then nothing is stored.
    func save(_ query: SavedQuery, of collection: String) throws(StoreError)

    /// Removes a saved query; does nothing where there is none. Durable on return.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then it is still there.
    func removeQuery(_ name: String, of collection: String) throws(StoreError)

    /// The collections that were posted, oldest first.
    /// - Throws: `.failed` when they cannot be read, `.unreachable`.
    func postedCollections() throws(StoreError) -> [StoredPostedCollection]

    /// Reports from now on what other servers do, and when `isAway` changes, on a thread of the store's.
    func listen(_ news: @escaping @Sendable (StoreNews) -> Void)

    /// Has the news of a collection reported that come after `head`.
    func follow(_ collection: String, from head: StoredHead)

    /// The changes that others have appended to a collection since a head, before its news are reported. Does not wait for a store that is away.
    /// - Returns: `.stored(head)` when there is nothing newer.
    /// - Throws: `.failed`, `.unreachable`
    func catchUp(_ collection: String, from head: StoredHead) throws(StoreError) -> AppendOutcome

    /// Ends the news of a collection.
    func unfollow(_ collection: String)

    /// Whether this server may do work for all of them. It may for some seconds.
    /// - Throws: `.failed`, `.unreachable`
    func lease(_ task: StoreTask, of collection: String) throws(StoreError) -> Bool

    /// Says from where this server reads a collection, for as long as it runs.
    /// - Throws: `.failed` when a server that runs reads it from somewhere else; `.unreachable`
    func serve(_ collection: String, from root: String) throws(StoreError)

    /// A note that was kept of a collection; `nil` where there is none, or no collection.
    /// - Throws: `.failed` when it cannot be read; `.unreachable`
    func note(_ note: StoredNote, of collection: String) throws(StoreError) -> String?

    /// Keeps a note of a collection, in the place of the one before. Durable on return. Does nothing for an unknown collection.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then the one before is kept.
    func keep(_ text: String, as note: StoredNote, of collection: String) throws(StoreError)

    /// The reason why changes cannot be stored, or are not as safe as promised, in words for people; `nil` when there is none.
    var trouble: String? { get }

    /// Whether the store cannot be reached, or its disk takes no changes: what is known can be read, and changes wait or are refused.
    var isAway: Bool { get }

    /// `nil` for a store that one server has for itself.
    var figures: StoreFigures? { get }
}

/// How long, and how many, collections are kept that were set aside.
package enum DeletedCollections {
    package static let days = 30
    package static let limit = 100
}

/// A store that one server has for itself: there is no news, and all work is its own.
extension ChangeStore {
    package func listen(_ news: @escaping @Sendable (StoreNews) -> Void) {}
    package func follow(_ collection: String, from head: StoredHead) {}
    package func catchUp(_ collection: String, from head: StoredHead) throws(StoreError) -> AppendOutcome {
        .stored(head)
    }
    package func unfollow(_ collection: String) {}
    package func lease(_ task: StoreTask, of collection: String) throws(StoreError) -> Bool { true }
    package func serve(_ collection: String, from root: String) throws(StoreError) {}
}

extension ChangeStore {
    package var trouble: String? { nil }
    package var isAway: Bool { false }
    package var figures: StoreFigures? { nil }
    /// Whether other servers may change what this one has read.
    package var isShared: Bool { figures != nil }

    /// Everything known of a collection, with all attributes at once.
    /// - Throws: `.damaged`, `.failed`, `.unreachable`
    package func restore(_ collection: String) throws(StoreError) -> StoredCollection? {
        guard var stored = try restoreOrder(collection) else { return nil }
        try restoreAttributes(of: collection) { stored.attributes.append($0) }
        return stored
    }

    /// A checkpoint that is not cancelled.
    /// - Throws: `.diskFull`, `.failed` or `.unreachable`; then nothing is stored.
    package func checkpoint(_ order: StoredOrder) throws(StoreError) {
        try checkpoint(order, cancellation: Cancellation())
    }
}

/// A note about a collection, beside its versions.
package enum StoredNote: String, Sendable {
    /// The newest version that was written back to the source.
    case delivered
    /// The source's own name of the state that was listed last.
    case revision
}

/// Changes by other servers of the same store.
package enum StoreNews: Sendable {
    /// Changes of a followed collection, in order, and the head that they lead to. Some may be known already.
    case changed(String, [StoredChange], StoredHead)
    /// A followed collection cannot be led on from what this server knows: it has to be read again.
    case lost(String)
    /// A followed collection was removed.
    case removed(String)
    /// A collection was posted.
    case created(StoredPostedCollection)
    /// The posted collections, oldest first, when that has changed: all servers list them so.
    case order([String])
    /// The store cannot be reached any more, or its disk takes no changes, or both are over: changes wait or are refused meanwhile.
    case away(Bool)
    /// The saved queries of a followed collection, by name.
    case queries(String, [SavedQuery])
}
