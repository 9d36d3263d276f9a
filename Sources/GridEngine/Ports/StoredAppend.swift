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
