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
