extension GridEngine {
    /// Calls `notify` after each new version, and when the collection is gone, on the commit thread; it must not block.
    /// - Parameters:
    ///   - id: the identifier of a collection, or of a result.
    ///   - notify: may be called without anything being new.
    /// - Returns: to be given up by `unfollow`.
    /// - Throws: `.notFound`, `.opening`
    package func follow(_ id: String, _ notify: @escaping @Sendable () -> Void) throws(GridError) -> CollectionFollowing
    {
        let served = try served(id)
        let number = feeds.add(served.collection.id, notify)
        do throws(GridError) {
            let head = try served.collection.withOpenState { (state) throws(GridError) in
                state.head(of: served.order)
            }
            return CollectionFollowing(head: head, collection: served.collection.id, number: number)
        } catch {
            feeds.remove(number, from: served.collection.id)
            throw error
        }
    }

    package func unfollow(_ following: CollectionFollowing) {
        feeds.remove(following.number, from: following.collection)
    }
}
