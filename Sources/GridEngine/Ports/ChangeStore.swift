/// What survives a restart: order, attributes, change log. One transaction per call, durable when it returns.
///
/// Order is kept as a checkpoint of the whole order plus the patches since (docs/decisions/0003): a change writes one
/// row, a start replays the rows since the checkpoint. Ordinals are dense, unique in their collection and never used again.
/// Called on the engine's commit thread, except `restore`, which runs before that thread starts.
package protocol ChangeStore: Sendable {
    /// Everything known of a collection, or `nil` when it was never stored.
    func restore(_ collection: String) throws(StoreError) -> StoredCollection?

    /// Stores changes of any collections, in the order given, all or none. Durable on return.
    func commit(_ changes: [StoredChange]) throws(StoreError)

    /// Replaces a collection's whole order (its first, or to shorten the replay) and drops no attribute. Durable on return.
    /// Throws `.failed` and stores nothing when `cancellation` is raised meanwhile.
    func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError)

    /// Patches with `from ≥ version`, oldest first, as they were committed; empty when none are kept.
    func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange]

    /// Forgets a collection. Durable on return.
    func remove(_ collection: String) throws(StoreError)

    /// The collections that were posted, oldest first.
    func postedCollections() throws(StoreError) -> [StoredPostedCollection]
}

extension ChangeStore {
    package func checkpoint(_ order: StoredOrder) throws(StoreError) {
        try checkpoint(order, cancellation: Cancellation())
    }
}

/// A new row of an identifier table: external identifier ↔ dense ordinal, for ever.
package struct StoredIdentifier: Sendable, Equatable {
    package var ordinal: UInt32
    package var id: String

    package init(ordinal: UInt32, id: String) {
        self.ordinal = ordinal
        self.id = id
    }
}

package struct StoredSection: Sendable, Equatable {
    package var ordinal: UInt32
    package var id: String
    package var title: String

    package init(ordinal: UInt32, id: String, title: String) {
        self.ordinal = ordinal
        self.id = id
        self.title = title
    }
}

/// A collection that was posted: what its source is made from.
package struct StoredPostedCollection: Sendable, Equatable {
    package var id: String
    package var title: String
    /// The key that it was posted under: its repetition is answered with the collection.
    package var postingKey: String?

    package init(id: String, title: String, postingKey: String? = nil) {
        self.id = id
        self.title = title
        self.postingKey = postingKey
    }
}

/// The whole order at one version: sections by ordinal with their items' ordinals.
package struct StoredOrder: Sendable {
    package struct Section: Sendable, Equatable {
        package var ordinal: UInt32
        package var items: [UInt32]

        package init(ordinal: UInt32, items: [UInt32]) {
            self.ordinal = ordinal
            self.items = items
        }
    }

    package var collection: String
    package var version: Int
    package var sections: [Section]
    /// Identifier rows that were not stored before.
    package var newItems: [StoredIdentifier]
    package var newSections: [StoredSection]
    /// Attributes of items, as changes have them: those of a new collection's posted items.
    package var attributes: [StoredChange.Attributes]
    /// The title of a posted collection, with its first order; `nil` leaves what is stored.
    package var postedTitle: String?
    /// The key that it was posted under.
    package var postingKey: String?

    package init(
        collection: String, version: Int, sections: [Section], newItems: [StoredIdentifier] = [],
        newSections: [StoredSection] = [], attributes: [StoredChange.Attributes] = [], postedTitle: String? = nil,
        postingKey: String? = nil
    ) {
        self.collection = collection
        self.version = version
        self.sections = sections
        self.newItems = newItems
        self.newSections = newSections
        self.attributes = attributes
        self.postedTitle = postedTitle
        self.postingKey = postingKey
    }
}

/// One version's worth of change: `version` is the version after it.
package struct StoredChange: Sendable, Equatable {
    /// New attributes of an item, whole, as a JSON object; `nil` takes them away.
    package struct Attributes: Sendable, Equatable {
        package var item: UInt32
        package var json: String?

        package init(item: UInt32, json: String?) {
            self.item = item
            self.json = json
        }
    }

    /// A source's content revision of an item.
    package struct Revision: Sendable, Equatable {
        package var item: UInt32
        package var revision: UInt64

        package init(item: UInt32, revision: UInt64) {
            self.item = item
            self.revision = revision
        }
    }

    package var collection: String
    package var version: Int
    /// The patch in `Patch`'s binary form: ordinals and places. Empty when the order did not change.
    package var patch: [UInt8]
    package var newItems: [StoredIdentifier]
    package var newSections: [StoredSection]
    package var attributes: [Attributes]
    package var revisions: [Revision]
    /// The key under which this change is the answer to its own repetition; kept as long as the change.
    package var idempotencyKey: String?
    /// What the change means for undo and redo, as the engine writes it; `nil` when it cannot be taken back.
    package var history: String?

    package init(
        collection: String, version: Int, patch: [UInt8], newItems: [StoredIdentifier] = [],
        newSections: [StoredSection] = [], attributes: [Attributes] = [], revisions: [Revision] = [],
        idempotencyKey: String? = nil, history: String? = nil
    ) {
        self.collection = collection
        self.version = version
        self.patch = patch
        self.newItems = newItems
        self.newSections = newSections
        self.attributes = attributes
        self.revisions = revisions
        self.idempotencyKey = idempotencyKey
        self.history = history
    }
}

/// What a collection was when the server stopped.
package struct StoredCollection: Sendable {
    package var checkpoint: StoredOrder
    /// Changes since the checkpoint, oldest first, without a gap.
    package var changes: [StoredChange]
    /// Every item identifier ever given, ascending by ordinal, starting at 0 without a gap.
    package var items: [String]
    /// Every section ever given, ascending by ordinal, starting at 0 without a gap.
    package var sections: [StoredSection]
    /// Attributes of the items that have any.
    package var attributes: [StoredChange.Attributes]
    /// Content revisions of the items whose source gave one.
    package var revisions: [StoredChange.Revision]

    package init(
        checkpoint: StoredOrder, changes: [StoredChange], items: [String], sections: [StoredSection],
        attributes: [StoredChange.Attributes], revisions: [StoredChange.Revision]
    ) {
        self.checkpoint = checkpoint
        self.changes = changes
        self.items = items
        self.sections = sections
        self.attributes = attributes
        self.revisions = revisions
    }
}

package enum StoreError: Error, Sendable, Equatable {
    /// Another server works on this data folder.
    case locked(pid: Int32?, url: String?)
    case diskFull
    case damaged(String)
    case failed(String)
}
