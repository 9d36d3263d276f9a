import CollectionModel

/// A collection as it was when the server stopped.
package struct StoredCollection: Sendable {
    package var checkpoint: StoredOrder
    /// Where its log ended when it was read.
    package var head: StoredHead
    /// Changes since the checkpoint, oldest first, without a gap. What they did besides the patch may be contained in the rest.
    package var changes: [StoredChange]
    /// Every item identifier that was given by the checkpoint, or ever, ascending by ordinal, starting at 0 without a gap.
    package var items: IdentifierTable
    /// Every section that was given by the checkpoint, or ever, ascending by ordinal, starting at 0 without a gap.
    package var sections: [StoredSection]
    /// Attributes of the items that have any, where they were asked for.
    package var attributes: [StoredChange.Attributes]
    /// The marks of all items at the checkpoint, in parts, as the engine writes them.
    package var marks: [[UInt8]]
    /// Content revisions of the items whose source gave one.
    package var revisions: [StoredChange.Revision]
    /// The facts about the files of items, ascending by page.
    package var traces: [StoredTraces]
    /// By name.
    package var savedQueries: [SavedQuery]

    package init(
        checkpoint: StoredOrder, head: StoredHead, changes: [StoredChange], items: IdentifierTable,
        sections: [StoredSection],
        attributes: [StoredChange.Attributes], marks: [[UInt8]] = [],
        revisions: [StoredChange.Revision], traces: [StoredTraces] = [], savedQueries: [SavedQuery] = []
    ) {
        self.checkpoint = checkpoint
        self.head = head
        self.changes = changes
        self.items = items
        self.sections = sections
        self.attributes = attributes
        self.marks = marks
        self.revisions = revisions
        self.traces = traces
        self.savedQueries = savedQueries
    }
}

/// A collection that was posted: what its source is made from.
package struct StoredPostedCollection: Sendable, Equatable {
    package var id: String
    package var title: String
    /// The key that it was posted under: a repetition gets the same collection.
    package var postingKey: String?

    package init(id: String, title: String, postingKey: String? = nil) {
        self.id = id
        self.title = title
        self.postingKey = postingKey
    }
}
