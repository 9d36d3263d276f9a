/// Work that one of a store's servers does for all. Leases only save work: two that do it at once do no harm.
package enum StoreTask: String, Sendable {
    /// Writing the whole order of a collection.
    case checkpoint
    /// Writing changes back to a collection's source.
    case delivery
}
