/// One version's worth of change: `version` is the version after it.
package struct StoredChange: Sendable, Equatable {
    /// New attributes of an item, whole, as a JSON object; `nil` removes them.
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
    /// The stamps of the version, and of the one before; given by a store that several servers share, 0 elsewhere.
    package var stamp: Int64 = 0
    package var before: Int64 = 0
    /// The patch in `Patch`'s binary form: ordinals and places. Empty when the order did not change.
    package var patch: [UInt8]
    package var newItems: StoredIdentifiers
    package var newSections: [StoredSection]
    /// The collection's new title, of one that was posted; `nil` when it stays.
    package var title: String?
    package var attributes: [Attributes]
    /// The change of marks in the engine's form; empty without any. A checkpoint has it in its marks.
    package var marks: [UInt8]
    package var revisions: [Revision]
    /// The idempotency key of this change: a repetition gets this change. Kept as long as the change.
    package var idempotencyKey: String?
    /// The change's part in undo and redo, in the engine's form; `nil` when it cannot be taken back.
    package var history: String?

    package init(
        collection: String, version: Int, patch: [UInt8], newItems: StoredIdentifiers = [],
        newSections: [StoredSection] = [], title: String? = nil, attributes: [Attributes] = [], marks: [UInt8] = [],
        revisions: [Revision] = [],
        idempotencyKey: String? = nil, history: String? = nil
    ) {
        self.collection = collection
        self.version = version
        self.patch = patch
        self.newItems = newItems
        self.newSections = newSections
        self.title = title
        self.attributes = attributes
        self.marks = marks
        self.revisions = revisions
        self.idempotencyKey = idempotencyKey
        self.history = history
    }
}

/// Changes of one collection that are to follow on its head.
package struct StoredAppend: Sendable {
    package var collection: String
    /// The head that the changes were drafted on.
    package var head: StoredHead
    /// In order, without a gap; the first makes the version after the head's. Never empty.
    package var changes: [StoredChange]

    package init(collection: String, head: StoredHead, changes: [StoredChange]) {
        self.collection = collection
        self.head = head
        self.changes = changes
    }
}

/// The outcome of an append.
package enum AppendOutcome: Sendable, Equatable {
    /// It is durable, and the collection's head is this.
    case stored(StoredHead)
    /// Others came first, and nothing was stored: their changes, which follow on the append's head, and the head they lead to.
    case overtaken([StoredChange], StoredHead)
    /// The collection cannot be led on from the append's head: its log no longer reaches back that far, or the store was set
    /// back. Nothing was stored; the collection has to be read again.
    case lost
    /// The collection was removed. Nothing was stored.
    case gone
}
